"""Evenings: home, one evening, past evenings."""
