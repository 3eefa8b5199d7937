"""What a pad offers leads to a deal that can be recorded, and what it refuses does not: along random half-made deals.

TALLYSTICK_MATCHES says how many matches of a game at full size, at least a hundred.
"""

from __future__ import annotations

import functools
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from scoring.board import board
from scoring.game import Game, english
from scoring.games import games
from scoring.sheet import extend, problems
from scoring.words import Deal, Sheet, Standing
from table.form_entry import entry_to_form
from table.taps import parse_record
from tests.support.games import known_of
from tests.support.games.parts import OPEN
from tests.support.random_matches import random_entry
from tests.support.random_sheets import GAMES, MANY, matches, ruled, sheet_of, spoken_bid
from tests.support.sizes import FULL

if TYPE_CHECKING:
    from scoring.words import Entry

PLAYED = max(MANY, 100) if FULL else 20
CHIPS = ("count", "pick", "seat", "seats", "flag")
LATER = ("tricks_first", "count_points", "claim_short")
"""Of what the pad asks for otherwise: a cut once there is one, points where they count, a claim once all is written."""


class Chip(NamedTuple):
    """One choice of a pad: its field, its seat in a row, its value, and why it is refused if it is."""

    key: str
    seat: int | None
    value: Any
    why_not: dict[str, Any] | None


def can_be_finished(game: Game, standing: Standing, draft: Entry) -> bool:
    """Whether some way to say what is still open makes an entry that can be recorded."""
    ways = known_of(game.key, "finished")(standing, draft)
    return any(not problems(game, standing, entry) for entry in ways)


def chips_of(sheet: Sheet, draft: Entry) -> list[Chip]:
    """The chips of every field and seat of which nothing is written yet; the result is asked for after the bid.

    Where everybody passed the calls are the whole deal: nothing is left to be tapped.
    """
    game = games()[sheet.game]
    if set(draft.get("calls") or ()) == {"pass"}:
        return []
    bid = spoken_bid(game, sheet.standing, draft)
    shown = board(sheet._replace(pending=bid or None), draft)
    fields = [field for field in shown["fields"] if field["kind"] in CHIPS and shown["step"] in ("play", field["step"])]
    return [chip for field in fields for chip in chips_in(field, draft.get(field["key"]))]


def chips_in(field: dict[str, Any], written: Any) -> list[Chip]:
    """The chips of one field that are still open."""
    rows = enumerate(field["choices"]) if field["per"] == "seat" else [(None, field["choices"][0])]
    open_rows = [(seat, row) for seat, row in rows if written is None or (seat is not None and written[seat] == OPEN)]
    return [Chip(field["key"], seat, one["value"], one["why_not"]) for seat, row in open_rows for one in row]


def with_chip(draft: Entry, chip: Chip, seats: int) -> Entry:
    if chip.seat is None:
        return draft | {chip.key: [chip.value] if chip.key == "buys" else chip.value}
    row = list(draft.get(chip.key) or [OPEN] * seats)
    row[chip.seat] = chip.value
    return draft | {chip.key: row}


def half_filled(rng: Random, sheet: Sheet) -> Entry:
    """Some of an entry that could be recorded, said in order: the bid of an auction, its result, who won which cut."""
    game, standing = games()[sheet.game], sheet.standing
    entry = random_entry(rng, game, standing) or {}
    kept = {key: value for key, value in entry.items() if value is not None and rng.random() < 0.5}
    bid = spoken_bid(game, standing, entry)
    if "calls" in kept or not game.bid_done(standing, spoken_bid(game, standing, kept) or None):
        return bid if "calls" in kept else spoken_bid(game, standing, kept)
    cuts = ("chooser", "dog", "buys") if "tricks" not in kept else ()
    return {key: value for key, value in kept.items() if key not in cuts}


def drafted(rng: Random, sheet: Sheet) -> Entry:
    """A half-made deal: from an empty pad or one half filled in, some chips further, each of them offered."""
    draft = half_filled(rng, sheet) if rng.random() < 0.7 else {}
    for _ in range(rng.choice((0, 0, 1, 2, 3, 5, 8))):
        offered = [chip for chip in chips_of(sheet, draft) if chip.why_not is None]
        if not offered:
            break
        key = rng.choice(sorted({chip.key for chip in offered}))
        chip = rng.choice([chip for chip in offered if chip.key == key])
        draft = with_chip(draft, chip, len(sheet.standing.table.players))
    return draft


@functools.cache
def states(key: str) -> tuple[tuple[Sheet, Entry], ...]:
    """Sheets of random matches under random rules, rulings among them, with a half-made deal."""
    rng, found = Random(f"possible {key}"), []
    for match in matches(key, damaged=False, n=PLAYED):
        said = ruled(match)
        sheet = sheet_of(match, said[: rng.randint(0, len(said))])
        if board(sheet)["step"] in ("bid", "play"):
            found.append((sheet, drafted(rng, sheet)))
    return tuple(found)


@pytest.mark.parametrize("key", GAMES)
def test_what_is_offered_leads_on_and_what_is_refused_does_not_and_says_why(key):
    game = games()[key]
    for sheet, draft in states(key):
        standing, seats = sheet.standing, len(sheet.standing.table.players)
        assert can_be_finished(game, standing, draft), (standing, draft)
        for chip in chips_of(sheet, draft):
            if chip.why_not:
                words = english(game, chip.why_not["code"], chip.why_not["values"])
                assert " " in words and "{" not in words, chip
            if chip.why_not and chip.why_not["code"] in LATER:
                continue
            counted = draft | {"penalty": False} if chip.why_not and chip.why_not["code"] == "disagree" else draft
            possible = can_be_finished(game, standing, with_chip(counted, chip, seats))  # only a penalty would decide
            assert possible == (chip.why_not is None), (chip, draft, standing)


@pytest.mark.parametrize("key", GAMES)
def test_what_can_be_recorded_can_be_said_on_the_pad(key):
    """Every legal entry written into the pad's form is taken down as the same deal."""
    game, rng = games()[key], Random(f"said {key}")
    for sheet, _draft in states(key):
        entry = random_entry(rng, game, sheet.standing)
        if entry is None:
            continue
        form = entry_to_form(game.fields(sheet.standing), entry) | {"step": ["play"]}
        if entry.get("contract") == 13 and entry.get("tricks") is None:
            form["tricks"] = [""]  # as the button says that a Boom was beaten
        kind, body = parse_record(game, sheet._replace(pending=None), form)
        meant, said = (extend(game, sheet, (Deal("", kind, one, None),)).lines[-1] for one in (entry, body))
        assert said.awards == meant.awards and said.problems == (), (entry, form, body)
