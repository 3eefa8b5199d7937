"""Every two values of a house rule differ in a score, an offer or a prompt; a few, which are named, in prose alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from flask import Flask

from scoring.board import board
from scoring.game import Game, complete, rules_problems
from scoring.games import games
from scoring.games.texas_42.score import target_of
from scoring.sheet import extend, problems, replay
from scoring.words import Deal, Option, Sheet
from tests.support.random_matches import NAMES, random_entry, random_rules
from tests.support.random_sheets import GAMES
from web.preview import sentences

TRIES = 400  # tables at which two values are looked at
DEALS = 14
ONLY_IN_PROSE = {("boomke_wies", "length", "open", "clock"), ("zwanzig_ab", "trump_order")}
"""What the table alone knows of: the hour, and which card is higher. By game, option and, unless all, two values."""
END = {"texas_42": (target_of, 40), "zwanzig_ab": (lambda rules: rules["start"], 5)}
"""How many points end a match in which an option may matter at its end alone, and how near to that it is looked at."""


def values(option: Option) -> list[Any]:
    """The values of an option that are told apart; a number at its lowest may stand for none."""
    if option.kind == "yes_no":
        return [False, True]
    if option.kind == "one_of":
        return [choice.value for choice in option.choices]
    return [max(option.default, option.low + 1), min(option.high, option.default + 7)]


@pytest.mark.parametrize("key", GAMES)
def test_every_two_values_differ(app: Flask, key: str) -> None:
    """Of a number its default and another."""
    game = games()[key]
    for option in game.options:
        for one, other in combinations(values(option), 2):
            rng = Random(f"{key} {option.key} {one} {other}")
            pairs = tables(rng, game, option, one, other)
            if {(key, option.key), (key, option.key, one, other)} & ONLY_IN_PROSE:
                _, _, *rules = next(pairs)
                with app.test_request_context("/"):
                    first, second = (sentences(game, complete(game, chosen)) for chosen in rules)
                assert first != second, (option.key, one, other)
            else:
                assert any(told_apart(game, *table) for table in pairs), (option.key, one, other)


def tables(rng: Random, game: Game, option: Option, one: Any, other: Any) -> Iterator[tuple[Random, Any, Any, Any]]:
    """Tables of the same people, alike but for this option, which is asked for there."""
    for _ in range(TRIES):
        players = rng.randint(*game.seats)
        rules = random_rules(rng, game, players)
        first, second = rules | {option.key: one}, rules | {option.key: other}
        asked = option in game.relevant_options(complete(game, first), players)
        if asked and not rules_problems(game, first, players) and not rules_problems(game, second, players):
            yield rng, NAMES[:players], first, second


def told_apart(game: Game, rng: Random, names: tuple[str, ...], first: dict[str, Any], second: dict[str, Any]) -> bool:
    """Whether the same deals look or score otherwise under two sets of rules."""
    table = game.table(names, rng.randrange(len(names)))
    deals = near_the_end(rng, game, first) if game.key in END and rng.random() < 0.5 else ()
    sheets = [replay(game, table, rules, deals) for rules in (first, second)]
    for _ in range(DEALS):
        if seen(sheets[0]) != seen(sheets[1]):
            return True
        entry = random_entry(rng, game, rng.choice(sheets).standing)
        if entry is None or sheets[0].outcome:
            return False
        faults = [problems(game, sheet.standing, entry) for sheet in sheets]
        if faults[0] != faults[1]:
            return True
        bids = [field.key for field in game.fields(sheets[0].standing) if field.step == "bid"]
        bid = {name: entry[name] for name in bids if name in entry}
        looks = [(seen(sheet, bid), offered(game, sheet, bid)) for sheet in sheets]
        if looks[0] != looks[1]:
            return True
        if faults[0]:
            return False
        sheets = [extend(game, sheet, (Deal("", "deal", entry, None),)) for sheet in sheets]
    return seen(sheets[0]) != seen(sheets[1])


def near_the_end(rng: Random, game: Game, rules: dict[str, Any]) -> tuple[Deal, ...]:
    """A ruling after which every side has a few points to go."""
    way, sides = (1 if game.high_wins else -1), len(game.table(NAMES[: game.seats[1]], 0).sides)
    end, reach = END[game.key]
    points = [way * (end(complete(game, rules)) - rng.randint(1, reach)) for _ in range(sides)]
    return (Deal("near", "adjust", {"points": points}, None),)


def offered(game: Game, sheet: Sheet, bid: dict[str, Any]) -> list[Any]:
    """What can be said at each turn of an auction that went like this."""
    calls = bid.get("calls") or []
    return [game.auction(sheet.standing, calls[:many]) for many in range(len(calls))]


def seen(sheet: Sheet, bid: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a table screen shows, the rules themselves left out."""
    data = board(sheet._replace(pending=bid) if bid else sheet)
    data.pop("rules")
    data.pop("standing", None)
    return data | {"totals": sheet.standing.totals, "carry": sheet.standing.carry, "dealer": sheet.standing.dealer}
