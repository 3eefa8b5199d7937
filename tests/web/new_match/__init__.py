"""A new match."""
