"""What came of an evening: how many matches each side or person won, when it began and ended."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, timedelta

    from models.review.night import Name, Night
    from models.review.past import PastMatch

LONGEST_PAUSE = 4 * 3600  # s between two matches of one evening; a longer one means that it went on another day


class Won(NamedTuple):
    """People who played together and how many matches they won, of how many."""

    names: tuple[Name, ...]
    won: int
    of: int


class Span(NamedTuple):
    """When an evening began and ended by its matches; length: None where it went on another day."""

    begin: datetime
    end: datetime
    length: timedelta | None


def result_of(night: Night) -> list[Won]:
    """The wins of the evening, most first: by side while the sides stayed as they were, else by person.

    Who stays out of standings is left out.
    """
    units = same_sides(night.matches)
    won: Counter[tuple[Name, ...]] = Counter()
    of: Counter[tuple[Name, ...]] = Counter()
    for match in night.matches:
        for side in match.sides.values():
            people = night.names(side)
            for unit in [tuple(people)] if units else [(name,) for name in people]:
                unit = tuple(sorted(unit, key=str))
                of[unit] += 1
                won[unit] += side[0].won
    return sorted((Won(unit, won[unit], of[unit]) for unit in of if unit), key=lambda one: (-one.won, one.of))


def same_sides(matches: Sequence[PastMatch]) -> bool:
    """Whether the same people played together all evening."""
    return len({sides_key(match) for match in matches}) == 1


def sides_key(match: PastMatch) -> frozenset[frozenset[int | str]]:
    """Who played with whom."""
    return frozenset(frozenset(seat.person or seat.name for seat in side) for side in match.sides.values())


def span_of(matches: Sequence[PastMatch]) -> Span | None:
    """From the first match's begin to the last record; None without matches."""
    if not matches:
        return None
    begin, end = min(match.started_at for match in matches), max(match.last_at for match in matches)
    paused = any((now.started_at - was.last_at).total_seconds() > LONGEST_PAUSE for was, now in pairwise(matches))
    length = end - begin
    far = paused or any((one.last_at - one.started_at).total_seconds() > LONGEST_PAUSE for one in matches)
    return Span(begin, end, None if far else length)
