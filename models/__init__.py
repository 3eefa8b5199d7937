"""What is kept: tables, the log of every match, backups, the circle as a file. Knows scoring, not the web."""
