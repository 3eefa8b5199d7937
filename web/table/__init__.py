"""The table: entry, deals, amendments, rulings, confirmations."""
