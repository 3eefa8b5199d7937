"""A circle as one file: its format, export and import."""
