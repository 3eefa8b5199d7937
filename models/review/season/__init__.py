"""Seasons: what evenings bring, the standings, the list."""
