"""What the laws are tried on: random matches of every game, folded into sheets, with rulings among the deals.

TALLYSTICK_MATCHES says how many matches of a game; the default keeps the tests quick.
"""

from __future__ import annotations

import functools
import json
import os
from random import Random
from typing import Any

from scoring.board import board
from scoring.game import Game
from scoring.games import games
from scoring.match import deals_of, match_problems
from scoring.sheet import replay, start
from scoring.words import Deal, Sheet, Standing, Table
from tests.support.cases import Cases
from tests.support.golden import cases
from tests.support.random_matches import damaged_object, drawn, random_entry, random_matches, random_rules
from tests.support.sizes import ALL

MANY = int(os.environ.get("TALLYSTICK_MATCHES", "30"))
GAMES = sorted(games())


@functools.cache
def matches(key: str, damaged: bool = True, n: int = MANY) -> tuple[dict[str, Any], ...]:
    """Random matches of a game that are not refused as a whole, each with its list of deals."""
    found = [match for match in random_matches(1, n, key, damaged) if match.get("game") == key]
    sound = [match for match in found if not match_problems(games()[key], match)]
    return Cases(match | {"deals": match.get("deals") or []} for match in sound)


def table_of(match: dict[str, Any]) -> Table:
    """The table of a match."""
    return games()[match["game"]].table(tuple(match["players"]), match.get("first_dealer") or 0)


def sheet_of(match: dict[str, Any], deals: tuple[Deal, ...] | None = None) -> Sheet:
    """The sheet of a match, or of other deals at its table under its rules."""
    said = deals_of(match) if deals is None else deals
    return replay(games()[match["game"]], table_of(match), match.get("rules") or {}, said)


def opening_of(match: dict[str, Any]) -> Standing:
    """Where the match stood before its first deal."""
    return start(games()[match["game"]], table_of(match), match.get("rules") or {})


def ruled(match: dict[str, Any], seed: int = 1) -> tuple[Deal, ...]:
    """The deals of a match with sayings of other kinds strewn among them."""
    rng = Random(f"{seed} {json.dumps(match)}")
    table = table_of(match)
    said: list[Deal] = []
    for number, deal in enumerate(deals_of(match)):
        if rng.random() < 0.2:
            said.append(Deal(f"ruling {number}", *ruling(rng, games()[match["game"]], table), None))
        said.append(deal)
    return tuple(said)


def ruling(rng: Random, game: Game, table: Table) -> tuple[str, dict[str, Any]]:
    """The kind and body of a saying that is not a deal."""
    kind = rng.choice(("adjust", "rules", "seat", "dealer", "close", "reopen"))
    if kind == "adjust":
        return kind, {"points": [rng.choice((0, 0, -3, 5, 600)) for _ in table.sides], "note": "spilt tea"}
    if kind == "rules":
        return kind, {"rules": random_rules(rng, game, len(table.players))}
    if kind == "seat":
        return kind, {"seat": rng.randrange(len(table.players)), "player": "Eve"}
    if kind == "dealer":
        return "seat", {"dealer": rng.randrange(len(table.players))}
    return kind, {}


def written(value: Any) -> str:
    """Any value as JSON, in which 1, true and 1.0 differ and records are lists."""
    return json.dumps(value, sort_keys=True)


def half_made(rng: Random, entry: dict[str, Any]) -> dict[str, Any]:
    """Some of an entry as on the pad before it is finished: keys and items of lists still open, or typed wrongly."""
    kept = {key: value for key, value in entry.items() if rng.random() < 0.7}
    for key, value in kept.items():
        if isinstance(value, list) and rng.random() < 0.5:
            kept[key] = [item if rng.random() < 0.6 else rng.choice((None, "", "x")) for item in value]
    return damaged_object(rng, kept) if kept and rng.random() < 0.1 else kept


def spoken_bid(game: Game, standing: Standing, entry: dict[str, Any]) -> dict[str, Any]:
    """What is known of a deal before it is played."""
    bids = [field.key for field in game.fields(standing) if field.step == "bid"]
    return {key: value for key, value in entry.items() if key in bids and value is not None}


@functools.cache
def boards(key: str, n: int = MANY) -> tuple[tuple[Sheet, dict[str, Any], dict[str, Any]], ...]:
    """Sheets with the draft that somebody writes on them and the board that shows both; the bid is pending on some."""
    rng, game = Random(key), games()[key]
    found = []
    for match in matches(key, n=n)[: max(10, n // 3)]:
        said = ruled(match)
        for cut in sorted({rng.randint(0, len(said)), rng.randint(0, len(said)), len(said)}):
            sheet = sheet_of(match, said[:cut])
            entry = random_entry(rng, game, sheet.standing) or {}
            bid = spoken_bid(game, sheet.standing, entry)
            half = {key: value for key, value in bid.items() if rng.random() < 0.5}
            sheet = sheet._replace(pending=rng.choice((None, bid or None, half or None)))
            for draft in ({}, entry, half_made(rng, entry), half_made(rng, drawn(rng, game, sheet.standing))):
                found.append((sheet, draft, board(sheet, draft)))
    return Cases(found)


@functools.cache
def golden_boards(key: str) -> tuple[tuple[Sheet, dict[str, Any], dict[str, Any]], ...]:
    """The same for golden matches, every fourth but with --all: before the last deal with its bid, and after."""
    game = games()[key]
    found = []
    for match in [case["match"] for case in cases(key)[:: 1 if ALL else 4] if "match" in case]:
        if match.get("game") != key or match_problems(game, match):
            continue
        deals = deals_of(match)
        entry = deals[-1].entry if deals and isinstance(deals[-1].entry, dict) else {}
        before = sheet_of(match, deals[:-1])
        bid = spoken_bid(game, before.standing, entry) or None
        for sheet, draft in ((before._replace(pending=bid), entry), (sheet_of(match), {})):
            found.append((sheet, draft, board(sheet, draft)))
    return Cases(found)


def tables(key: str) -> list[dict[str, Any]]:
    """Matches with all that was said, a bid pending or not, and a draft: what a table screen shows, as data."""
    rng, game = Random(f"tables {key}"), games()[key]
    found = []
    for match in matches(key)[:40]:
        said = ruled(match)[: rng.randint(0, 20)]
        standing = sheet_of(match, said).standing
        bid = spoken_bid(game, standing, random_entry(rng, game, standing) or {})
        draft = half_made(rng, drawn(rng, game, standing))
        found.append(match | {"said": said, "pending": rng.choice((None, bid or None)), "draft": draft})
    return found
