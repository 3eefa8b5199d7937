"""Every two values of a house rule differ somewhere: in a score, an offer, a prompt or the prose of the rules."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from scoring.board import board
from scoring.game import complete, rules_problems
from scoring.games import games
from scoring.sheet import extend, problems, replay
from scoring.words import Deal
from tests.matches import NAMES, random_entry, random_rules
from web.prose import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from scoring.game import Game
    from scoring.words import Option, Sheet

TRIES = 150  # tables at which two values are looked at
DEALS = 14
NOWHERE: dict[tuple[str, str], str] = {}
"""Options that change nothing that can be seen, each with its reason. None is known."""


def pairs() -> Iterator[Any]:
    """Every two values of every option; of a number its default and another."""
    for game in games().values():
        for option in game.options:
            for one, other in combinations(values(option), 2):
                yield pytest.param(game, option, one, other, id=f"{game.key}-{option.key}-{one}-{other}")


def values(option: Option) -> list[Any]:
    """The values of an option that are told apart; a number at its lowest may stand for none."""
    if option.kind == "yes_no":
        return [False, True]
    if option.kind == "one_of":
        return [choice.value for choice in option.choices]
    return [max(option.default, option.low + 1), min(option.high, option.default + 7)]


@pytest.mark.parametrize(("game", "option", "one", "other"), list(pairs()))
def test_two_values_differ(app: Flask, game: Game, option: Option, one: Any, other: Any) -> None:
    if (game.key, option.key) in NOWHERE:
        return
    rng = Random(f"{game.key} {option.key} {one} {other}")
    assert any(told_apart(game, *table) for table in tables(rng, game, option, one, other)) or in_prose(
        app, game, rng, option, one, other
    )


def tables(rng: Random, game: Game, option: Option, one: Any, other: Any) -> Iterator[tuple[Random, Any, Any, Any]]:
    """Tables of the same people, alike but for this option."""
    for _ in range(TRIES):
        players = rng.randint(*game.seats)
        rules = random_rules(rng, game, players)
        first, second = rules | {option.key: one}, rules | {option.key: other}
        if not rules_problems(game, first, players) and not rules_problems(game, second, players):
            yield rng, NAMES[:players], first, second


def told_apart(game: Game, rng: Random, names: tuple[str, ...], first: dict[str, Any], second: dict[str, Any]) -> bool:
    """Whether the same deals look or score otherwise under two sets of rules."""
    table = game.table(names, rng.randrange(len(names)))
    sheets = [replay(game, table, rules, ()) for rules in (first, second)]
    for _ in range(DEALS):
        if seen(sheets[0]) != seen(sheets[1]):
            return True
        entry = random_entry(rng, game, rng.choice(sheets).standing)
        if entry is None or sheets[0].outcome:
            return False
        faults = [problems(game, sheet.standing, entry) for sheet in sheets]
        if faults[0] != faults[1]:
            return True
        bid = {field.key: entry[field.key] for field in game.fields(sheets[0].standing) if is_bid(field, entry)}
        if seen(sheets[0], bid) != seen(sheets[1], bid):
            return True
        if faults[0]:
            return False
        sheets = [extend(game, sheet, (Deal("", "deal", entry, None),)) for sheet in sheets]
    return seen(sheets[0]) != seen(sheets[1])


def is_bid(field: Any, entry: dict[str, Any]) -> bool:
    """Whether a field is known before the deal is played."""
    return field.step == "bid" and field.key in entry


def seen(sheet: Sheet, bid: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a table screen shows, the rules themselves left out."""
    data = board(sheet._replace(pending=bid) if bid else sheet)
    data.pop("rules")
    data.pop("standing", None)
    return data | {"totals": sheet.standing.totals, "carry": sheet.standing.carry, "dealer": sheet.standing.dealer}


def in_prose(app: Flask, game: Game, rng: Random, option: Option, one: Any, other: Any) -> bool:
    """Whether the rules of the game read otherwise."""
    with app.test_request_context("/"):
        for _, names, first, second in tables(rng, game, option, one, other):
            del names
            if sentences(game, complete(game, first)) != sentences(game, complete(game, second)):
                return True
    return False
