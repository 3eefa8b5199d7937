"""Ahead after so many deals: by hand, and what holds always."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.win_chance import above, ahead, gains_of, normally_above, steps_of

COIN = gains_of({}, "deals", {(1, 0): 1})
PAIRS = st.dictionaries(st.tuples(st.integers(1, 5), st.integers(-3, 0)), st.integers(1, 9), min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("left", "totals", "chance"),
    [
        (0, (5, 3), 1.0),
        (0, (3, 3), 0.5),
        (1, (1, 0), 0.75),  # ahead by two, or equal and a coin
        (2, (1, 0), 0.75),  # +2 or 0 of three in four, -2 of one in four
        (2, (0, 1), 0.25),
        (4, (3, 1), 0.8125),  # down by four 1/16 has lost, down by two 4/16 is level and a coin: 1 - 1/16 - 1/8
    ],
)
def test_a_coin_by_hand(left: int, totals: tuple[int, int], chance: float) -> None:
    found = ahead(COIN, left, totals)
    by_binomials = sum(
        comb(left, heads) / 2**left * (0.5 if lead == 0 else lead > 0)
        for heads in range(left + 1)
        for lead in [totals[0] - totals[1] + 2 * heads - left]
    )
    assert found[0] == pytest.approx(by_binomials)
    assert found[0] == pytest.approx(chance)
    assert sum(found) == pytest.approx(1)


def test_a_failed_bid_moves_the_difference_twice():
    assert dict(steps_of(gains_of({}, "deals", {(1, 0): 3, (2, -2): 1}))) == {1: 3 / 8, -1: 3 / 8, 4: 1 / 8, -4: 1 / 8}


@given(PAIRS, st.integers(0, 20), st.integers(-9, 9))
def test_a_larger_lead_is_worth_more_and_the_sides_are_alike(book, left, lead):
    gains = gains_of({}, "deals", book)
    chance = ahead(gains, left, (lead, 0))[0]
    assert 0 <= chance <= 1 + 1e-9
    assert ahead(gains, left, (lead + 1, 0))[0] >= chance - 1e-9
    assert ahead(gains, left, (0, lead))[0] == pytest.approx(1 - chance)
    assert ahead(gains, left, (lead, lead))[0] == pytest.approx(0.5)


@given(st.integers(-12, 12))
def test_many_deals_are_as_good_as_normal(lead):
    steps = steps_of(gains_of({}, "deals", {(1, 0): 3, (2, 0): 1, (2, -2): 1}))
    assert normally_above(steps, 60, lead) == pytest.approx(above(steps, 60, lead), abs=0.01)


def test_a_match_of_a_thousand_million_deals_is_told_at_once():
    assert ahead(COIN, 10**9, (1, 0))[0] == pytest.approx(0.5, abs=1e-4)
