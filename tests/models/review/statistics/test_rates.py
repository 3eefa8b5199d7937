"""Rates: the fraction, the shrunk rate, its band; nothing but the fraction for a few cases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.review.statistics.bands import Z, wilson
from models.review.statistics.rates import order_key, rate, usual_rate, weight_of

SHARES = st.floats(0, 1)
CASES = st.integers(8, 5000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


@pytest.mark.parametrize(
    ("made", "of", "shown", "comparable"),
    [
        (0, 0, None, False),
        (1, 1, None, False),
        (3, 7, None, False),
        (7, 8, 0.65, False),  # (7 + 12 × 0.5) / (8 + 12) = 13 / 20
        (9, 19, 0.48387, False),  # (9 + 6) / (19 + 12) = 15 / 31
        (20, 20, 0.8125, True),  # (20 + 6) / (20 + 12) = 26 / 32
        (84, 118, 0.69231, True),  # (84 + 6) / (118 + 12) = 90 / 130
    ],
)
def test_what_stands_there(made: int, of: int, shown: float | None, comparable: bool) -> None:
    found = rate(made, of, 0.5)
    assert found.shown == (None if shown is None else pytest.approx(shown, abs=1e-5))
    assert (found.low is None, found.high is None) == (shown is None, shown is None)
    assert (found.made, found.of, found.comparable) == (made, of, comparable)


def test_a_band_by_hand():
    """13 of 20 with z = 1.2816: middle (0.65 + 1.6424/40) / (1 + 1.6424/20) = 0.69106 / 1.08212 = 0.63861.

    Half of it: 1.2816 / 1.08212 × √(0.65 × 0.35 / 20 + 1.6424 / 1600) = 1.18434 × √0.0124015 = 0.13189.
    """
    found = rate(7, 8, 0.5)
    assert (found.low, found.high) == (pytest.approx(0.50672, abs=1e-4), pytest.approx(0.77050, abs=1e-4))


@pytest.mark.parametrize(("share", "low", "high"), [(0.0, 0.0, Z * Z / (10 + Z * Z)), (1.0, 10 / (10 + Z * Z), 1.0)])
def test_the_ends_of_wilsons_band_are_known(share: float, low: float, high: float) -> None:
    """At 0 of n it reaches to z² / (n + z²), at n of n down to n / (n + z²)."""
    assert wilson(share, 10) == (pytest.approx(low), pytest.approx(high))


def test_the_circles_own_rate_is_pulled_to_the_book():
    assert usual_rate(0, 0, 0.7) == pytest.approx(0.7)
    assert usual_rate(30, 40, 0.6) == pytest.approx(0.7)  # (30 + 20 × 0.6) / (40 + 20) = 42 / 60


@given(CASES, SHARES, st.floats(6, 60))
def test_a_rate_lies_in_its_band_and_between_what_was_and_what_is_usual(cases, usual, weight):
    found, raw = rate(*cases, usual, weight), cases[0] / cases[1]
    assert 0 <= found.low <= found.shown <= found.high <= 1
    assert min(raw, usual) - 1e-9 <= found.shown <= max(raw, usual) + 1e-9


@given(CASES, SHARES)
def test_a_heavier_prior_pulls_more_and_more_cases_narrow_the_band(cases, usual):
    made, of = cases
    light, heavy = rate(made, of, usual, 6), rate(made, of, usual, 60)
    assert abs(heavy.shown - usual) <= abs(light.shown - usual) + 1e-9
    often = rate(made * 9, of * 9, made / of)
    once = rate(made, of, made / of)
    assert often.high - often.low <= once.high - once.low


def test_three_of_three_does_not_lead():
    rates = [rate(3, 3, 0.5), rate(12, 19, 0.5), rate(80, 100, 0.5), rate(0, 0, 0.5), rate(5, 6, 0.5)]
    assert sorted(rates, key=order_key) == [rates[at] for at in (2, 1, 4, 0, 3)]


@given(st.lists(CASES, max_size=8), st.randoms())
def test_a_list_is_in_the_order_of_the_lower_ends_whatever_came_first(cases, rng):
    rates = [rate(*one, 0.5) for one in cases]
    ordered = sorted(rates, key=order_key)
    assert [one.low for one in ordered] == sorted((one.low for one in rates), reverse=True)
    rng.shuffle(rates)
    assert sorted(rates, key=order_key) == ordered


def test_the_weight_comes_from_how_people_differ():
    """Six people of 50: rates 0.4 0.4 0.5 0.5 0.6 0.6, mean 0.5; their variance (4 × 0.01) / 5 = 0.008.

    By chance alone 0.25 / 50 = 0.005; the rest is 0.003, so the weight is 0.25 / 0.003 - 1 = 82.3: at most 60.
    With rates 0.3 0.3 0.5 0.5 0.7 0.7: 0.032 - 0.005 = 0.027, and 0.25 / 0.027 - 1 = 8.26.
    """
    assert weight_of([(made, 50) for made in (20, 20, 25, 25, 30, 30)]) == 60
    assert weight_of([(made, 50) for made in (15, 15, 25, 25, 35, 35)]) == pytest.approx(0.25 / 0.027 - 1)
    assert weight_of([(made, 50) for made in (0, 0, 25, 25, 50, 50)]) == 6
    assert weight_of([(25, 50)] * 6) == 60


def test_too_few_people_say_nothing_about_the_weight():
    assert weight_of([(0, 50), (50, 50), (25, 50), (0, 50), (50, 50), (19, 19)]) == 12
    assert weight_of([]) == 12
