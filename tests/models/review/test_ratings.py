"""Ratings: what a sequence of matches says of people and pairs, and the standings that follow."""

from __future__ import annotations

from math import exp, log, sqrt
from random import Random

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

ANN, BOB, CEM, DEE = ("Ann",), ("Bob",), ("Cem",), ("Dee",)
TWO = RatedMatch(((ANN, BOB), (CEM, DEE)), (1, 2))
FOUR = RatedMatch(((ANN,), (BOB,), (CEM,), (DEE,)), (1, 2, 3, 3))


def test_one_match_by_hand():
    """Weng and Lin's Bradley-Terry: sigma² = 69.444 (+ tau² = 0.0193) each, beta = 33.333.

    c² = 4 × 69.464 + 2 × 1111.11 = 2500.08; chances even, so omega = 2 × 69.464 / c × 0.5, and a player's share of it
    is half: mu moves by 69.464 / 50.0008 × 0.5 = 0.6946. delta = 1 × (2 × 69.464 / 2500.08) × 0.25 = 0.013893, half
    of which a player's sigma² shrinks by: √(69.464 × (1 - 0.0069463)) = 8.3055.
    """
    [first] = replay([TWO])
    assert first.chances == pytest.approx((0.5, 0.5))
    assert first.after[ANN] == (pytest.approx(0.6946, abs=1e-4), pytest.approx(8.3055, abs=1e-3), 1)
    assert first.after[CEM] == (pytest.approx(-0.6946, abs=1e-4), pytest.approx(8.3055, abs=1e-3), 1)
    [alone] = replay([FOUR])
    assert alone.chances == pytest.approx((0.25,) * 4)
    assert alone.after[ANN].mu > alone.after[BOB].mu > alone.after[CEM].mu
    assert alone.after[CEM] == pytest.approx(alone.after[DEE])  # equal places are a tie


def test_a_chance_by_hand():
    """Two with mu 20 and deviation 3 each against two with 0: 40 / √(2 × 33.333² + 4 × 9) = 0.84174; Φ = 0.80003."""
    known = dict.fromkeys((ANN, BOB), Rating(20, 3, 9)) | dict.fromkeys((CEM, DEE), Rating(0, 3, 9))
    assert step(known, TWO).chances[0] == pytest.approx(0.80003, abs=1e-4)


def test_a_pair_begins_as_uncertain_as_two_people():
    [found] = replay([RatedMatch(((("Ann", "Bob"),), (CEM, DEE)), (2, 1))])
    assert found.chances == pytest.approx((0.5, 0.5))
    assert found.after["Ann", "Bob"].sigma < sqrt(2) * SIGMA
    assert found.after["Ann", "Bob"].mu == pytest.approx(-2 * found.after[CEM].mu, rel=1e-3)


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
    min_size=1,
    max_size=25,
)


@settings(max_examples=40)
@given(PLAYED)
def test_chances_add_up_every_match_tells_more_and_a_sequence_can_be_gone_on_with(matches):
    steps = replay(matches)
    sigmas: dict[object, float] = {}
    for told in steps:
        assert sum(told.chances) == pytest.approx(1)
        assert all(0 < chance < 1 for chance in told.chances)
        for unit, rating in told.after.items():
            assert rating.sigma <= sigmas.get(unit, SIGMA) + SIGMA / 60
            sigmas[unit] = rating.sigma
    last = {unit: rating.matches for told in steps for unit, rating in told.after.items()}
    assert last == {unit: sum(unit in side for match in matches for side in match.sides) for unit in last}
    assert replay(matches[:-1]) == steps[:-1]


