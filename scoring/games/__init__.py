"""The shelf of games: this folder is the list; a file that holds a GAME is a game."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.game import Game

_shelf: dict[str, Game] = {}


def games() -> dict[str, Game]:
    """Every game by its key, found by reading this folder once."""
    if not _shelf:
        folder: str = __path__[0] if len(__path__[0]) > 1 else str(__path__)  # one interpreter has a text, not a list
        for file in sorted(os.listdir(folder)):
            if file.endswith(".py") and not file.startswith("_"):
                game = __import__("scoring.games." + file[:-3], None, None, ["GAME"]).GAME
                _shelf[game.key] = game
    return _shelf
