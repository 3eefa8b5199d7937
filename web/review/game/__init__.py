"""The page of a game: its panels over its deals and matches."""
