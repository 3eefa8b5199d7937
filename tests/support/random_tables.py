"""Tables to tap at: players of all sorts, and random house rules as they are typed, short enough for a match to end."""

from __future__ import annotations

from random import Random
from typing import Any

from drawing.house_rules.values import text_of
from scoring.games import games
from tests.support.random_matches import random_rules

PLAYERS = ("Ann", "Bob-with-a-rather-long-name", "علی", "Łucja", "Eve", "Fay", "<Gus & co>")
SHORT = {
    "length_value": 6,
    "target": 300,
    "target_marks": 5,
    "target_points": 120,
    "start": 8,
    "stake": 100,
    "stake_per_mark": 25,
    "stake_per_set": 0,
}


def short_rules(rng: Random, key: str, players: int) -> dict[str, Any]:
    """Random rules of a game, by which a match ends soon."""
    game = games()[key]
    rules = random_rules(rng, game, players)
    for option in game.options:
        if option.key in SHORT:
            rules[option.key] = min(rules.get(option.key, SHORT[option.key]), SHORT[option.key])
    return rules


def typed(key: str, rules: dict[str, Any]) -> dict[str, str]:
    """Rules of a game, as its form writes them."""
    return {option.key: text_of(option, rules[option.key]) for option in games()[key].options if option.key in rules}


def house_rules(rng: Random, key: str, players: int) -> dict[str, str]:
    """Random rules of a game, as its form writes them."""
    return typed(key, short_rules(rng, key, players))
