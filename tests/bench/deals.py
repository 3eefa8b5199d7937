"""Forty deals of each game: random and legal, in as many matches as they fill under the ordinary rules."""

from __future__ import annotations

from random import Random
from typing import Any

from scoring.game import Game
from scoring.games import games
from tests.support.random_matches import random_deals

NAMES = ("Ann", "Bob", "Cem", "Dee")
Entries = list[dict[str, Any]]


def names_for(game: Game) -> tuple[str, ...]:
    """Those of the four who can play it."""
    return NAMES[: game.seats[1]]


def dealt(key: str, n: int) -> list[Entries]:
    """So many deals in all, match by match; the same ones every time."""
    game, rng = games()[key], Random(f"bench {key} {n}")
    found: list[Entries] = []
    while n > 0:
        found.append(random_deals(rng, game, {"players": list(names_for(game))}, n, hurt=False))
        n -= len(found[-1])
    return found
