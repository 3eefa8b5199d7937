"""A share, so many of so many: its 95 % interval, and whether two differ enough that it may be said."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

Z = 1.96  # standard errors on either side of a share: 95 %
FEW = 10  # cases below which each is drawn as a stroke of its own
ENOUGH = 20  # matches from which somebody stands among those who are compared
APART, APART_IN_A_GAME = 4.0, 4.4  # standard errors from which two are said to differ, however often somebody looks


class Share(NamedTuple):
    """So many of so many; even: what the share would be if all were alike, None where nothing is even."""

    made: int
    of: int
    even: float | None = None

    @property
    def value(self) -> float:
        """The share itself, 0 for none of none."""
        return self.made / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %."""
        if not self.of:
            return 0.0, 1.0
        whole = 1 + Z * Z / self.of
        middle = (self.value + Z * Z / (2 * self.of)) / whole
        half = Z * sqrt(self.value * (1 - self.value) / self.of + (Z / self.of) ** 2 / 4) / whole
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def few(self) -> bool:
        """Whether each case is drawn by itself."""
        return self.of < FEW

    @property
    def enough(self) -> bool:
        """Whether it is compared with others."""
        return self.of >= ENOUGH

    @property
    def order(self) -> tuple[bool, float, int]:
        """The key of lists: those with enough first, then by share, then by number."""
        return not self.enough, -self.value, -self.of

    def plus(self, other: Share) -> Share:
        """Both together."""
        of = self.of + other.of
        even = None
        if self.even is not None and other.even is not None and of:
            even = (self.even * self.of + other.even * other.of) / of
        return Share(self.made + other.made, of, even)


def apart(one: Share, other: Share) -> float:
    """By how many standard errors one share is above the other, as if both came from the same; 0 where none can be."""
    if not one.of or not other.of:
        return 0.0
    both = (one.made + other.made) / (one.of + other.of)
    error = sqrt(both * (1 - both) * (1 / one.of + 1 / other.of))
    return (one.value - other.value) / error if error else 0.0


def wins_more(shares: Iterable[Share], in_a_game: bool = False) -> tuple[int, int] | None:
    """The places of the two with the greatest distance, if that may be said: the first wins more than the second.

    Without any difference in skill that is said in at most one of twenty circles, however often somebody looks
    (tests/models/review/test_shares.py). Those with few matches are compared with nobody.
    """
    known = [(share, place) for place, share in enumerate(shares) if share.enough]
    pairs = [(apart(one, other), first, second) for one, first in known for other, second in known if first != second]
    distance, first, second = max(pairs, default=(0.0, 0, 0))
    return (first, second) if distance >= (APART_IN_A_GAME if in_a_game else APART) else None
