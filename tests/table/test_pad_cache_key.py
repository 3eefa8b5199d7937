"""A pad is drawn once for the same facts: so the facts must hold all that it shows."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

import pytest
from flask import Flask

from models.log.hash_chain import Opening
from models.log.state import MatchState, empty_state
from scoring.game import Game
from scoring.games import games
from scoring.words import Sheet, Standing
from table.form_entry import entry_to_form
from tests.support.random_sheets import GAMES, boards
from web.match_page import TablePage


class Somewhere(NamedTuple):
    uid: str = "match"
    evening_uid: str = "evening"
    started_at: datetime = datetime(2026, 11, 23, 20, tzinfo=UTC)


def reading_of(sheet: Sheet) -> MatchState:
    table = sheet.standing.table
    seats = tuple((name, name) for name in table.players)
    opening = Opening("match", sheet.game, 1, "{}", table.first_dealer, 0, seats)
    return empty_state(opening, "")._replace(sheet=sheet)


def screen_of(sheet: Sheet, draft: dict[str, Any]) -> TablePage:
    return TablePage(Somewhere(), reading_of(sheet), entry_to_form(games()[sheet.game].fields(sheet.standing), draft))


def elsewhere(rng: Random, standing: Standing, other: Standing) -> Standing:
    """The same standing at another point of a match: after more deals, at another's totals, or closed."""
    totals = other.totals if len(other.totals) == len(standing.totals) else standing.totals
    changes = {"number": standing.number + rng.randint(1, 3), "totals": totals, "closed": not standing.closed}
    name = rng.choice(sorted(changes))
    return standing._replace(**{name: changes[name]})


@pytest.fixture
def request_of_a_page(app: Flask):
    """Pads are drawn while a page is asked for."""
    with app.test_request_context():
        yield


@pytest.mark.parametrize("key", GAMES)
def test_the_same_facts_make_the_same_pad(key, request_of_a_page):
    rng, compared = Random(key), 0
    cases = [
        (sheet, draft)
        for number, (sheet, draft, shown) in enumerate(boards(key))
        if shown["step"] in ("bid", "play") and number % 4 < 2  # nothing, or a whole entry: what a form can hold
    ]
    standings = [sheet.standing for sheet, _ in cases]
    for sheet, draft in rng.sample(cases, min(len(cases), 150)):
        one = screen_of(sheet, draft)
        other = screen_of(sheet._replace(standing=elsewhere(rng, sheet.standing, rng.choice(standings))), draft)
        if one.pad_facts == other.pad_facts:
            compared += 1
            assert one.table.pad_and_faults() == other.table.pad_and_faults()
    assert compared > 10 or type(games()[key]).pad_facts is Game.pad_facts  # which goes by all that can change
