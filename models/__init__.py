"""The database: tables, the log of each match, backups, the circle as a file. Imports scoring, never the web."""
