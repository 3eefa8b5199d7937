"""Pads: one file a game, and what they share."""
