"""Deals of a circle that are so: queries over the stored rows."""
