"""Tests of what a game tells review."""
