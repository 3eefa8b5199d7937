"""What a row of results or of win chances tells: runs, the swing of a deal, a comeback; and the break-even of a bid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

Chances = Sequence[tuple[float, ...]]


class Runs(NamedTuple):
    """The longest runs of wins and of losses, and the one now: so many wins, or (negative) so many losses."""

    won: int
    lost: int
    now: int


class Swing(NamedTuple):
    """The deal (from 0) that turned most, the side that gained by it, and how much chance."""

    deal: int
    side: int
    gain: float


def runs(results: Iterable[bool]) -> Runs:
    """The runs of results in the order in which they were played."""
    lengths = [(won, len(list(same))) for won, same in groupby(results)]
    longest = {won: max([n for kind, n in lengths if kind is won], default=0) for won in (True, False)}
    won, n = lengths[-1] if lengths else (True, 0)
    return Runs(longest[True], longest[False], n if won else -n)


def swings(chances: Chances) -> list[Swing]:
    """The swing of every deal; chances: before the first deal and after each."""
    found = []
    for deal, (before, after) in enumerate(pairwise(chances)):
        gains = [now - was for was, now in zip(before, after, strict=True)]
        side = gains.index(max(gains))
        found.append(Swing(deal, side, gains[side]))
    return found


def largest_swing(chances: Chances) -> Swing | None:
    """The deal that turned most, the first of equal ones; None without a deal."""
    return max(swings(chances), key=lambda swing: swing.gain, default=None)


def comeback(chances: Chances, winner: int) -> float:
    """The lowest chance that the later winner ever had."""
    return min(now[winner] for now in chances)
