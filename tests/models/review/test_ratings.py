"""Ratings: what a sequence of matches says of people and pairs, and the standings that follow."""

from __future__ import annotations

import random
from math import log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.review.ratings.model import BETA, OWN_BETA_FROM, SIGMA
from models.review.ratings.partners import Partners, units_of
from models.review.ratings.replay import (
    RatedMatch,
    RatedStep,
    Rating,
    log_loss,
    own_beta,
    replay,
    step,
    surprise,
    tried_first,
)
from models.review.ratings.standings import against_average, has_enough_matches, standings
from tests.support.circle_of_friends import matches_of

ANN, BOB, CEM, DEE = ("Ann",), ("Bob",), ("Cem",), ("Dee",)
TWO = RatedMatch(((ANN, BOB), (CEM, DEE)), (1, 2))
FOUR = RatedMatch(((ANN,), (BOB,), (CEM,), (DEE,)), (1, 2, 3, 3))


def test_before_the_first_match_all_are_alike():
    assert replay([TWO])[0].chances == pytest.approx((0.5, 0.5))
    assert replay([FOUR])[0].chances == pytest.approx((0.25,) * 4)


def test_one_match_by_hand():
    """Weng and Lin's Bradley-Terry: sigma² = 69.444 (+ tau² = 0.0193) each, beta = 33.333.

    c² = 4 × 69.464 + 2 × 1111.11 = 2500.08; chances even, so omega = 2 × 69.464 / c × 0.5, and a player's share of it
    is half: mu moves by 69.464 / 50.0008 × 0.5 = 0.6946. delta = 1 × (2 × 69.464 / 2500.08) × 0.25 = 0.013893, half
    of which a player's sigma² shrinks by: √(69.464 × (1 - 0.0069463)) = 8.3055.
    """
    after = replay([TWO])[0].after
    assert after[ANN] == (pytest.approx(0.6946, abs=1e-4), pytest.approx(8.3055, abs=1e-3), 1)
    assert after[CEM] == (pytest.approx(-0.6946, abs=1e-4), pytest.approx(8.3055, abs=1e-3), 1)


def test_a_chance_by_hand():
    """Two with mu 20 and deviation 3 each against two with 0: 40 / √(2 × 33.333² + 4 × 9) = 0.84174; Φ = 0.80003."""
    known = dict.fromkeys((ANN, BOB), Rating(20, 3, 9)) | dict.fromkeys((CEM, DEE), Rating(0, 3, 9))
    assert step(known, TWO).chances[0] == pytest.approx(0.80003, abs=1e-4)


def test_a_pair_begins_as_uncertain_as_two_people():
    pair = RatedMatch(((("Ann", "Bob"),), (CEM, DEE)), (2, 1))
    found = replay([pair])[0]
    assert found.chances == pytest.approx((0.5, 0.5))
    assert found.after["Ann", "Bob"].sigma < sqrt(2) * SIGMA
    assert found.after["Ann", "Bob"].mu == pytest.approx(-2 * found.after[CEM].mu, rel=1e-3)


def test_equal_places_are_a_tie():
    after = replay([FOUR])[0].after
    assert after[ANN].mu > after[BOB].mu > after[CEM].mu
    assert after[CEM] == pytest.approx(after[DEE])


def test_surprise_is_the_logarithm_of_what_came():
    assert surprise(TWO, RatedStep((0.25, 0.75), {})) == pytest.approx(-log(0.25))
    tied = RatedMatch(FOUR.sides, (1, 1, 2, 3))
    assert surprise(tied, RatedStep((0.4, 0.1, 0.25, 0.25), {})) == pytest.approx(-(log(0.4) + log(0.1)) / 2)


SEATS = st.permutations(range(6))
PLAYED = st.lists(
    st.one_of(
        SEATS.map(lambda s: RatedMatch((((s[0],), (s[1],)), ((s[2],), (s[3],))), (1, 2))),
        SEATS.map(lambda s: RatedMatch(tuple(((seat,),) for seat in s[:5]), (1, 2, 2, 4, 5))),
    ),
    max_size=25,
)


@settings(deadline=None, max_examples=40)
@given(PLAYED)
def test_chances_add_up_and_every_match_tells_more(matches):
    sigmas: dict[object, float] = {}
    for told in replay(matches):
        assert sum(told.chances) == pytest.approx(1)
        assert all(0 < chance < 1 for chance in told.chances)
        for unit, rating in told.after.items():
            assert rating.sigma <= sigmas.get(unit, SIGMA) + SIGMA / 60
            sigmas[unit] = rating.sigma
    last = {unit: rating for told in replay(matches) for unit, rating in told.after.items()}
    assert {unit: rating.matches for unit, rating in last.items()} == {
        unit: sum(unit in side for match in matches for side in match.sides)
        for unit in {unit for match in matches for side in match.sides for unit in side}
    }


@settings(deadline=None, max_examples=30)
@given(PLAYED)
def test_a_sequence_can_be_gone_on_with_and_names_do_not_matter(matches):
    steps = replay(matches)
    assert replay(matches[:-1]) == steps[:-1]
    named = [RatedMatch(tuple(tuple((u[0] + 100,) for u in side) for side in m.sides), m.places) for m in matches]
    assert [told.chances for told in replay(named)] == [told.chances for told in steps]


