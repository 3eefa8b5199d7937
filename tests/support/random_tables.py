"""Tables to tap at: players of all sorts, and random house rules as they are typed, short enough for a match to end."""

from __future__ import annotations

from random import Random

from scoring.games import games
from table.house_rules import text_of
from tests.support.random_matches import random_rules

PLAYERS = ("Ann", "Bob-with-a-rather-long-name", "علی", "Łucja", "Eve", "Fay", "<Gus & co>")
ENDS = {"length_value": 6, "target": 300, "target_marks": 5, "target_points": 120, "start": 8}
SHORT = ENDS | {"stake": 100, "stake_per_mark": 25, "stake_per_set": 0}


def house_rules(rng: Random, key: str, players: int) -> dict[str, str]:
    """Random rules of a game, as its form writes them."""
    rules = random_rules(rng, games()[key], players)
    options = {option.key: option for option in games()[key].options}
    rules |= {name: min(rules.get(name, most), most) for name, most in SHORT.items() if name in options}
    return {name: text_of(option, rules[name]) for name, option in options.items() if name in rules}
