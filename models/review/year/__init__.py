"""The review of a year."""
