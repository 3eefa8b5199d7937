"""Chemistry: what two people win together beyond what their ratings say."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from models.review.statistics.bands import Z

WEIGHT = 30  # matches without any chemistry that are added
RANKED_FROM = 20  # matches together


class Chemistry(NamedTuple):
    """more: matches won above what was due, as a share of all; give: plus or minus so much, four times in five."""

    matches: int
    more: float
    give: float
    ranked: bool


def chemistry(results: Sequence[tuple[float, float]]) -> Chemistry:
    """The chemistry of matches together: what each brought (1 won, 0 lost) and the chance before it."""
    n = len(results)
    if not n:
        return Chemistry(0, 0.0, give_of(0.25, 0), False)
    more = fmean(won - due for won, due in results) * n / (n + WEIGHT)
    return Chemistry(n, more, give_of(fmean(due * (1 - due) for _, due in results), n), n >= RANKED_FROM)


def give_of(noise: float, n: int) -> float:
    """Half the band after n matches; noise: the variance of one match."""
    return Z * sqrt(noise / (n + WEIGHT))
