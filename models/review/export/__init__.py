"""What was played, for other programs: rows of three tables, and an SQLite file made of them; see docs/export.md."""
