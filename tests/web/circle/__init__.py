"""A circle's pages and its file."""
