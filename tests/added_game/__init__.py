"""That a stranger can add a game: Hearts, written from docs/adding-a-game.md and laid over a copy of the house."""
