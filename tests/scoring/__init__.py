"""Rules: golden files, laws, each game."""
