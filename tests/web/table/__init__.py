"""The table, page by page."""
