"""Shares: Wilson's interval against its defining equation, lists, and who may be said to win more than whom."""

from __future__ import annotations

from math import exp, sqrt
from random import Random

import pytest

from models.review.shares import Share, apart, wins_more
from tests.support.sizes import FULL


def test_nothing_is_said_of_few_or_of_what_is_close():
    assert apart(Share(60, 100), Share(40, 100)) == pytest.approx(2.83, abs=0.01)
    assert wins_more([Share(60, 100), Share(40, 100)]) is None
    assert wins_more([Share(19, 19), Share(0, 100)]) is None
    assert wins_more([Share(30, 100), Share(50, 100), Share(62, 100)]) == (2, 0)
    assert wins_more([Share(50, 100)]) is wins_more([]) is None


CIRCLES = 1000 if FULL else 60


@pytest.mark.thorough
@pytest.mark.parametrize("people", [4, 8, 12])
def test_without_any_difference_it_is_said_in_at_most_one_of_twenty_circles(people):
    """Four of them play at a time, with partners by lot or always the same; looked at after every five matches."""
    rng = Random(people)
    said = sum(is_ever_said(rng, [0.0] * people, fixed=circle % 2 == 0) for circle in range(CIRCLES))
    assert said <= 0.05 * CIRCLES + 2 * sqrt(0.05 * 0.95 * CIRCLES), said


def test_a_clear_difference_is_said_in_most_circles():
    rng = Random(1)
    said = sum(is_ever_said(rng, [0.8, -0.8, *[0.0] * 4], fixed=False) for _ in range(40))
    assert said > 36, said


def is_ever_said(rng: Random, strength: list[float], fixed: bool) -> bool:
    """Whether a circle of 400 matches is ever told that somebody wins more; strength: of each, in log odds."""
    won, of = [0] * len(strength), [0] * len(strength)
    for match in range(1, 401):
        order = list(range(0, len(strength), 2)) if fixed else rng.sample(range(len(strength)), 4)
        sides = [(n, n + 1) for n in rng.sample(order, 2)] if fixed else [tuple(order[:2]), tuple(order[2:])]
        one, other = (sum(strength[n] for n in side) for side in sides)
        winners = sides[rng.random() >= 1 / (1 + exp(other - one))]
        for side in sides:
            for n in side:
                of[n] += 1
                won[n] += side is winners
        if match % 5 == 0 and wins_more([Share(made, n) for made, n in zip(won, of, strict=True)]):
            return True
    return False
