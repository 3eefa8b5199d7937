"""Phones that were without a network."""
