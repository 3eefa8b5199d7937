"""Seeded random matches in the rule book's data shape, drawn from each game's own options and fields.

A new game joins by being in the list; where its entries hang together (an auction, declared runs) its file in
tests/support/games/ bends a blind drawing so that it is likely to be legal. All is JSON that a strict writer makes.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from scoring.game import Game, rules_problems
from scoring.games import games
from scoring.sheet import extend, problems, replay
from scoring.words import Deal, Field, Option, Sheet, Standing
from tests.support.games import known_of
from tests.support.games.parts import split

NAMES = ("Ann", "Bob", "Cem", "Zoë", "علی", "Łucja", "Gül", "Ann")  # two people may share a name
TRIES = 60
JUNK = json.loads(
    '[null, true, false, 0, 1, -1, 7, 7.0, "7", "", "x", "بوم", 100000000000000000000, [], {}, [[]], [null], [0, 0],'
    ' {"deep": [{"er": [true, "x", {"est": []}]}]}, "pass", [true, 7.0, "7", null]]'
)
UNKNOWN = ("__class__", "Tricks", "tricks ", "players", "0", "", "کلید")


def random_matches(seed: int, many: int, game: str | None = None, damaged: bool = True) -> list[dict[str, Any]]:
    """So many matches of one game, or of all in turn; damaged ones among them unless only legal ones are wanted."""
    keys = [game] if game else sorted(games())
    return [random_match(Random(f"{seed} {game} {n}"), keys[n % len(keys)], damaged) for n in range(many)]


def random_match(rng: Random, key: str, damaged: bool, rules: dict[str, Any] | None = None) -> dict[str, Any]:
    """One match; with rules given these are its rules."""
    game = games()[key]
    players = rng.randint(*game.seats)
    hurt = damaged and rng.random() < 0.5
    match: dict[str, Any] = {"game": key, "players": rng.sample(NAMES, players)}
    if rng.random() < 0.9:
        match["first_dealer"] = rng.randrange(players)
    if rules is not None or rng.random() < 0.8:
        match["rules"] = random_rules(rng, game, players) if rules is None else rules
    if rng.random() < 0.3:
        match["closed"] = rng.random() < 0.7
    match["deals"] = random_deals(rng, game, match, rng.randint(0, rng.choice((3, 12, 12, 40))), hurt)
    return damaged_match(rng, game, match) if hurt and rng.random() < 0.2 else match


def random_rules(rng: Random, game: Game, players: int) -> dict[str, Any]:
    """Chosen rules that this game accepts at a table of so many.

    Each option is drawn by its own name: where a game gets one more, the others stay as they were.
    """
    while True:
        changed, seed = rng.choice((0.1, 0.3, 0.7)), rng.random()
        drawn_by = {option: Random(f"{seed} {option.key}") for option in game.options}
        rules = {option.key: rule_value(own, option) for option, own in drawn_by.items() if own.random() < changed}
        if not rules_problems(game, rules, players):
            return rules


def rule_value(rng: Random, option: Option) -> Any:
    """Any value that an option can have; numbers mostly small, so that matches end."""
    if option.kind == "yes_no":
        return rng.random() < 0.5
    if option.kind == "one_of":
        return rng.choice(option.choices).value
    small = rng.randint(option.low, min(option.high, option.low + 30))
    return rng.choice((small, small, small, option.default, option.low, option.high))


def random_deals(rng: Random, game: Game, match: dict[str, Any], n: int, hurt: bool) -> list[Any]:
    """Up to so many entries, each legal where it comes; with hurt some are damaged or after the end."""
    table = game.table(tuple(match["players"]), match.get("first_dealer", 0))
    sheet = replay(game, table, match.get("rules", {}), ())
    deals: list[Any] = []
    while len(deals) < n and not (sheet.outcome and (not hurt or rng.random() < 0.4)):
        entry: Any = random_entry(rng, game, sheet.standing)
        if entry is None and not hurt:
            break
        if hurt and rng.random() < 0.4:
            entry = rng.choice((bent(rng, game, sheet.standing, entry or {}), damaged_value(rng, entry)))
        deals.append(entry)
        sheet = carried_on(game, sheet, entry)
    return deals


def names_for(game: Game) -> tuple[str, ...]:
    """Those of Ann, Bob, Cem and Dee who can play it."""
    return ("Ann", "Bob", "Cem", "Dee")[: game.seats[1]]


def dealt(key: str, n: int) -> list[list[Any]]:
    """So many legal deals in all under the ordinary rules, match by match; the same ones every time."""
    game, rng = games()[key], Random(f"{key} {n}")
    found: list[list[Any]] = []
    while n > 0:
        found.append(random_deals(rng, game, {"players": list(names_for(game))}, n, hurt=False))
        n -= len(found[-1])
    return found


def carried_on(game: Game, sheet: Sheet, entry: Any) -> Sheet:
    """The sheet after one more deal."""
    return extend(game, sheet, (Deal("", "deal", entry, None),))


def random_entry(rng: Random, game: Game, standing: Standing) -> dict[str, Any] | None:
    """An entry that can be scored where the match stands; None when many drawings did not find one."""
    for _ in range(TRIES):
        entry = drawn(rng, game, standing)
        if not problems(game, standing, entry):
            return entry
    return None


def drawn(rng: Random, game: Game, standing: Standing) -> dict[str, Any]:
    """An entry of the right shape: whether it is legal is left to chance."""
    often, nulls = rng.choice((0.0, 0.2, 0.5, 0.8)), rng.choice((0.0, 0.0, 0.3))
    entry: dict[str, Any] = {}
    for field in game.fields(standing):
        if not field.optional or rng.random() < often:
            entry[field.key] = drawn_value(rng, field, standing)
        elif rng.random() < nulls:
            entry[field.key] = None
    shaped = known_of(game.key, "shaped")
    return shaped(rng, standing, entry) if shaped and rng.random() < 0.95 else entry


def drawn_value(rng: Random, field: Field, standing: Standing) -> Any:
    """A value of the right shape for one field."""
    players = len(standing.table.players)
    if field.kind == "calls":
        return [rng.choice(field.choices).value for _ in range(rng.randint(0, 6))]
    if field.kind == "sequences":
        return [[] for _ in range(players)]
    if field.per == "deal":
        return single(rng, field, players)
    items = range(players if field.per == "seat" else len(standing.table.sides))
    taking_part = [not field.gaps or rng.random() < 0.8 for _ in items]
    if field.total is None:
        return [single(rng, field, players) if takes else None for takes in taking_part]
    return split(rng, field.total, [field.high if takes else None for takes in taking_part])


def single(rng: Random, field: Field, players: int) -> Any:
    """One count, pick, seat, list of seats or flag; the ends of a range more often than the middle."""
    if field.kind == "pick":
        return rng.choice(field.choices).value
    if field.kind == "seat":
        return rng.randrange(players)
    if field.kind == "seats":
        return rng.sample(range(players), rng.randint(0, players))
    if field.kind == "flag":
        return rng.random() < 0.5
    return rng.choice((field.low, field.high, rng.randint(field.low, field.high), rng.randint(field.low, field.high)))


def bent(rng: Random, game: Game, standing: Standing, entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with another value for one field, of the right shape: what then is wrong is against the rules."""
    field = rng.choice(game.fields(standing))
    value = entry.get(field.key)
    if field.kind == "calls" and value:
        return entry | {"calls": bent_list(rng, value, rng.choice(field.choices).value)}
    if field.kind == "sequences" and value:
        seat = rng.randrange(len(value))
        run = {"length": rng.randint(3, 8), "top": rng.choice("AKQJ9"), "trump": rng.random() < 0.5}
        return entry | {field.key: value[:seat] + [bent_list(rng, value[seat], run)] + value[seat + 1 :]}
    return entry | {field.key: drawn_value(rng, field, standing)}


