"""Luck and skill: the share of the differences between people that would remain if they played for ever."""

from __future__ import annotations

from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from models.review.statistics.bands import Z
from models.review.statistics.rates import spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    People = Sequence[tuple[int, int]]

MATCHES_NEEDED = 60
PEOPLE_NEEDED = 4


class Skill(NamedTuple):
    """The share of skill from 0 to 1, and its band."""

    share: float
    low: float
    high: float


def skill(people: People, matches: int) -> Skill | None:
    """The share of skill; people: matches won and played, one pair a person; None below the floors."""
    known = [(won, of) for won, of in people if of]
    if matches < MATCHES_NEEDED or len(known) < PEOPLE_NEEDED:
        return None
    share, give = within(raw_share(known)), Z * jackknife(known)
    return Skill(share, within(share - give), within(share + give))


def raw_share(people: People) -> float:
    """By the method of moments: 1 - what chance alone would spread / the spread there is; below 0 by bad luck."""
    own, noise = spread(people)
    return 1 - noise / own if own else 0.0


def jackknife(people: People) -> float:
    """The standard error of the share, by leaving one person out at a time."""
    left = [within(raw_share([*people[:at], *people[at + 1 :]])) for at in range(len(people))]
    mean = fmean(left)
    return sqrt((len(left) - 1) / len(left) * sum((one - mean) ** 2 for one in left))


def within(share: float) -> float:
    """A share from 0 to 1."""
    return min(1.0, max(0.0, share))
