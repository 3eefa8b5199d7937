"""What only somebody themselves is told, on a golden evening and on twenty decisions to stay."""

from __future__ import annotations

import pytest

from models.review.past.read import past_of
from models.review.person.private_rows import own_rates
from models.review.stored.catch_up import catch_up
from models.tables import Match
from tests.models.tables import new_evening, new_match, say

pytestmark = pytest.mark.usefixtures("store")
PASS = "pass"
OVER = {"declarer": 1, "contract": 9, "tricks": 5, "calls": [8, 9, PASS, PASS, PASS]}  # Ann had said eight
CALM = {"declarer": 2, "contract": 9, "tricks": 9, "calls": [9, PASS, PASS, PASS]}
ALL = {"declarer": 0, "contract": 8, "tricks": 13}


def told(match: Match, name: str, game: str):
    """What a player is told of a game, by label: made, of, needed, verdict."""
    circle = match.evening.circle
    catch_up(circle.id)
    past = past_of(circle.id)
    person = next(one for one in past.people.persons.values() if one.name == name)
    found = own_rates(circle.id, past, person, game)
    return {one.label: (one.rate.made, one.rate.of, one.needed, one.verdict) for one in found}


def test_what_was_left_to_the_others():
    """Bob's nine took five: Ann had her eight. Cem's nine was above nothing that Bob's side had said."""
    match = new_match(length="deals", length_value=4)
    say(match, "deal", ALL | {"declarer": 1})
    say(match, "deal", CALM)
    say(match, "deal", ALL)
    say(match, "deal", OVER)
    left, whole = "The others had the tricks for their own bid", "Took all thirteen without Boom"
    assert told(match, "Ann", "boomke_wies") == {whole: (1, 1, None, ""), left: (1, 1, None, "")}
    assert told(match, "Bob", "boomke_wies") == {whole: (1, 2, None, ""), left: (0, 1, None, "")}


def test_who_stays_too_seldom_is_told_so_from_twenty_on():
    """Cem stays by choice and takes a trick 24 of 24 times; 18 would have been even."""
    evening = new_evening()
    for _ in range(6):
        match = new_match("zwanzig_ab", evening)
        for _ in range(8):
            say(match, "deal", {"trump": "clubs", "tricks": [2, 1, 1, 1]})
    label = "Stayed by choice, took a trick"
    made, of, needed, verdict = told(match, "Cem", "zwanzig_ab")[label]
    assert (made, needed, verdict) == (of, round(0.75 * of), "above")
    assert of >= 20
