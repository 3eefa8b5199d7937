"""A rate of k of n that a page can show: pulled to what is usual, with its band, and nothing at all for a few cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean, variance
from typing import NamedTuple

from models.review.statistics.bands import wilson

SHOWN_FROM = 8  # cases; below them only the fraction is told
COMPARED_FROM = 20
WEIGHT = 12.0  # cases that the usual rate counts as: about an evening of own bids
LIGHTEST, HEAVIEST = 6.0, 60.0
PEOPLE_NEEDED = 6  # with COMPARED_FROM cases each, before their spread says how much the usual rate counts


class Rate(NamedTuple):
    """How often something was made; shown, low and high (the band) are shares from 0 to 1, None below SHOWN_FROM.

    Of no case a page says "not yet", of one to seven only the fraction.
    """

    made: int
    of: int
    shown: float | None
    low: float | None
    high: float | None
    comparable: bool


def rate(made: int, of: int, usual: float, weight: float = WEIGHT) -> Rate:
    """The rate of made among so many cases, pulled to what is usual as if that had been seen weight times."""
    if of < SHOWN_FROM:
        return Rate(made, of, None, None, None, False)
    shown = pulled(made, of, usual, weight)
    low, high = wilson(shown, of + weight)
    return Rate(made, of, shown, low, high, of >= COMPARED_FROM)


def pulled(made: float, of: float, usual: float, weight: float) -> float:
    """The share of made when weight more cases had gone as usual."""
    return (made + weight * usual) / (of + weight)


def weight_of(people: Iterable[tuple[int, int]]) -> float:
    """How many cases the usual rate counts as: many where people are alike, few where they differ.

    people: made and of, one pair a person. By the method of moments (Beta distribution): the spread of their rates less
    what chance alone makes of it. WEIGHT while too few have played enough.
    """
    known = [(made, of) for made, of in people if of >= COMPARED_FROM]
    if len(known) < PEOPLE_NEEDED:
        return WEIGHT
    own, noise = spread(known)
    mean = sum(made for made, _ in known) / sum(of for _, of in known)
    if own <= noise:
        return HEAVIEST
    return min(HEAVIEST, max(LIGHTEST, mean * (1 - mean) / (own - noise) - 1))


def spread(people: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """The variance of the rates of two people or more, and the variance that they would have by chance alone."""
    mean = sum(made for made, _ in people) / sum(of for _, of in people)
    return variance(made / of for made, of in people), fmean(mean * (1 - mean) / of for _, of in people)


def order_key(one: Rate) -> tuple[bool, float, int, int]:
    """Sorts rates best first: never by a bare percentage, so that 3 of 3 does not lead."""
    return one.low is None, -(one.low or 0.0), -one.of, -one.made
