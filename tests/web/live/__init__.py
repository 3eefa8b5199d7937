"""Watchers."""
