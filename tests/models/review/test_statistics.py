"""Rates and luck: worked out by hand, and the laws that they keep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.review.statistics.bands import Z, wilson
from models.review.statistics.rates import order_key, rate, weight_of

CASES = st.integers(8, 5000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


def near(value: float) -> object:
    return pytest.approx(value, abs=1e-4)


def test_a_rate_is_shown_from_eight_on_and_compared_from_twenty():
    for made, of, shown, comparable in (
        (0, 0, None, False),
        (3, 7, None, False),
        (7, 8, 13 / 20, False),  # (7 + 12 × 0.5) / (8 + 12)
        (9, 19, 15 / 31, False),
        (20, 20, 26 / 32, True),
        (84, 118, 90 / 130, True),
    ):
        found = rate(made, of, 0.5)
        assert (found.made, found.of, found.comparable) == (made, of, comparable)
        assert found.shown == (None if shown is None else pytest.approx(shown))
        assert (found.low is None, found.high is None) == (shown is None, shown is None)


def test_a_band_by_hand():
    """13 of 20 with z = 1.2816: middle (0.65 + 1.6424/40) / (1 + 1.6424/20) = 0.69106 / 1.08212 = 0.63861.

    Half of it: 1.2816 / 1.08212 × √(0.65 × 0.35 / 20 + 1.6424 / 1600) = 1.18434 × √0.0124015 = 0.13189.
    At 0 of n it reaches to z² / (n + z²), at n of n down to n / (n + z²).
    """
    found = rate(7, 8, 0.5)
    assert (found.low, found.high) == (near(0.50672), near(0.77050))
    assert wilson(0, 10) == (near(0), near(Z * Z / (10 + Z * Z)))
    assert wilson(1, 10) == (near(10 / (10 + Z * Z)), near(1))


@given(CASES, st.floats(0, 1), st.floats(6, 60))
def test_a_rate_lies_in_its_band_and_between_what_was_and_what_is_usual(cases, usual, weight):
    found, raw = rate(*cases, usual, weight), cases[0] / cases[1]
    assert 0 <= found.low <= found.shown <= found.high <= 1
    assert min(raw, usual) - 1e-9 <= found.shown <= max(raw, usual) + 1e-9


def test_a_list_is_in_the_order_of_the_lower_ends_and_three_of_three_does_not_lead():
    rates = [rate(3, 3, 0.5), rate(12, 19, 0.5), rate(80, 100, 0.5), rate(0, 0, 0.5), rate(5, 6, 0.5)]
    ordered = sorted(rates, key=order_key)
    assert ordered == [rates[at] for at in (2, 1, 4, 0, 3)]
    assert ordered[0].low > ordered[1].low


def test_the_weight_comes_from_how_people_differ():
    """Six people of 50: rates 0.4 0.4 0.5 0.5 0.6 0.6, mean 0.5; their variance (4 × 0.01) / 5 = 0.008.

    By chance alone 0.25 / 50 = 0.005; the rest is 0.003, so the weight is 0.25 / 0.003 - 1 = 82.3: at most 60.
    With rates 0.3 0.3 0.5 0.5 0.7 0.7: 0.032 - 0.005 = 0.027, and 0.25 / 0.027 - 1 = 8.26. Too few people say nothing.
    """
    for made, weight in (
        ((20, 20, 25, 25, 30, 30), 60),
        ((15, 15, 25, 25, 35, 35), 0.25 / 0.027 - 1),
        ((0, 0, 25, 25, 50, 50), 6),
        ((25,) * 6, 60),
        ((), 12),
    ):
        assert weight_of([(one, 50) for one in made]) == pytest.approx(weight)
    assert weight_of([(0, 50), (50, 50), (25, 50), (0, 50), (50, 50), (19, 19)]) == 12
