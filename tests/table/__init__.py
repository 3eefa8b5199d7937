"""The table screen as nodes."""
