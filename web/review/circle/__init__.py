"""The review of a circle."""
