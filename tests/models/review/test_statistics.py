"""Rates, comparisons, runs, chemistry and luck: worked out by hand, and the laws that they keep."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.review.pair.chemistry import chemistry
from models.review.statistics.bands import Z, wilson
from models.review.statistics.comparisons import chance_above, compare, deals_needed
from models.review.statistics.luck import skill
from models.review.statistics.rates import Rate, order_key, rate, usual_rate, weight_of
from models.review.statistics.runs import Runs, Swing, break_even, comeback, largest_swing, runs, swings

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


CHANCES = st.lists(st.floats(0, 1).map(lambda chance: (chance, 1 - chance)), min_size=2, max_size=20)


@pytest.mark.parametrize(
    ("form", "found"),
    [
        ("", Runs(0, 0, 0)),
        ("o", Runs(1, 0, 1)),
        ("x", Runs(0, 1, -1)),
        ("ooxoxxoo", Runs(2, 2, 2)),
        ("oooxx", Runs(3, 2, -2)),
    ],
)
def test_runs(form: str, found: Runs) -> None:
    assert runs(letter == "o" for letter in form) == found


@given(st.lists(st.booleans(), max_size=40))
def test_runs_of_the_others_are_turned_round(results):
    won, lost, now = runs(results)
    assert runs([not one for one in results]) == (lost, won, -now)
    assert -lost <= now <= won
    assert max(won, lost) <= len(results)


def test_the_turn_of_a_match():
    chances = [(0.5, 0.5), (0.3, 0.7), (0.1, 0.9), (0.75, 0.25), (1.0, 0.0)]
    assert largest_swing(chances) == Swing(2, 0, pytest.approx(0.65))
    assert [swing.side for swing in swings(chances)] == [1, 1, 0, 0]
    assert comeback(chances, 0) == 0.1
    assert largest_swing([(0.5, 0.5)]) is None


@given(CHANCES)
def test_a_swing_is_what_the_winner_of_it_gained(chances):
    for deal, side, gain in swings(chances):
        assert gain == pytest.approx(chances[deal + 1][side] - chances[deal][side])
        assert gain >= 0
    assert comeback(chances, 0) <= chances[0][0]


@pytest.mark.parametrize(
    ("gain", "loss", "needed"),
    [(2, 4, 2 / 3), (1, 1, 0.5), (1, 3, 0.75), (0, 0, None), (5, 10, 2 / 3), (1, 0, 0.0)],
)
def test_break_even(gain: float, loss: float, needed: float | None) -> None:
    """A ten of Boomke Wies: +2 when made; when not -2 and 2 for the others, a difference of 4: 4 / (2 + 4)."""
    assert break_even(gain, loss) == needed


@given(st.floats(0.1, 9), st.floats(0.1, 9))
def test_at_break_even_nothing_is_gained(gain, loss):
    needed = break_even(gain, loss)
    assert needed * gain - (1 - needed) * loss == pytest.approx(0, abs=1e-9)


def test_chemistry_by_hand():
    """31 of 50 won where 30 were due: 0.02 a match, shrunk by 50 / 80 to 0.0125.

    Plus or minus 1.28155 × √(0.6 × 0.4 / 80) = 0.0702.
    """
    found = chemistry([(1, 0.6)] * 31 + [(0, 0.6)] * 19)
    assert found.more == pytest.approx(0.0125)
    assert found.give == pytest.approx(0.0702, abs=1e-4)
    assert (found.matches, found.ranked) == (50, True)


def test_it_is_not_ranked_under_20_and_nothing_is_known_without_a_match():
    assert not chemistry([(1, 0.5)] * 19).ranked
    assert chemistry([(1, 0.5)] * 20).ranked
    assert chemistry([])[:2] == (0, 0.0)
    assert chemistry([]).give == pytest.approx(Z * (0.25 / 30) ** 0.5)


@given(st.lists(st.tuples(st.sampled_from([0, 1]), st.floats(0.05, 0.95)), min_size=1, max_size=60))
def test_chemistry_is_shrunk_towards_none_and_turned_round_by_the_other_side(results):
    raw = sum(won - due for won, due in results) / len(results)
    found = chemistry(results)
    assert abs(found.more) <= abs(raw) + 1e-12
    assert found.more * raw >= 0
    against = chemistry([(1 - won, 1 - due) for won, due in results])
    assert (against.more, against.give) == (pytest.approx(-found.more), pytest.approx(found.give))


def test_skill_by_hand():
    """Four people of 100 with 40 40 60 60: the variance of their rates is 4 × 0.01 / 3 = 0.013333.

    By chance 0.25 / 100 = 0.0025, so the share is 1 - 0.0025 / 0.013333 = 0.8125. Without one of them, say 40 60 60:
    mean 0.53333, variance (0.017778 + 2 × 0.004444) / 2 = 0.013333, by chance 0.248889 / 100: 0.81333, all four times
    the same, so that leaving one out changes nothing.
    """
    found = skill([(40, 100), (40, 100), (60, 100), (60, 100)], 200)
    assert found == (pytest.approx(0.8125), pytest.approx(0.8125), pytest.approx(0.8125))


def test_alike_people_show_no_skill_and_few_matches_nothing():
    assert skill([(50, 100)] * 5, 250).share == 0
    assert skill([(40, 100), (60, 100), (50, 100), (55, 100)], 59) is None
    assert skill([(40, 100), (60, 100), (50, 100)], 100) is None
    assert skill([(40, 100), (60, 100), (50, 100), (0, 0)], 100) is None


@given(st.lists(st.tuples(st.integers(0, 50), st.just(50)), min_size=4, max_size=9), st.randoms())
def test_the_share_lies_in_its_band_whoever_is_named_first(people, rng):
    found = skill(people, 100)
    assert 0 <= found.low <= found.share <= found.high <= 1
    rng.shuffle(people)
    assert skill(people, 100) == pytest.approx(found)


@pytest.mark.parametrize(("apart", "low", "high"), [(0.0, 0.0, 0.4), (0.1, 0.5, 1.0)])
def test_it_finds_the_skill_that_was_put_in(apart: float, low: float, high: float) -> None:
    """Twelve people of 300 matches, spread by chance alone or by 0.1 to each side: 0.01 / 0.01083 = 0.92."""
    rng = random.Random(5)
    wins = [sum(rng.random() < 0.5 + way * apart for _ in range(300)) for way in (-1, 1) * 6]
    assert low <= skill([(won, 300) for won in wins], 900).share <= high
