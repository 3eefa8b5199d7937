"""Finished matches of a circle that are so."""
