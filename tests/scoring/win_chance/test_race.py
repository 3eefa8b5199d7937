"""Races to a target: small ones worked out by hand, and what holds for all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.win_chance import gains_of, in_cells, race

BOOKS = st.dictionaries(
    st.tuples(st.integers(0, 6), st.integers(-3, 3)).filter(any), st.integers(1, 9), min_size=1, max_size=5
).map(lambda book: {(max(pair), min(pair)): n for pair, n in book.items()})
MARKS = gains_of({}, "marks", {(1, 0): 1})


def test_a_race_of_single_points_by_hand():
    """A coin to 7. At 6–6 even; at 6–5 1/2 and half of 1/2: 3/4; at 6–4 7/8; at 5–4 (7/8 + 1/2) / 2 = 11/16."""
    assert race(MARKS, 7, 1, (0, 0)) == (0.5, 0.5)
    for totals, chance in (((6, 6), 1 / 2), ((6, 5), 3 / 4), ((6, 4), 7 / 8), ((5, 4), 11 / 16), ((4, 6), 1 / 8)):
        assert race(MARKS, 7, 1, totals)[0] == pytest.approx(chance)


def test_a_race_with_doubles_by_hand():
    """One point three times in four, else two. At 1–2 of 3: the first needs 2, the second 1, and who gains is a coin.

    The first gains (1/2): by two (1/4) it has won, by one (3/4) it stands at 2–2, even: 1/2 × (1/4 + 3/4 × 1/2) = 5/16.
    """
    gains = gains_of({}, "marks", {(1, 0): 3, (2, 0): 1})
    assert race(gains, 3, 1, (1, 2))[0] == pytest.approx(5 / 16)


def test_deals_that_bring_nothing_change_nothing():
    assert race(gains_of({}, "marks", {(1, 0): 1, (0, 0): 5}), 7, 1, (6, 5))[0] == pytest.approx(3 / 4)


def test_points_that_can_be_lost_by_hand():
    """First to 1; a deal brings 1 to one side and takes 1 from the other: at 0–0 the first deal decides.

    From -1–0 only the second is one away: w(-1, 0) = 1/2 × w(0, -1), and w(0, -1) = 1 - w(-1, 0); so it is 1/3.
    """
    gains = gains_of({}, "points", {(1, -1): 1})
    assert race(gains, 2, 1, (1, 1))[0] == pytest.approx(1 / 2)
    assert race(gains, 2, 1, (0, 1))[0] == pytest.approx(1 / 3, abs=1e-3)


def test_who_is_further_has_won_when_both_have_arrived():
    assert race(MARKS, 7, 1, (8, 7)) == (1, 0)
    assert race(MARKS, 7, 1, (7, 7)) == (0.5, 0.5)
    assert race(MARKS, 7, 1, (3, 9)) == (0, 1)


def test_larger_cells_are_right_on_average():
    """15 points in cells of ten: one cell or two, evenly."""
    found = dict(in_cells((((15, 0), 1.0),), 10))
    assert found == {(1, 0): 0.5, (2, 0): 0.5}
    assert sum(cells * share for (cells, _), share in in_cells((((38, 0), 1.0),), 10)) == pytest.approx(3.8)


@settings(deadline=None, max_examples=60)
@given(BOOKS, st.integers(2, 12), st.data())
def test_every_race(book, target, data):
    gains = gains_of({}, "points", book)
    one, other = (data.draw(st.integers(-2, target - 1)) for _ in range(2))
    chance, rest = race(gains, target, 1, (one, other))
    assert chance + rest == pytest.approx(1)
    assert -1e-9 <= chance <= 1 + 1e-9
    assert race(gains, target, 1, (other, one))[0] == pytest.approx(rest, abs=1e-3)
    assert race(gains, target, 1, (one, one))[0] == pytest.approx(0.5)
    if all(least >= 0 for _, least in book):
        assert race(gains, target, 1, (one + 1, other))[0] >= chance - 1e-9


def test_a_target_beyond_reason_is_still_told():
    assert race(MARKS, 10**9, 1, (3, 0)) == (0.5, 0.5)
