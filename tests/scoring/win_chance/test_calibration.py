"""What was said against what was: of the chances between two tenths about so many come true, match after match."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from tests.scoring.win_chance.simulated import Told, past_of_all, simulated, tenths

WAYS: list[tuple[str, dict[str, Any]]] = [
    ("texas_42", {}),
    ("texas_42", {"scoring": "points"}),
    ("clobyosh", {}),
    ("boomke_wies", {"length": "deals", "length_value": 16}),
    ("boomke_wies", {"length": "points", "length_value": 15}),
    ("boomke_wies", {"length": "clock", "length_value": 60}),
    ("zwanzig_ab", {}),
    ("knockout_whist", {}),
    ("knockout_whist", {"dogs_life": "one_per_player"}),
]
SIMILAR = [WAYS[1], WAYS[4], WAYS[5], WAYS[8]]  # a game seen under another rule already
ways = pytest.mark.parametrize(("key", "rules"), WAYS, ids=lambda way: way if type(way) is str else " ".join(way))
CASES = 100  # in a tenth, before anything is said of it
SLOW = ("zwanzig_ab",)  # some 50 ms a match
PAST = 400  # matches that the circle has played before


def faults(key: str, rules: dict[str, Any], n: int, off: float) -> list[Told]:
    """The tenths that were told worse than that, or than so few cases can show.

    That is 2.5 standard errors of half of them, as each match tells at least two.
    """
    past = past_of_all(key, simulated(key, rules, PAST, seed=1))
    told = [one for one in tenths(key, past, simulated(key, rules, n, seed=2)) if one.cases >= CASES]
    assert len(told) >= 3  # what is told is not one and the same always
    return [
        one
        for one in told
        if abs(one.said - one.was) > max(off, 2.5 * sqrt(one.said * (1 - one.said) / (one.cases / 2)))
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("key", "rules"),
    [pytest.param(*way, marks=[pytest.mark.full] * (way in SIMILAR)) for way in WAYS],
    ids=lambda way: way if type(way) is str else " ".join(way),
)
def test_it_comes_about_as_often_as_it_is_said(key: str, rules: dict[str, Any]) -> None:
    assert faults(key, rules, 60 if key in SLOW else 200, 0.15) == []


@ways
@pytest.mark.full
@pytest.mark.slow
def test_it_comes_as_often_as_it_is_said(key: str, rules: dict[str, Any]) -> None:
    assert faults(key, rules, 2000, 0.04) == []
