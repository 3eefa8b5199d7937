"""Walks down to nought: by hand, and what holds always."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.zwanzig_ab.win_chance import BOOKS, Walks, distribution, joined, kind_of

TOTALS = st.tuples(*[st.integers(1, 30)] * 4)


def coin(number: int) -> dict[int, float]:
    """One down in half of the deals."""
    return {-1: 0.5, 0: 0.5}


def by_the_book() -> Walks:
    """Players of Zwanzig ab of whom nothing is known."""
    known = {kind: distribution({}, kind) for kind in BOOKS}
    return Walks(lambda number: known[kind_of({"special_deals": "ninth_on"}, number)], 9, 40)


def test_arrivals_by_hand():
    """From 1 with a coin: in the first deal 1/2, the second 1/4, and so on; from 2 not before the second, 1/4."""
    walks = Walks(coin, 1, 10)
    assert [there.get(0, 0) for there in walks.arrivals(1, 1)[:3]] == [0.5, 0.25, 0.125]
    assert [there.get(0, 0) for there in walks.arrivals(2, 1)[:4]] == [0, 0.25, 0.25, 0.1875]


def test_two_walks_joined_by_hand():
    """Both arrive in the first deal or the second, evenly: each is first alone in 1/4 and shares 1/2."""
    walk = [{0: 0.5}, {0: 0.5}]
    assert joined([walk, walk]) == [0.5, 0.5]
    assert joined([[{0: 1.0}], walk]) == [0.75, 0.25]  # shares the first deal of two
    assert joined([[{-1: 1.0}], walk]) == [1.0, 0.0]  # is lower in it


def test_deals_have_their_own_distribution():
    """Nothing moves until the third deal, in which all do."""
    walks = Walks(lambda number: {-2: 1.0} if number >= 3 else {0: 1.0}, 3, 10)
    assert walks.arrivals(2, 1) == [{}, {}, {0: 1.0}]
    assert walks.arrivals(3, 2) == [{}, {}, {-1: 1.0}]


def test_who_is_equal_lowest_at_nought_plays_on():
    walks = Walks(coin, 1, 10)
    assert walks.chances((0, 0), 1) == pytest.approx((0.5, 0.5))
    assert walks.chances((0, 5), 1)[0] > 0.9


@settings(deadline=None, max_examples=25)
@given(TOTALS, st.integers(1, 12), st.permutations(range(4)))
def test_every_state_of_zwanzig_ab(totals, number, seats):
    walks = by_the_book()
    found = walks.chances(totals, number)
    assert sum(found) == pytest.approx(1)
    assert walks.chances((totals[0],) * 4, number) == pytest.approx((0.25,) * 4)
    assert walks.chances(tuple(totals[seat] for seat in seats), number) == pytest.approx(
        [found[seat] for seat in seats]
    )
    lower = (max(1, totals[0] - 3), *totals[1:])
    assert walks.chances(lower, number)[0] >= found[0] - 0.02  # odd and even totals are not alike
    assert walks.chances((40, 40, 40, 40), number) == pytest.approx((0.25,) * 4)
