"""Standings: a chance with its band, a position as a range; and who can be rated alone at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.review.ratings.partners import Partners, units_of
from models.review.ratings.replay import Rating
from models.review.ratings.standings import against_average, has_enough_matches, standings

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
