"""The records of a circle."""
