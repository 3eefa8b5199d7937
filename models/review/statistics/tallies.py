"""Whole numbers added up by key over the matches of a past, and carried on when a match ends or changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from datetime import date
from operator import add, sub
from typing import Any, NamedTuple

from models.review.past.match import PastMatch
from models.review.past.matches import Past

Numbers = tuple[int, ...]
Tally = dict[Any, Numbers]
Entries = Callable[[PastMatch], Iterable[tuple[Any, Numbers]]]


class Part(NamedTuple):
    """The matches of a game, or of all, from a day to a day."""

    game: str | None = None
    first: date | None = None
    last: date | None = None

    def matches(self, past: Past) -> list[PastMatch]:
        """Those of a past."""
        return past.played(*self)

    def of(self, matches: Iterable[PastMatch]) -> list[PastMatch]:
        """Those of some matches."""
        return [match for match in matches if self.game in (None, match.game) and self.in_time(match.day)]

    def in_time(self, day: date) -> bool:
        """Whether a day is between the first and the last."""
        return (self.first is None or day >= self.first) and (self.last is None or day <= self.last)


def tally(past: Past, what: Hashable, part: Part, entries: Entries) -> Tally:
    """The numbers of all entries of the matches of a part, by key, added up; what: names these entries.

    The last number of an entry is 1: where nothing is left of a key it goes.
    """

    def carry_on(known: Tally, gone: Sequence[PastMatch], fresh: Sequence[PastMatch]) -> Tally:
        gone, fresh = part.of(gone), part.of(fresh)
        return changed(known, entries_of(gone, entries), entries_of(fresh, entries)) if gone or fresh else known

    return past.carried((what, part), lambda: changed({}, (), entries_of(part.matches(past), entries)), carry_on)


def entries_of(matches: Iterable[PastMatch], entries: Entries) -> Iterator[tuple[Any, Numbers]]:
    """The entries of matches."""
    return (entry for match in matches for entry in entries(match))


def changed(known: Tally, gone: Iterable[tuple[Any, Numbers]], fresh: Iterable[tuple[Any, Numbers]]) -> Tally:
    """A tally without some entries and with others."""
    found, alike = dict(known), dict[Any, Any]()
    for key, numbers in fresh:
        whole = tuple(map(add, found[key], numbers)) if key in found else numbers
        found[key] = alike.setdefault(whole, whole)  # most are the same few
    for key, numbers in gone:
        found[key] = tuple(map(sub, found[key], numbers))
        if not found[key][-1]:
            del found[key]
    return found


def evening_sums(past: Past, part: Part) -> Tally:
    """The deals and the matches of each evening, by its id."""
    return tally(past, "evenings", part, lambda match: [(match.evening_id, (match.deals, 1))])
