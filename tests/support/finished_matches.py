"""Random matches that somebody has won, and the same begun by a browser."""

from __future__ import annotations

import functools
from itertools import count
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from models.matches import find_match, start_match
from models.transaction import write_transaction
from tests.support.random_matches import random_matches
from tests.support.random_sheets import sheet_of
from tests.support.tables import make_circle, start

PLAYERS = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus")


def finished(key: str, many: int, players: tuple[str, ...] = PLAYERS) -> list[dict[str, Any]]:
    """Matches of a game that are over, with players of different names."""
    over: list[dict[str, Any]] = []
    for seed in count(7):
        over += won(key, seed)
        if len(over) >= many:
            break
    return [match | {"players": players[: len(match["players"])]} for match in over[:many]]


@functools.cache
def won(key: str, seed: int) -> list[dict[str, Any]]:
    """Those of some random matches of a game that are over."""
    return [match for match in random_matches(seed, 60, key, damaged=False) if sheet_of(match).outcome]


def begun(app: Flask, client: FlaskClient, match: dict[str, Any]) -> str:
    """The uid of a match like this one, its evening just begun by this browser."""
    make_circle(client, *PLAYERS)
    first = start(client, match["game"], *match["players"])
    with app.app_context(), write_transaction():
        evening = find_match(first).evening
        players = evening.circle.players[: len(match["players"])]
        return start_match(evening, match["game"], players, match.get("rules", {}), match.get("first_dealer", 0)).uid
