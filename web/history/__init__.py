"""The history of a match: its log in words."""
