"""What a record would change, before it is made: the end, totals, rules, lines of the sheet, the next deal."""
