"""What is sent to the server half filled in is recorded only if the pad would record it, and says what is missing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from drawing.form_action import parse_record
from drawing.form_entry import entry_to_form
from scoring.board import nothing_chosen
from scoring.deals import entry_in
from scoring.games import games
from scoring.sheet import problems
from scoring.words import Sheet
from tests.support.random_matches import drawn, random_entry
from tests.support.random_sheets import GAMES, half_made
from tests.support.records import reading_of, sealed
from tests.support.tables import send, sit_down

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
