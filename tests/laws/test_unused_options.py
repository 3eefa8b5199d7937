"""An option that is not asked for under some rules changes nothing there: no score, no offer, no words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring.board import board
from scoring.game import complete, rules_problems
from scoring.games import games
from tests.support.cases import tries
from tests.support.random_matches import random_entry, rule_value
from tests.support.random_sheets import GAMES, matches, ruled, sheet_of, written

MANY = 40
WRONG = {
    "boomke_wies": {"rules.length_value"},
    "knockout_whist": {"rules.first_hand"},
    "texas_42": {"rules.nello", "rules.splash"},
}
"""By game, the options that can have a fault beside others."""


def asked(key: str, rules: dict[str, Any], players: int = 4) -> list[str]:
    """The keys of the options that matter."""
    game = games()[key]
    return [option.key for option in game.relevant_options(complete(game, rules), players)]


def meant_the_same(rng: Random, key: str, rules: dict[str, Any], players: int) -> dict[str, Any]:
    """The rules with other values for what they do not ask for; the same ones where all that were drawn are refused."""
    game = games()[key]
    shown = asked(key, rules, players)
    for _ in range(20):
        other = rules | {option.key: rule_value(rng, option) for option in game.options if option.key not in shown}
        if not rules_problems(game, other, players) and asked(key, other, players) == shown:
            return other
    return rules


@pytest.mark.parametrize("key", GAMES)
def test_what_is_not_asked_for_changes_nothing(key):
    game, changed = games()[key], set()
    for match in matches(key, damaged=False, n=MANY):
        rng = Random(f"asked {written(match)}")
        players = len(match["players"])
        rules = match.get("rules") or {}
        other = meant_the_same(rng, key, rules, players)
        changed |= {name for name in other if other[name] != complete(game, rules)[name]}
        deals = [deal for deal in ruled(match) if deal.kind != "rules"]
        cut = rng.randint(0, len(deals))
        one, two = (sheet_of(match | {"rules": chosen}, tuple(deals[:cut])) for chosen in (rules, other))
        entry = random_entry(rng, game, one.standing) or {}
        for draft in ({}, entry):
            assert written(board(one, draft) | {"rules": None}) == written(board(two, draft) | {"rules": None}), other
    assert changed == set(game.depends_on)


@pytest.mark.parametrize("key", GAMES)
def test_an_option_with_a_fault_is_asked_for(key):
    """Whatever it hangs on: what is wrong can be mended where it is shown."""
    game, seen = games()[key], set()
    players = game.seats[1]
    for rng in tries(f"faults {key}", 400):
        rules = complete(game, {option.key: rule_value(rng, option) for option in game.options})
        wrong = {found.field for found in game.rule_problems(rules, players)}
        assert wrong <= {f"rules.{shown}" for shown in asked(key, rules, players)}
        seen |= wrong
    assert seen == WRONG.get(key, set())


@pytest.mark.parametrize("key", GAMES)
def test_options_hang_on_values_that_there_are(key):
    game = games()[key]
    options = {option.key: option for option in game.options}
    assert set(game.depends_on) <= set(options)
    for found in game.depends_on.values():
        for other, values in found:
            kinds = [choice.value for choice in options[other].choices] or [True, False]
            assert set(values) <= set(kinds) and options[other].kind in ("one_of", "yes_no")
