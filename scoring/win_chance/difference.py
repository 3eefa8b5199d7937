"""The side that is ahead after a known number of deals: the distribution of the difference, deal by deal."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.win_chance.two_sides import Gains

    Steps = tuple[tuple[int, float], ...]

EXACT = 60  # deals; over more of them the sum is as good as normal


def ahead(gains: Gains, left: int, totals: tuple[int, ...]) -> tuple[float, float]:
    """The chances of two sides to be ahead after so many more deals; equal ones play on, with even chances."""
    lead, steps = totals[0] - totals[1], steps_of(gains)
    chance = above(steps, left, lead) if left <= EXACT else normally_above(steps, left, lead)
    return chance, 1 - chance


@lru_cache(maxsize=64)
def steps_of(gains: Gains) -> Steps:
    """What a deal does to the difference."""
    found: dict[int, float] = {}
    for (one, other), chance in gains:
        found[one - other] = found.get(one - other, 0.0) + chance
    return tuple(sorted(found.items()))


def above(steps: Steps, left: int, lead: int) -> float:
    """The chance that a lead is more than nothing after so many steps, and half of that it is gone."""
    return sum(chance if lead + moved > 0 else chance / 2 for moved, chance in moves(steps, left) if lead + moved >= 0)


@lru_cache(maxsize=1024)
def moves(steps: Steps, left: int) -> Steps:
    """The distribution of the sum of so many steps."""
    if left <= 0:
        return ((0, 1.0),)
    found: dict[int, float] = {}
    for moved, chance in moves(steps, left - 1):
        for step, share in steps:
            found[moved + step] = found.get(moved + step, 0.0) + chance * share
    return tuple(found.items())


def normally_above(steps: Steps, left: int, lead: int) -> float:
    """The same by the central limit theorem; steps are even on average."""
    wide = sqrt(left * sum(chance * step * step for step, chance in steps))
    return NormalDist().cdf(lead / wide) if wide else (lead > 0) + (lead == 0) / 2
