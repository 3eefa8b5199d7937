"""What two partners never did, over sums written down by hand."""

from __future__ import annotations

import pytest

from models.review.pair import never
from models.review.past.people import Person
from models.review.statistics.rates import rate

ANN, CEM = (Person(n, name.lower(), name, False) for n, name in ((1, "Ann"), (3, "Cem")))
OFTEN, FEW = rate(5, 8, 0.5), rate(4, 7, 0.5)
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


class Past:
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
    return never.never_of(Past(), 1, (ANN, CEM), games)


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
