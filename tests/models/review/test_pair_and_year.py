"""Two people, the year and gains of rating over matches written down by hand; what partners never did."""

from __future__ import annotations

from datetime import UTC, date, datetime
from types import SimpleNamespace

import pytest

from models.review.pair import never
from models.review.pair.summary import pair_of
from models.review.past.match import Seat, past_match
from models.review.past.matches import Past
from models.review.people import Person
from models.review.ratings.circle import rate
from models.review.ratings.gains import gains
from models.review.statistics import rates
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


def test_two_people_together_and_against_and_the_mirror_of_it(rated):
    """Ann and Cem won 2 of 3 together; once Ann beat Cem, with Bob."""
    pair = pair_of(PAST, rated, ANN, CEM, list(MATCHES))
    assert (pair.rate.made, pair.rate.of, pair.rate.shown) == (2, 3, None)
    assert [each.ahead for each in pair.against] == [1]
    assert (pair.ahead.made, pair.ahead.of) == (1, 1)
    assert (pair.best.day, pair.best.won, pair.best.of) == (FIRST, 2, 2)
    one, other = (pair_of(PAST, rated, *two, list(MATCHES)) for two in ((ANN, BOB), (BOB, ANN)))
    assert [each.ahead for each in one.against] == [-each.ahead for each in other.against] == [1, 1, -1]
    assert (one.rate, one.chemistry) == (other.rate, other.chemistry)


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


CIRCLE = {
    ("boomke_wies", "bid", 8): (60, 80),
    ("boomke_wies", "boom", 13): (3, 9),
    ("texas_42", "plunge", 168): (1, 2),
    ("texas_42", "plunge", 210): (1, 2),
    ("texas_42", "nello", 42): (2, 4),
}
BY_ANN = {("texas_42", "plunge", 168): (1, 1), ("boomke_wies", "bid", 8): (9, 9)}


def test_what_both_made_whoever_declared_was_never_lost_and_what_neither_said_never_tried(monkeypatch):
    """Of a game that they played together less than eight times, or that has no bids, nothing is said."""
    past = SimpleNamespace(people=SimpleNamespace(ids_of=lambda person: [person.id]), version_of=lambda: ())
    often, few = rates.rate(5, 8, 0.5), rates.rate(4, 7, 0.5)
    plunge, nello = ("texas_42", "plunge"), ("texas_42", "nello")
    for made, games, told in (
        (1, [("texas_42", often)], ([plunge], [nello])),
        (0, [("texas_42", often)], ([], [nello])),  # one that was lost is neither
        (1, [("boomke_wies", often)], ([], [("boomke_wies", "boom")])),
        (1, [("texas_42", few), ("zwanzig_ab", often)], ([], [])),
    ):
        sums = {((), ()): CIRCLE, ((1,), (3,)): BY_ANN, ((3,), (1,)): {("texas_42", "plunge", 210): (made, 1)}}
        monkeypatch.setattr(never, "bid_sums", lambda scope, sums=sums: sums[scope.who, scope.mate])
        assert never.never_of(past, 1, (ANN, CEM), games) == told
