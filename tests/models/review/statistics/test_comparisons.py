"""Comparisons: better at 9 to 1 only, and else how many evenings it would take."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.review.statistics.comparisons import chance_above, compare, deals_needed
from models.review.statistics.rates import Rate, rate

RATES = st.integers(0, 400).flatmap(lambda of: st.integers(0, of).map(lambda made: rate(made, of, 0.5)))


def test_the_chance_by_hand():
    """Bands of 0.6 and 0.5 ± 0.06408 stand for deviations of 0.05: 0.1 / √(2 × 0.05²) = 1.41421; Φ = 0.92135."""
    give = 1.28155 * 0.05
    one, other = (Rate(0, 99, at, at - give, at + give, True) for at in (0.6, 0.5))
    assert chance_above(one, other) == pytest.approx(0.92135, abs=1e-4)
    assert compare(one, other, 10)[1:] == ("better", 0, None, None)
    assert compare(other, one, 10)[1:] == ("better", 1, None, None)


def test_perhaps_lies_between():
    give = 1.28155 * 0.07  # 0.1 / √(2 × 0.07²) = 1.01015; Φ = 0.8438
    one, other = (Rate(0, 99, at, at - give, at + give, True) for at in (0.6, 0.5))
    assert compare(one, other, 10).verdict == "perhaps"


def test_the_deals_that_it_would_take_by_hand():
    """2 × 0.55 × 0.45 × (1.28155 / 0.1)² = 0.495 × 164.237 = 81.3."""
    assert deals_needed(0.6, 0.5) == 82
    assert deals_needed(0.5, 0.6) == 82
    assert deals_needed(0.5, 0.5) is None


def test_evenings_are_those_still_to_come():
    one, other = rate(13, 24, 0.5), rate(13, 25, 0.5)
    found = compare(one, other, 30)
    assert found.verdict == "unknown"
    assert found.evenings == -(-(found.deals - 24) // 30)
    assert compare(one, other, 0).evenings is None


def test_nothing_is_said_of_who_has_no_rate():
    assert compare(rate(7, 7, 0.5), rate(0, 100, 0.5), 10) == (None, "unknown", None, None, None)


@given(RATES, RATES)
def test_better_is_said_from_20_on_and_at_9_to_1_only(one, other):
    found = compare(one, other, 10)
    if found.verdict == "unknown":
        assert found.ahead is None
    else:
        sure = max(found.chance, 1 - found.chance)
        assert min(one.of, other.of) >= 20
        assert sure >= (0.9 if found.verdict == "better" else 0.75)
        assert (one.shown, other.shown)[found.ahead] == max(one.shown, other.shown)


@given(RATES, RATES)
def test_turned_round_it_says_the_same_of_the_other(one, other):
    this, that = compare(one, other, 10), compare(other, one, 10)
    assert (this.verdict, this.deals, this.evenings) == (that.verdict, that.deals, that.evenings)
    if this.chance is not None:
        assert this.chance == pytest.approx(1 - that.chance)
    if this.ahead is not None:
        assert this.ahead == 1 - that.ahead
