"""Whether one rate is truly above another, and how many evenings it would take to know."""

from __future__ import annotations

from math import ceil, sqrt
from typing import NamedTuple

from models.review.statistics.bands import NORMAL, Z
from models.review.statistics.rates import Rate

BETTER, PERHAPS = 0.90, 0.75  # chances from which it is said


class RateComparison(NamedTuple):
    """Two rates beside each other. chance: that the first is truly above; None while one of them is not shown.

    verdict: "better" or "perhaps" (better) of the first or the second as ahead (0 or 1) says, else "unknown". deals:
    cases of each that would tell them apart; evenings: more evenings until then; both None where that is not known.
    """

    chance: float | None
    verdict: str
    ahead: int | None
    deals: int | None
    evenings: int | None


def compare(one: Rate, other: Rate, deals_an_evening: float) -> RateComparison:
    """What can be said of two rates; deals_an_evening: cases that each of them gets in one."""
    if one.shown is None or other.shown is None:
        return RateComparison(None, "unknown", None, None, None)
    chance = chance_above(one, other)
    ahead, sure = (0, chance) if chance >= 0.5 else (1, 1 - chance)
    if one.comparable and other.comparable and sure >= PERHAPS:
        return RateComparison(chance, "better" if sure >= BETTER else "perhaps", ahead, None, None)
    deals = deals_needed(one.shown, other.shown)
    return RateComparison(chance, "unknown", None, deals, evenings(deals, min(one.of, other.of), deals_an_evening))


def chance_above(one: Rate, other: Rate) -> float:
    """Chance that the first is truly above the second, both with a band, as if they were normal."""
    wide = sqrt(deviation(one) ** 2 + deviation(other) ** 2)
    return NORMAL.cdf(((one.shown or 0.0) - (other.shown or 0.0)) / wide)


def deviation(known: Rate) -> float:
    """The standard deviation that a band of 80 % stands for."""
    return ((known.high or 0.0) - (known.low or 0.0)) / (2 * Z)


def deals_needed(one: float, other: float) -> int | None:
    """Cases of each after which two true rates so far apart would be told apart at 9 to 1; None when they are equal."""
    p, apart = (one + other) / 2, abs(one - other)
    return ceil(2 * p * (1 - p) * (Z / apart) ** 2) if apart else None


def evenings(deals: int | None, seen: int, an_evening: float) -> int | None:
    """Evenings until so many cases, of which some were seen; at least one."""
    if deals is None or an_evening <= 0:
        return None
    return max(1, ceil((deals - seen) / an_evening))