def friends(seed: int, n: int, spread: float) -> list[RatedMatch]:
    """Matches of twelve people whose skills, in logits, are normal with this spread, with changing partners."""
    rng = Random(seed)
    skills, matches = [rng.gauss(0, spread) for _ in range(12)], []
    for _ in range(n):
        a, b, c, d = rng.sample(range(12), 4)
        ahead = skills[a] + skills[b] - skills[c] - skills[d]
        won = rng.random() < 1 / (1 + exp(-ahead))
        matches.append(RatedMatch((((a,), (b,)), ((c,), (d,))), (1, 2) if won else (2, 1)))
    return matches


def test_a_circle_of_skill_gets_a_small_beta_and_one_of_luck_a_large():
    """A small circle keeps the usual one; of many matches the first ones choose. It tells better than a coin."""
    few = friends(1, OWN_BETA_FROM, 0.6)
    assert own_beta(few[:-1]) == BETA
    assert own_beta(few) == min((3.0, 4.0, 6.0), key=lambda beta: log_loss(few, beta))
    assert (own_beta(friends(2, 600, 0.8)), own_beta(friends(3, 600, 0.0))) == (3.0, 6.0)
    tried = [tried_first(n) for n in (0, 299, 300, 599, 600, 1_199, 1_200, 9_999, 50_000)]
    assert tried == [0, 0, 300, 300, 600, 600, 1_200, 4_800, 4_800]
    assert log_loss(friends(4, 400, 0.5), BETA) < 0.68 < log(2)


def test_a_chance_and_its_band_by_hand():
    """mu 10 and sigma 4 with beta = 33.333: 10 / 47.1405 = 0.21213, Φ = 0.58400.

    The band is 10 ± 1.28155 × 4 = 4.8738 and 15.1262: Φ(0.10339) = 0.54117 and Φ(0.32088) = 0.62585.
    """
    assert against_average(Rating(10, 4, 20)) == pytest.approx((0.58400, 0.54117, 0.62585), abs=1e-4)


def test_positions_are_ranges_of_those_with_enough_matches():
    ratings = {ANN: (20, 2, 30), BOB: (1, 2, 30), CEM: (-1, 2, 30), DEE: (-20, 2, 30), ("Eve",): (90, 8, 9)}
    found = standings({unit: Rating(*rating) for unit, rating in ratings.items()})
    places = [(ANN, 1, 1), (BOB, 2, 3), (CEM, 2, 3), (DEE, 4, 4)]
    assert [(place.unit, place.best, place.worst) for place in found] == places
    assert [place.low for place in found] == sorted((place.low for place in found), reverse=True)
    assert all(place.low <= place.chance <= place.high for place in found)
    moved = standings({unit: Rating(mu + 3, sigma, n) for unit, (mu, sigma, n) in ratings.items()})
    assert [place.chance for place in moved] == pytest.approx([place.chance for place in found])
    assert [has_enough_matches(Rating(0, 5, n)) for n in (9, 10)] == [False, True]
    assert [has_enough_matches(Rating(0, 5, n), all_games=True) for n in (29, 30)] == [False, True]


AB, CD, AC, BD, AD, BC = (("a", "b"), ("c", "d"), ("a", "c"), ("b", "d"), ("a", "d"), ("b", "c"))


def test_who_changes_partners_is_rated_alone_and_a_pair_that_cannot_be_told_apart_is_one():
    for matches, alone in (
        ([(AB, CD), (AC, BD), (AD, BC)], {"a", "b", "c", "d"}),
        ([(AB, CD), (AC, BD)], set()),  # two partners each
        ([(AB, CD)] * 8 + [(AC, BD), (AD, BC)], {"a", "b", "c", "d"}),  # 8 of 10
        ([(AB, CD)] * 9 + [(AC, BD), (AD, BC)], set()),  # 9 of 11
    ):
        assert Partners().changed((), matches).alone == alone
    assert units_of((AB, CD), {"a", "b", "c"}) == ((("a",), ("b",)), (("c", "d"),))
    assert units_of((("d", "c"),), set()) == units_of((CD,), set())
    assert units_of((("a",), ("b",)), set()) == ((("a",),), (("b",),))
