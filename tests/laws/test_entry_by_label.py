"""A match entered by the words on its pages alone comes to what its entries come to.

TALLYSTICK_LABELLED says how many matches of a game.
"""

from __future__ import annotations

import csv
import io
import os
from random import Random
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from flask.testing import FlaskClient

from scoring.games import games
from scoring.sheet import replay
from scoring.words import Deal, Line, Sheet
from tests.laws.pad_labels import WAYS, sayable
from tests.laws.page_reader import Reader
from tests.support.form_filler import named, with_class, words_of
from tests.support.random_matches import random_entry
from tests.support.random_tables import PLAYERS, short_rules, typed
from tests.support.tables import make_circle, start

MANY = int(os.environ.get("TALLYSTICK_LABELLED", "3"))
MOST_DEALS = 12


@pytest.mark.parametrize("seed", range(MANY))
@pytest.mark.parametrize("key", sorted(WAYS))
def test_a_match_entered_by_its_words(client: FlaskClient, key: str, seed: int) -> None:
    """Totals, dealer and newest line after every deal; winner and payments at the end; and its table of numbers."""
    rng, game = Random(f"by label {key} {seed}"), games()[key]
    players = PLAYERS[: rng.randint(*game.seats)]
    rules, dealer = short_rules(rng, key, len(players)), rng.randrange(len(players))
    make_circle(client, *players)
    uid = start(client, key, *players, dealer=players[dealer], **typed(key, rules))
    reader = Reader(client, uid)
    entries: list[Any] = []
    table = game.table(players, dealer)
    sheet = replay(game, table, rules, ())
    while not sheet.outcome and len(entries) < MOST_DEALS:
        drawn = [random_entry(rng, game, sheet.standing) for _ in range(4)]
        entry = next((one for one in drawn if one is not None and sayable(key, sheet.standing, one)), None)
        if entry is None:
            break
        WAYS[key](rng, reader, sheet.standing, entry)
        entries.append(entry)
        sheet = replay(game, table, rules, tuple(Deal(str(n), "deal", one, None) for n, one in enumerate(entries)))
        look_at_table(reader.page, sheet, entry)
    assert entries
    look_at_numbers(client, uid, sheet)


def look_at_table(page: Element, sheet: Sheet, entry: Any) -> None:
    """The page is that of this sheet, whose last deal was entered like this."""
    where = (entry, sheet.standing)
    assert bool(with_class(page, "won")) == bool(sheet.outcome), where
    look_at_line(page, sheet.lines[-1], sheet, where)
    if sheet.outcome:
        look_at_end(page, sheet, where)
        return
    shown = [words_of(total) for total in with_class(page, "total")]
    held = sheet.standing.carry.get("hands")
    out = sheet.standing.carry.get("status", [""] * len(shown))
    totals = [number(total) for total in (sheet.standing.totals if held is None else held)]
    assert shown == ["–" if state == "out" else total for state, total in zip(out, totals, strict=True)], where
    assert dealers_on(page) == [sheet.standing.table.players[sheet.standing.dealer]], where


def number(n: int) -> str:
    """A number as pages write it."""
    return str(n).replace("-", "−")


def dealers_on(page: Element) -> list[str]:
    """Who deals, by the mark beside the name."""
    found = [place for place in page.iter() if any(child.get("class") == "dealer" for child in place)]
    return [words_of(name) for place in found for name in place.findall("bdi")]


def look_at_line(page: Element, line: Line, sheet: Sheet, where: Any) -> None:
    """The newest line has its number, who it is about, the totals, and marks for whom it was good."""
    rows = named(page, "rows")
    assert rows is not None and not line.problems, where
    newest = rows.find("li/a")
    assert newest is not None, where
    assert words_of(newest[0]) == str(line.number), (words_of(newest[0]), line.number, where)
    about = [line.deal.entry[key] for key in ("declarer", "bidder", "maker") if line.deal.entry.get(key) is not None]
    for seat in about:
        assert words_of(newest[1]).startswith(sheet.standing.table.players[seat]), where
    sums = with_class(newest, "sum")[0]
    if games()[sheet.game].has_totals:
        shown = [words_of(total) for total in sums]
        assert shown == [number(total) for total in line.totals], (shown, line.totals, where)
        good = 1 if games()[sheet.game].high_wins else -1
        told = ["gain" in total.get("class", "") for total in sums]
        assert told == [n * good > 0 for n in line.points], (line.points, told, where)


def look_at_end(page: Element, sheet: Sheet, where: Any) -> None:
    """Who won, and what is paid."""
    won, outcome = with_class(page, "won")[0], sheet.outcome
    assert outcome is not None
    sides = [side_named(sheet, side) for side in outcome.winners]
    assert [words_of(name) for name in won.iter("h2")] == sides, where
    paid = [words_of(line) for line in won.iter("p") if line.find("b") is not None]
    owed = payments(sheet)
    assert len(paid) == len(owed) and all(map(str.startswith, paid, owed)), (paid, owed, where)


def payments(sheet: Sheet) -> list[str]:
    """Who pays, whoever pays most first; and who gets it, where several pay."""
    owed = [(amount, side) for side, amount in enumerate(games()[sheet.game].settle(sheet)) if amount]
    told = sorted((one for one in owed if one[0] < 0 or len(owed) > 2), key=lambda one: one[0])
    return [f"{side_named(sheet, side)} {does(sheet, side, amount)} {money(abs(amount))}" for amount, side in told]


def does(sheet: Sheet, side: int, amount: int) -> str:
    """What a side does with an amount."""
    return "gets" if amount > 0 else "pay" if len(sheet.standing.table.sides[side]) > 1 else "pays"


def money(amount: int) -> str:
    """An amount with two decimals."""
    return f"{amount // 100}.{amount % 100:02}"


def side_named(sheet: Sheet, side: int) -> str:
    """The players of a side."""
    table = sheet.standing.table
    return " & ".join(table.players[seat] for seat in table.sides[side])


def look_at_numbers(client: FlaskClient, uid: str, sheet: Sheet) -> None:
    """The table of a spreadsheet has the same deals: dealer, then points and totals, or tricks."""
    text = client.get(f"/m/{uid}/csv").get_data().decode("utf-8-sig")
    _heading, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert [(row[0], row[1], row[4:]) for row in rows] == [
        (str(line.number), sheet.standing.table.players[line.dealer], cells(sheet, line)) for line in sheet.lines
    ]


def cells(sheet: Sheet, line: Line) -> list[str]:
    """The numbers of a line."""
    if games()[sheet.game].has_totals:
        return [str(n) for pair in zip(line.points, line.totals, strict=True) for n in pair]
    tricks = line.deal.entry.get("tricks") or [None] * len(sheet.standing.table.players)
    return ["–" if took is None else str(took) for took in tricks]
