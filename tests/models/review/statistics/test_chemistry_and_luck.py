"""Chemistry is what was won beyond what was due, and skill what chance cannot explain."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.review.pair.chemistry import chemistry
from models.review.statistics.bands import Z
from models.review.statistics.luck import skill


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