def bent_list(rng: Random, value: list[Any], item: Any) -> list[Any]:
    """A list with one item lost, or another put in or in its place."""
    at = rng.randint(0, len(value))
    return value[:at] + rng.choice(([], [item])) + value[rng.choice((at, at + 1)) :]


def damaged_value(rng: Random, value: Any) -> Any:
    """The same JSON with something wrong somewhere inside, or altogether."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        return damaged_object(rng, value)
    if isinstance(value, list) and value and rng.random() < 0.8:
        return damaged_list(rng, value)
    return rng.choice(JUNK)


def damaged_object(rng: Random, value: dict[str, Any]) -> dict[str, Any]:
    """An object with a key lost, added or with another value."""
    key = rng.choice(sorted(value))
    act = rng.random()
    if act < 0.2:
        return {name: item for name, item in value.items() if name != key}
    if act < 0.35:
        return value | {rng.choice(UNKNOWN): rng.choice(JUNK)}
    return value | {key: damaged_value(rng, value[key])}


def damaged_list(rng: Random, value: list[Any]) -> list[Any]:
    """A list with an item lost, doubled or with another value."""
    at = rng.randrange(len(value))
    act = rng.random()
    if act < 0.15:
        return value[:at] + value[at + 1 :]
    if act < 0.3:
        return value[:at] + [value[at]] + value[at:]
    return value[:at] + [damaged_value(rng, value[at])] + value[at + 1 :]


def damaged_match(rng: Random, game: Game, match: dict[str, Any]) -> dict[str, Any]:
    """The match with something wrong about the whole: rules, players, dealer, game or keys."""
    option = rng.choice(game.options)
    rules: Any = dict(match.get("rules", {}))
    act = rng.randrange(6)
    if act == 0:
        return match | {"rules": rules | {rng.choice(UNKNOWN): rng.choice(JUNK)}}
    if act == 1:
        return match | {"rules": rules | {option.key: rng.choice(JUNK)}}
    if act == 2:
        return match | {"rules": {other.key: rule_value(rng, other) for other in game.options}}  # perhaps at odds
    if act == 3:
        return match | {"players": match["players"] + ["Eve"] * rng.randint(1, 6)}
    return damaged_object(rng, match)
