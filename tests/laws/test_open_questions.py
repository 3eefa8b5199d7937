"""Nothing is recorded while a question is open: by the forms of the two games of four that bid, and by the server."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.board import nothing_chosen
from scoring.deals import entry_in
from scoring.game import Game, complete
from scoring.games import boomke_wies, games, texas_42
from scoring.sheet import problems
from scoring.words import Sheet, Standing
from table.form_entry import entry_to_form
from table.taps import parse_record
from tests.support.random_matches import drawn, random_entry
from tests.support.random_sheets import GAMES, half_made
from tests.support.records import reading_of, sealed
from tests.support.tables import send, sit_down

Entry = dict[str, Any]
FOUR = ("Ann", "Bob", "Cem", "Dee")


def recorded(game: Game, standing: Standing, form: dict[str, list[str]], pending: Entry | None) -> Entry | None:
    """The deal that a form records; None when it records none."""
    kind, entry = parse_record(game, Sheet(game.key, (), standing, None, pending), form)
    return entry if kind == "deal" and not problems(game, standing, entry) else None


def test_boomke_records_when_bid_bidder_and_tricks_are_said():
    """A Boom is made or beaten by a tap; everything else has its number of tricks."""
    game = boomke_wies.GAME
    table = game.table(("Ann", "Bob", "Cem", "Dee"), 0)
    standing = Standing(table, complete(game, {}), 1, 0, (0, 0), {}, False)
    bids = [None, *range(7, 14), "meetje"]
    tapped: tuple[Any, ...] = (None, "", "0", "6", "13", "x")
    for seat, bid, tricks, trump in product((None, 0, 1), bids, tapped, (None, "hearts")):
        pending = {key: value for key, value in (("declarer", seat), ("contract", bid)) if value is not None}
        form = {"step": ["play"]} | ({} if tricks is None else {"tricks": [tricks]})
        form |= {"trump": [trump]} if trump else {}
        entry = recorded(game, standing, form, pending or None)
        bidder = seat is not None or bid == "meetje"
        result = tricks in ("0", "6", "13") or (bid == 13 and tricks == "")
        legal = not (bid == "meetje" and seat == 1)
        assert (entry is not None) == (bid is not None and bidder and result and legal), (pending, form, entry)


@pytest.mark.parametrize("scoring", ["marks", "points"])
def test_texas_records_when_bid_and_result_are_said(scoring: str) -> None:
    """Made, set, points or a penalty; where points count they are asked for, whatever else is said."""
    game = texas_42.GAME
    standing = Standing(game.table(FOUR, 0), complete(game, {"scoring": scoring}), 1, 0, (0, 0), {}, False)
    results = product((None, "true", "false", "x"), (None, "", "20", "42", "43"), (None, "true"))
    seen = {True: 0, False: 0}
    for bidder, bid, (made, points, penalty) in product((None, 2), (None, 30, 42, 84), list(results)):
        pending = {key: value for key, value in (("bidder", bidder), ("bid", bid)) if value is not None}
        said = {key: [text] for key, text in (("made", made), ("points", points), ("penalty", penalty)) if text}
        counted = scoring == "points" and bid == 30
        answered = points in ("20", "42") if counted else made in ("true", "false") or points in ("20", "42") or penalty
        for step in ("bid", "play", "nobody"):
            form = {"step": [step], **said}
            entry = recorded(game, standing, form, pending or None)
            if entry == {}:  # everybody passed: nothing else is said, and the table throws it in
                assert step != "bid" and not said and scoring == "marks" and (step == "nobody" or not pending)
            elif entry is not None:
                assert step == "play" and bidder is not None and bid is not None and answered, (pending, form, entry)
                assert entry == pending | spoken(made, points, penalty), (pending, form, entry)
            seen[entry is not None] += 1
    assert min(seen.values()) > 10


def spoken(made: str | None, points: str | None, penalty: str | None) -> Entry:
    """What the texts of a result say."""
    said = {"made": made and made == "true", "points": points and int(points), "penalty": penalty and True}
    return {key: value for key, value in said.items() if value not in (None, "")}


FORMS = 40
NAMES = {"clobyosh": ("Ann", "Bob")}


def a_form(rng: Random, sheet: Sheet) -> dict[str, Any]:
    """What a pad could send: a whole result or some of one, possible or not; sequences have a law of their own."""
    game = games()[sheet.game]
    said = random_entry(rng, game, sheet.standing) or {}
    half = rng.choice((said, half_made(rng, said), half_made(rng, drawn(rng, game, sheet.standing))))
    written = {key: value for key, value in half.items() if value is not None and key != "sequences"}
    form = entry_to_form(game.fields(sheet.standing), written)
    return {**form, "step": [rng.choice(("bid", "play", "play"))]}


def deals_in(app: Flask, match: str) -> list[Any]:
    """The entries of the deals that stand."""
    return [entry_in(line.deal.entry) for line in reading_of(app, match).sheet.lines if line.deal.kind == "deal"]


@pytest.mark.parametrize("key", GAMES)
def test_the_server_records_what_the_pad_says_and_nothing_else(app: Flask, client: FlaskClient, key: str) -> None:
    rng, game = Random(f"served {key}"), games()[key]
    match = sit_down(client, key, *NAMES.get(key, ()))
    seen: dict[int, int] = {}
    for _ in range(FORMS):
        sheet = reading_of(app, match).sheet
        if sheet.outcome is not None:
            match = sit_down(client, key, *NAMES.get(key, ()))
            continue
        form, before = a_form(rng, sheet), deals_in(app, match)
        kind, entry = parse_record(game, sheet, form)
        chosen = not nothing_chosen(game, sheet.standing, entry)  # that everybody passed is said by its own step
        due = kind == "deal" and chosen and not problems(game, sheet.standing, entry)
        answer = send(client, f"/m/{match}/say", **form, **sealed(app, match))
        assert deals_in(app, match) == before + [entry] * due, form
        assert answer.status_code in ((303,) if due else (303, 422)), form
        if answer.status_code == 422:
            assert "fault" in answer.get_data(as_text=True), form
        seen[due] = seen.get(due, 0) + 1
    assert min(seen[True], seen[False]) >= FORMS // 8
