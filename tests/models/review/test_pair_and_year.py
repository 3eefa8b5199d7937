"""The year and gains of rating over matches written down by hand."""

from __future__ import annotations

from datetime import UTC, date, datetime
from types import SimpleNamespace

import pytest

from models.review.past.match import Seat, past_match
from models.review.past.matches import Past
from models.review.people import Person
from models.review.ratings.circle import rate
from models.review.ratings.gains import gains
from models.review.year.cards import year_of

ANN, BOB, CEM, DEE = (Person(n, name.lower(), name, False) for n, name in enumerate(("Ann", "Bob", "Cem", "Dee"), 1))


def match(number, day, winners, losers, swing):
    """A match of partners."""
    sides = [(person, side) for side, pair in enumerate((winners, losers)) for person in pair]
    seats = tuple(Seat(one.id, one.name, side, 1 + side, 5 * (1 - side), side == 0, 4) for one, side in sides)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return past_match((number, f"m{number}", day.toordinal(), "boomke_wies", day, at, at, 4, None, swing, "d"), seats)


FIRST, SECOND = date(2026, 3, 6), date(2026, 3, 13)
MATCHES = (
    match(1, FIRST, (ANN, CEM), (BOB, DEE), 300),
    match(2, FIRST, (ANN, CEM), (BOB, DEE), 100),
    match(3, SECOND, (ANN, BOB), (CEM, DEE), 350),
    match(4, SECOND, (BOB, DEE), (ANN, CEM), 200),
)
PAST = Past(1, SimpleNamespace(persons={one.id: one for one in (ANN, BOB, CEM, DEE)}), MATCHES)


@pytest.fixture(scope="module")
def rated():
    return rate(PAST, None)


def test_gains_of_two_sides_are_opposite_at_first(rated):
    """Of four who never played, both winners gain the same, and the losers lose it."""
    first = gains(rated)[1]
    assert first[ANN.id] == pytest.approx(first[CEM.id]) == pytest.approx(-first[BOB.id])
    assert first[ANN.id] > 0


def test_the_year(rated):
    year = year_of(PAST, rated, date(2026, 1, 1), date(2026, 12, 31))
    assert (len(year.matches), len(year.evenings), year.deals, year.game) == (4, 2, 16, ("boomke_wies", 16))
    assert (year.evening.day, year.evening.swing, year.turn.id) == (SECOND, 550, 3)
    assert (year.pair, year.lucky) == (None, None)  # nobody were partners eight times
    assert {year.rival.one, year.rival.other} == {BOB, CEM}
    assert (year.rival.ahead, year.rival.behind) == (2, 2)
    rival = year_of(PAST, rated, FIRST, SECOND, DEE).rival
    assert (rival.one, rival.other, rival.ahead, rival.behind) == (DEE, ANN, 1, 3)
    empty = year_of(PAST, rated, date(2025, 1, 1), date(2025, 12, 31))
    assert (empty.matches, empty.evenings, empty.game, empty.evening, empty.rival) == ([], [], None, None, None)
