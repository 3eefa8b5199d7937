"""That a stranger can add a game: Hearts, written from the README's chapter and laid over a copy of the house."""
