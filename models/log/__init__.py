"""The log of a match: append, read, verify, replay."""
