"""Rulings: what the table decides beside the deals, each looked at before it is recorded."""
