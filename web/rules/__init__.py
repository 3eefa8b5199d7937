"""The rules of each game, in prose."""