def test_who_wins_is_rated_higher_after_and_expected_to_win_again():
    steps = replay([TWO] * 20)
    expected = [told.chances[0] for told in steps]
    assert expected == sorted(expected)
    assert steps[-1].after[ANN].mu > 5


def test_a_small_circle_keeps_the_usual_beta():
    matches = matches_of(random.Random(1), OWN_BETA_FROM, 0.6)
    assert own_beta(matches[:-1]) == BETA
    assert own_beta(matches) == min((3.0, 4.0, 6.0), key=lambda beta: log_loss(matches, beta))


def test_a_beta_is_chosen_over_the_first_matches_of_many():
    found = {n: tried_first(n) for n in (0, 299, 300, 599, 600, 1_199, 1_200, 9_999, 50_000)}
    assert list(found.values()) == [0, 0, 300, 300, 600, 600, 1_200, 4_800, 4_800]


def test_a_circle_of_skill_gets_a_small_beta_and_one_of_luck_a_large():
    assert own_beta(matches_of(random.Random(2), 600, 0.8)) == 3.0
    assert own_beta(matches_of(random.Random(3), 600, 0.0)) == 6.0


def test_it_tells_better_than_a_coin_what_comes():
    """Twelve people whose favourites win about two in three."""
    matches = matches_of(random.Random(4), 400, 0.5)
    assert log_loss(matches, BETA) < 0.68 < log(2)


RATINGS = st.dictionaries(
    st.integers(0, 9).map(lambda person: (person,)),
    st.builds(Rating, st.floats(-30, 30), st.floats(1, 9), st.integers(0, 50)),
)


def test_a_chance_and_its_band_by_hand():
    """mu 10 and sigma 4 with beta = 33.333: 10 / 47.1405 = 0.21213, Φ = 0.58400.

    The band is 10 ± 1.28155 × 4 = 4.8738 and 15.1262: Φ(0.10339) = 0.54117 and Φ(0.32088) = 0.62585.
    """
    assert against_average(Rating(10, 4, 20)) == pytest.approx((0.58400, 0.54117, 0.62585), abs=1e-4)


def test_positions_are_ranges():
    ratings = {
        ("Ann",): Rating(20, 2, 30),
        ("Bob",): Rating(1, 2, 30),
        ("Cem",): Rating(-1, 2, 30),
        ("Dee",): Rating(-20, 2, 30),
        ("Eve",): Rating(90, 8, 9),  # too few matches
    }
    found = [(place.unit[0], place.best, place.worst) for place in standings(ratings)]
    assert found == [("Ann", 1, 1), ("Bob", 2, 3), ("Cem", 2, 3), ("Dee", 4, 4)]


def test_floors():
    assert [has_enough_matches(Rating(0, 5, n)) for n in (9, 10)] == [False, True]
    assert [has_enough_matches(Rating(0, 5, n), all_games=True) for n in (29, 30)] == [False, True]
    assert standings({("Ann",): Rating(0, 5, 9)}) == []


@given(RATINGS)
def test_every_place_lies_in_its_range_and_the_best_comes_first(ratings):
    places = standings(ratings)
    assert {place.unit for place in places} == {unit for unit, rating in ratings.items() if rating.matches >= 10}
    assert [place.low for place in places] == sorted((place.low for place in places), reverse=True)
    by_chance = sorted(places, key=lambda place: -place.chance)
    for position, place in enumerate(by_chance, 1):
        assert place.low <= place.chance <= place.high
        assert place.best <= position <= place.worst


@given(RATINGS, st.floats(-5, 5))
def test_only_differences_count(ratings, more):
    moved = {unit: Rating(one.mu + more, one.sigma, one.matches) for unit, one in ratings.items()}
    assert [place.chance for place in standings(moved)] == pytest.approx([p.chance for p in standings(ratings)])


AB, CD, AC, BD, AD, BC = (("a", "b"), ("c", "d"), ("a", "c"), ("b", "d"), ("a", "d"), ("b", "c"))


def test_who_changes_partners_is_rated_alone():
    def rated_alone(matches):
        return Partners().changed((), matches).alone

    assert rated_alone([(AB, CD), (AC, BD), (AD, BC)]) == {"a", "b", "c", "d"}
    assert rated_alone([(AB, CD), (AC, BD)]) == set()  # two partners each
    assert rated_alone([(AB, CD)] * 8 + [(AC, BD), (AD, BC)]) == {"a", "b", "c", "d"}  # 8 of 10
    assert rated_alone([(AB, CD)] * 9 + [(AC, BD), (AD, BC)]) == set()  # 9 of 11


def test_a_pair_that_cannot_be_told_apart_is_one():
    assert units_of((AB, CD), {"a", "b", "c"}) == ((("a",), ("b",)), (("c", "d"),))
    assert units_of((("d", "c"),), set()) == units_of((CD,), set())


def test_who_plays_for_themselves_is_always_rated_alone():
    assert units_of((("a",), ("b",)), set()) == ((("a",),), (("b",),))
