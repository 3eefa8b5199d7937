"""The deals behind a number of review."""
