"""Every game by its key. To add one: its key in KEYS, its file or folder beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.game import Game

KEYS = ("boomke_wies", "clobyosh", "knockout_whist", "texas_42", "zwanzig_ab")

_loaded: dict[str, Game] = {}


def game_of(key: str) -> Game:
    """The game of a key; KeyError for none. Only its own modules are imported: a phone holds no other game."""
    if key not in _loaded:
        if key not in KEYS:
            raise KeyError(key)
        _loaded[key] = __import__("scoring.games." + key, None, None, ["GAME"]).GAME
    return _loaded[key]


def games() -> dict[str, Game]:
    """Every game by its key."""
    return {key: game_of(key) for key in KEYS}
