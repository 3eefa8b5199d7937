"""The past of a circle: its finished matches in the order in which they were played, with who sat on which side."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from datetime import date, datetime
from functools import cached_property
from typing import Any, TypeVar

from models.cache import Cache
from models.review.past.carried import CarriedValues
from models.review.past.match import PastMatch, Seat
from models.review.people import People, Person

Chapter = tuple[str, int]

Kept = TypeVar("Kept")
Group = TypeVar("Group", int, str)
MOST_KEPT = 100  # values worked out over a past


class Past:
    """The people of a circle and their finished matches, the oldest first; version: another one with any of them.

    It never changes; what is worked out over it is kept with it. chapters: by game and quarter when rows of its
    matches, finished or not, were written last; circle: its uid.
    """

    def __init__(
        self,
        version: int,
        people: People,
        matches: Sequence[PastMatch],
        chapters: Mapping[Chapter, int] | None = None,
        circle: str = "",
    ) -> None:
        self.version, self.people, self.matches = version, people, tuple(matches)
        self.chapters, self.circle = chapters or {}, circle
        self._kept: Cache[Any] = Cache(MOST_KEPT, lambda _: 1)
        self._carried = CarriedValues()

    def kept(self, key: Hashable, work_out: Callable[[], Kept]) -> Kept:
        """What was worked out before under this key, else now; small values, of which MOST_KEPT stay."""
        known: Kept | None = self._kept.get(key)
        return self._kept.put(key, work_out()) if known is None else known

    def carried(
        self,
        key: Hashable,
        begin: Callable[[], Kept],
        carry_on: Callable[[Kept, Sequence[PastMatch], Sequence[PastMatch]], Kept],
    ) -> Kept:
        """What was worked out before under this key, also over the past before this one, else now.

        carry_on: what becomes of it without the matches that went since and with those that came.
        """
        return self._carried.get(key, begin, carry_on)

    def kept_until(self, key: Hashable, last: date, work_out: Callable[[], Kept]) -> Kept:
        """What was worked out before under this key, while no match of this day or before it changed since."""

        def carry_on(known: Kept, gone: Sequence[PastMatch], fresh: Sequence[PastMatch]) -> Kept:
            return known if all(match.day > last for match in (*gone, *fresh)) else work_out()

        return self.carried(("until", key), work_out, carry_on)

    def of(self, matches: Sequence[PastMatch], people: People | None = None) -> Past:
        """The past of some of its matches, in their order, or with its people under other names."""
        return Past(self.version, people or self.people, matches, self.chapters, self.circle)

    def with_chapters(self, chapters: Mapping[Chapter, int]) -> Past:
        """The same past, after rows of matches were written that are not over."""
        found = copy(self)
        found.chapters = chapters
        return found

    def changed(
        self,
        version: int,
        people: People,
        gone: AbstractSet[int],
        fresh: Sequence[PastMatch],
        chapters: Mapping[Chapter, int],
    ) -> Past:
        """The past without the matches of these ids and with fresh ones."""
        left = [self.by_id[one] for one in gone]
        found = Past(version, people, exchanged(self.matches, left, fresh), chapters, self.circle)
        found.by_id = self.by_id | {match.id: match for match in fresh}
        for one in gone - {match.id for match in fresh}:
            del found.by_id[one]
        found.by_game = regrouped(self.by_game, left, fresh, lambda match: {match.game})
        found.by_evening = regrouped(self.by_evening, left, fresh, lambda match: {match.evening_id})
        found.by_person = regrouped(self.by_person, left, fresh, people_at_end)
        if people == self.people:
            found._carried = self._carried.after(left, fresh)
        return found

    def version_of(self, game: str | None = None) -> tuple[Any, ...]:
        """Another one with the rows of a game's matches, or of all, finished or not: game, quarter, stamp, circle."""
        known = self.chapters.items()
        return tuple(sorted((*key, stamp, self.circle) for key, stamp in known if game in (None, key[0])))

    def played(self, game: str | None = None, first: date | None = None, last: date | None = None) -> list[PastMatch]:
        """The matches of a game, or of all, from a day to a day."""
        found = self.matches if game is None else self.by_game.get(game, [])
        begin = 0 if first is None else bisect_left(found, first, key=day_of)
        return list(found[begin : None if last is None else bisect_right(found, last, key=day_of)])

    @cached_property
    def by_id(self) -> dict[int, PastMatch]:
        """The matches by id."""
        return {match.id: match for match in self.matches}

    @cached_property
    def by_game(self) -> dict[str, list[PastMatch]]:
        """The matches of each game that was played."""
        return regrouped({}, [], self.matches, lambda match: {match.game})

    @cached_property
    def by_person(self) -> dict[int, list[PastMatch]]:
        """The matches at whose end each person sat there."""
        return regrouped({}, [], self.matches, people_at_end)

    @cached_property
    def by_evening(self) -> dict[int, list[PastMatch]]:
        """The matches of each evening, by its id."""
        return regrouped({}, [], self.matches, lambda match: {match.evening_id})

    @cached_property
    def unranked(self) -> frozenset[int]:
        """The ids of those who stay out of standings."""
        return frozenset(one.id for one in self.people.persons.values() if one.unranked)

    def spans(self, span_of: Callable[[date], tuple[date, date]]) -> list[tuple[date, date]]:
        """The years in which something was finished, the first one first; span_of: the first day of the year that a
        day is in, and that of the next."""
        found, at = [], 0
        while at < len(self.matches):
            found.append(span_of(self.matches[at].day))
            at = bisect_left(self.matches, found[-1][1], key=day_of)
        return found

    def person(self, seat: Seat) -> Person | None:
        """The person in a seat; None for a guest."""
        return None if seat.person is None else self.people.persons.get(seat.person)


def people_at_end(match: PastMatch) -> set[int]:
    """The people who sat there at the end."""
    return {seat.person for seat in match.ended if seat.person is not None}


def regrouped(
    groups: Mapping[Group, list[PastMatch]],
    gone: Sequence[PastMatch],
    fresh: Sequence[PastMatch],
    groups_of: Callable[[PastMatch], set[Group]],
) -> dict[Group, list[PastMatch]]:
    """Groups of matches in order, without some and with others; those that stay as they are are not copied."""
    changes: dict[Group, tuple[list[PastMatch], list[PastMatch]]] = {}
    for n, matches in enumerate((gone, fresh)):
        for match in matches:
            for group in groups_of(match):
                changes.setdefault(group, ([], []))[n].append(match)
    found = dict(groups)
    for group, change in changes.items():
        if matches := exchanged(groups.get(group, ()), *change):
            found[group] = matches
        else:
            found.pop(group, None)
    return found


def exchanged(matches: Sequence[PastMatch], gone: Sequence[PastMatch], fresh: Sequence[PastMatch]) -> list[PastMatch]:
    """Matches in order, without some of them and with others."""
    found = list(matches)
    for match in gone:
        del found[bisect_left(found, order_of(match), key=order_of)]
    if not found:
        return list(fresh)
    for match in fresh:
        insort(found, match, key=order_of)
    return found


def order_of(match: PastMatch) -> tuple[date, datetime, int]:
    """Sorts matches as they were played."""
    return match.day, match.started_at, match.id


def day_of(match: PastMatch) -> date:
    """The day of a match."""
    return match.day
