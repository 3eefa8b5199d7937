"""Tables to tap at: players of all sorts, and random house rules as they are typed, short enough for a match to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games import games
from tests.matches import random_rules
from web.house_rules import text_of

if TYPE_CHECKING:
    from random import Random

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


def house_rules(rng: Random, key: str, players: int) -> dict[str, str]:
    """Random rules of a game, as its form writes them."""
    game = games()[key]
    rules = random_rules(rng, game, players)
    for option in game.options:
        if option.key in SHORT:
            rules[option.key] = min(rules.get(option.key, SHORT[option.key]), SHORT[option.key])
    return {option.key: text_of(option, rules[option.key]) for option in game.options if option.key in rules}
