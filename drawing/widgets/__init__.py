"""Widgets of the pads: chips, numbers, fields, the auction."""
