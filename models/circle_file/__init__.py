"""The circle file: its format, export and import."""
