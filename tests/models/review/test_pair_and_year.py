"""Two people, the year and gains of rating over matches written down by hand; what partners never did."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from models.review.pair import never
from models.review.pair.summary import pair_of
from models.review.past.match import Seat, past_match
from models.review.past.matches import Past
from models.review.past.people import Person
from models.review.ratings.circle import rate
from models.review.ratings.gains import gains
from models.review.statistics import rates
from models.review.year.cards import year_of

ANN, BOB, CEM, DEE = (Person(n, name.lower(), name, False) for n, name in enumerate(("Ann", "Bob", "Cem", "Dee"), 1))


class Everybody:
    """The people of the circle."""

    persons = {one.id: one for one in (ANN, BOB, CEM, DEE)}


def match(number, day, winners, losers, swing=None, low=None):
    """A match of partners: the first two won."""
    sides = [(person, side) for side, pair in enumerate((winners, losers)) for person in pair]
    seats = tuple(Seat(one.id, one.name, side, 1 + side, 5 * (1 - side), side == 0, 4) for one, side in sides)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return past_match((number, f"m{number}", day.toordinal(), "boomke_wies", day, at, at, 4, low, swing, "d"), seats)


FIRST, SECOND = date(2026, 3, 6), date(2026, 3, 13)
MATCHES = (
    match(1, FIRST, (ANN, CEM), (BOB, DEE), swing=300),
    match(2, FIRST, (ANN, CEM), (BOB, DEE), swing=100),
    match(3, SECOND, (ANN, BOB), (CEM, DEE), swing=350),
    match(4, SECOND, (BOB, DEE), (ANN, CEM), swing=200),
)
PAST = Past(1, Everybody(), MATCHES)


@pytest.fixture(scope="module")
def rated():
    return rate(PAST, None)


def test_two_people_together_and_against(rated):
    """Ann and Cem won 2 of 3 together; once Ann beat Cem, with Bob."""
    pair = pair_of(PAST, rated, ANN, CEM, list(MATCHES))
    assert (pair.rate.made, pair.rate.of, pair.rate.shown) == (2, 3, None)
    assert [each.ahead for each in pair.against] == [1]
    assert (pair.ahead.made, pair.ahead.of) == (1, 1)
    assert pair.games[0][0] == "boomke_wies"
    assert (pair.best.day, pair.best.won, pair.best.of) == (FIRST, 2, 2)
    assert not pair.chemistry.ranked


def test_the_other_way_round_is_the_mirror(rated):
    one, other = (pair_of(PAST, rated, *two, list(MATCHES)) for two in ((ANN, BOB), (BOB, ANN)))
    assert [each.ahead for each in one.against] == [-each.ahead for each in other.against] == [1, 1, -1]
    assert one.rate == other.rate
    assert one.chemistry == other.chemistry


def test_gains_of_two_sides_are_opposite_at_first(rated):
    """Of four who never played, both winners gain the same, and the losers lose it."""
    first = gains(rated)[1]
    assert first[ANN.id] == pytest.approx(first[CEM.id])
    assert first[ANN.id] == pytest.approx(-first[BOB.id])
    assert first[ANN.id] > 0


def test_the_year(rated):
    year = year_of(PAST, rated, date(2026, 1, 1), date(2026, 12, 31))
    assert (len(year.matches), len(year.evenings), year.deals) == (4, 2, 16)
    assert year.game == ("boomke_wies", 16)
    assert (year.evening.day, year.evening.swing) == (SECOND, 550)
    assert year.turn.id == 3
    assert year.pair is None  # nobody were partners eight times
    assert year.lucky is None
    assert {year.rival.one, year.rival.other} == {BOB, CEM}
    assert (year.rival.ahead, year.rival.behind) == (2, 2)


def test_a_rival_of_ones_own(rated):
    rival = year_of(PAST, rated, FIRST, SECOND, DEE).rival
    assert rival.one == DEE
    assert (rival.other, rival.ahead, rival.behind) == (ANN, 1, 3)


def test_another_year_is_empty(rated):
    year = year_of(PAST, rated, date(2025, 1, 1), date(2025, 12, 31))
    assert (year.matches, year.evenings, year.game, year.evening, year.rival) == ([], [], None, None, None)


OFTEN, FEW = rates.rate(5, 8, 0.5), rates.rate(4, 7, 0.5)
CIRCLE = {
    ("boomke_wies", "bid", 8): (60, 80),
    ("boomke_wies", "boom", 13): (3, 9),
    ("texas_42", "plunge", 168): (1, 2),
    ("texas_42", "plunge", 210): (1, 2),
    ("texas_42", "nello", 42): (2, 4),
}
BY_ANN = {("texas_42", "plunge", 168): (1, 1), ("boomke_wies", "bid", 8): (9, 9)}
BY_CEM = {("texas_42", "plunge", 210): (1, 1)}


class People:
    """Each person is one player."""

    def ids_of(self, person):
        return [person.id]


class Players:
    """A past of which only its people are asked for."""

    people = People()

    def version_of(self):
        return ()


@pytest.fixture
def sums(monkeypatch):
    """What the circle, Ann with Cem and Cem with Ann declared; to be changed by a test."""
    found = {((), ()): CIRCLE, ((1,), (3,)): BY_ANN, ((3,), (1,)): BY_CEM}
    monkeypatch.setattr(never, "bid_sums", lambda scope: found[scope.who, scope.mate])
    return found


def told(*games):
    return never.never_of(Players(), 1, (ANN, CEM), games)


@pytest.mark.usefixtures("sums")
def test_what_both_made_whoever_declared_was_never_lost_and_what_neither_said_never_tried():
    assert told(("texas_42", OFTEN)) == ([("texas_42", "plunge")], [("texas_42", "nello")])
    assert told(("boomke_wies", OFTEN)) == ([], [("boomke_wies", "boom")])


@pytest.mark.usefixtures("sums")
def test_of_a_game_played_together_less_than_eight_times_or_without_bids_nothing_is_said():
    assert told(("texas_42", FEW), ("zwanzig_ab", OFTEN)) == ([], [])


def test_one_that_was_lost_is_neither(sums):
    sums[(3,), (1,)] = {("texas_42", "plunge", 210): (0, 1)}
    assert told(("texas_42", OFTEN)) == ([], [("texas_42", "nello")])
