"""What came of an evening: how many matches each side or person won, when it began and ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from models.review.evening.matches import EveningMatches, Name

Side = tuple[tuple[Name, ...], bool]

LONGEST_PAUSE = 4 * 3600  # s of a match, or between two of one evening: longer, and it went on another day


class WonTogether(NamedTuple):
    """People who played together and how many matches they won, of how many."""

    names: tuple[Name, ...]
    won: int
    of: int


class Span(NamedTuple):
    """When an evening began and ended by its matches; length: None where it went on another day."""

    begin: datetime
    end: datetime
    length: timedelta | None


def tally(matches: Sequence[Sequence[Side]], out: Collection[Name] = ()) -> list[WonTogether]:
    """The wins of an evening, most first: by side while the sides stayed as they were, else by person.

    matches: of each its sides, as who plays there and whether they won; out: who is left out.
    """
    together = same_sides([names for names, _ in match] for match in matches)
    won: Counter[tuple[Name, ...]] = Counter()
    of: Counter[tuple[Name, ...]] = Counter()
    for names, did_win in (side for match in matches for side in match):
        people = sorted((name for name in names if name not in out), key=str)
        for unit in [tuple(people)] if together else [(name,) for name in people]:
            of[unit] += 1
            won[unit] += did_win
    return sorted((WonTogether(unit, won[unit], of[unit]) for unit in of if unit), key=lambda one: (-one.won, one.of))


def same_sides(matches: Iterable[Iterable[Iterable[Name]]]) -> bool:
    """Whether the same people played together in all of these matches; each as the people of its sides."""
    return len({frozenset(frozenset(side) for side in match) for match in matches}) == 1


def result_of(night: EveningMatches) -> list[WonTogether]:
    """The wins of a night, without those who stay out of stories."""
    named = [
        [(tuple(seat.person or seat.name for seat in side), side[0].won) for side in match.sides.values()]
        for match in night.matches
    ]
    return tally(named, {one.id for one in night.past.people.persons.values() if one.unranked})


def span_of(times: Iterable[tuple[datetime, datetime]]) -> Span | None:
    """From the first match's begin to the last record; times: of each match both; None without matches."""
    known = sorted(times)
    if not known:
        return None
    begin, end = known[0][0], max(last for _, last in known)
    gaps = [now - was for (_, was), (now, _) in pairwise(known)] + [last - first for first, last in known]
    far = any(gap.total_seconds() > LONGEST_PAUSE for gap in gaps)
    return Span(begin, end, None if far else end - begin)
