"""The matches behind a number of review."""
