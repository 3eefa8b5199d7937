"""Luck and skill: the share of the differences between people that would remain if they played for ever."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from models.review.statistics.bands import Z

People = Sequence[tuple[int, int]]

MATCHES_NEEDED = 60
PEOPLE_NEEDED = 4
ALIKE = 1e-12  # a variance that is nothing but rounding


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
    return share_of(moments(people))


class Moments(NamedTuple):
    """Sums over people: their number, wins, matches, rates, squares of rates, and parts of one match."""

    n: int
    won: int
    of: int
    rates: float
    squares: float
    parts: float

    def without(self, other: Moments) -> Moments:
        """The sums without those of some of the people."""
        return Moments(*(mine - theirs for mine, theirs in zip(self, other, strict=True)))  # type: ignore[arg-type]


def moments(people: People) -> Moments:
    """The sums over these people."""
    rates = [won / of for won, of in people]
    won, of = sum(won for won, _ in people), sum(of for _, of in people)
    return Moments(len(people), won, of, sum(rates), sum(one * one for one in rates), sum(1 / of for _, of in people))


def share_of(sums: Moments) -> float:
    """The share of skill of these sums of two people or more; 0 where nobody differs."""
    mean = sums.won / sums.of
    own = (sums.squares - sums.rates * sums.rates / sums.n) / (sums.n - 1)
    noise = mean * (1 - mean) * sums.parts / sums.n
    return 1 - noise / own if own > ALIKE else 0.0


def jackknife(people: People) -> float:
    """The standard error of the share, by leaving one person out at a time."""
    whole = moments(people)
    left = [within(share_of(whole.without(moments([one])))) for one in people]
    mean = fmean(left)
    return sqrt((len(left) - 1) / len(left) * sum((one - mean) ** 2 for one in left))


def within(share: float) -> float:
    """A share from 0 to 1."""
    return min(1.0, max(0.0, share))
