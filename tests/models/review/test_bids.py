"""What somebody bid and made, and what they alone are told: by hand, of finished matches only."""

from __future__ import annotations

import pytest

from models.review.bids import bids_of, own_play
from models.review.people import People
from models.review.scope import Scope
from models.review.upkeep import catch_up
from models.tables import Circle
from tests.models.tables import new_evening, new_match, say

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.databases]

PASS = "pass"
OVER = {"declarer": 1, "contract": 9, "tricks": 5, "calls": [8, 9, PASS, PASS, PASS]}  # Ann had said eight
CALM = {"declarer": 2, "contract": 9, "tricks": 9, "calls": [9, PASS, PASS, PASS]}
ALL = {"declarer": 0, "contract": 8, "tricks": 13}


def told_of(circle: Circle, name: str):
    """The bids of somebody, and what they are told: kind or label, made, of, and the share that is even."""
    catch_up(circle.id)
    people, scope = People(circle.id), Scope(circle.id)
    person = next(person for person in people.persons.values() if person.name == name)
    bids = [(bid.kind, bid.bid, *bid.share[:2]) for bid in bids_of(scope, people, person)]
    return bids, [(row.label, *row.share) for row in own_play(scope, people, person)]


def test_what_is_left_to_the_others():
    """Bob's nine took five: Ann had her eight. Cem's nine was above nothing that Bob's side had said."""
    match = new_match(length="deals", length_value=4)
    for entry in (ALL | {"declarer": 1}, CALM, ALL, OVER):
        say(match, "deal", entry)
    left, whole = "The others had the tricks for their own bid", "Took all thirteen without Boom"
    circle = match.evening.circle
    assert told_of(circle, "Ann")[1] == [(whole, 1, 1, None), (left, 1, 1, None)]
    assert told_of(circle, "Bob")[1] == [(whole, 1, 2, None), (left, 0, 1, None)]


def test_how_often_somebody_should_have_stayed():
    """In Zwanzig ab Cem stays by choice and takes a trick each time; three of four would have been even."""
    evening = new_evening()
    match = new_match("zwanzig_ab", evening, special_deals="off")
    while match.state != "over":
        say(match, "deal", {"trump": "clubs", "tricks": [2, 1, 1, 1]})
    [(label, made, of, even)] = told_of(evening.circle, "Cem")[1]
    assert (label, made, even) == ("Stayed by choice, took a trick", of, 0.75)
    assert of >= 4
