"""Reviewing past evenings: circle, people, pairs, games, seasons, records and the story of an evening."""
