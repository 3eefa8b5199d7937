"""The year in review."""
