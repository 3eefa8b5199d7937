"""Seasons: the list, one with its standings, its form."""
