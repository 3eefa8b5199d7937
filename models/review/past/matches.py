"""The past of a circle: its finished matches in the order in which they were played, with who sat on which side."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from models.cache import Cache

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from datetime import date, datetime
    from typing import Any

    from models.review.past.people import People, Person

Kept = TypeVar("Kept")
MOST_KEPT = 400  # values worked out over a past


class Seat(NamedTuple):
    """Somebody at the end of a match, or who left before: then without a place. person: None for a guest."""

    person: int | None
    name: str
    side: int
    place: int | None
    total: int
    won: bool
    deals: int


class PastMatch(NamedTuple):
    """A finished match; low: the lowest chance of a winner, swing: of the deal swing_uid, in thousandths or None.

    ended: those who sat there at the end; sides: the same by side.
    """

    id: int
    uid: str
    evening_id: int
    game: str
    day: date
    started_at: datetime
    last_at: datetime
    deals: int
    low: int | None
    swing: int | None
    swing_uid: str | None
    seats: tuple[Seat, ...]
    ended: list[Seat]
    sides: dict[int, list[Seat]]

    def seat_of(self, person: int) -> Seat | None:
        """The seat that a person had at the end."""
        return next((seat for seat in self.ended if seat.person == person), None)

    def mates_of(self, seat: Seat) -> list[Seat]:
        """Those on the same side at the end."""
        return [one for one in self.ended if one.side == seat.side and one is not seat]

    def against(self, seat: Seat) -> list[Seat]:
        """Those on the other sides at the end."""
        return [one for one in self.ended if one.side != seat.side]


class Past:
    """The people of a circle and their finished matches, the oldest first; version changes with any of them.

    It never changes; what is worked out over it is kept with it.
    """

    def __init__(self, version: tuple[Any, ...], people: People, matches: Sequence[PastMatch]) -> None:
        self.version, self.people, self.matches = version, people, tuple(matches)
        self._kept: Cache[Any] = Cache(MOST_KEPT, lambda _: 1)

    def kept(self, key: Hashable, work_out: Callable[[], Kept]) -> Kept:
        """What was worked out before under this key, else now; small values, of which MOST_KEPT stay."""
        known: Kept | None = self._kept.get(key)
        return self._kept.put(key, work_out()) if known is None else known

    def of(self, matches: Sequence[PastMatch], people: People | None = None) -> Past:
        """The past of some of its matches, in their order, or with its people under other names."""
        return Past(self.version, people or self.people, matches)

    def played(self, game: str | None = None, first: date | None = None, last: date | None = None) -> list[PastMatch]:
        """The matches of a game, or of all, from a day to a day."""
        found = self.matches if game is None else self.by_game.get(game, [])
        begin = 0 if first is None else bisect_left(found, first, key=day_of)
        return list(found[begin : None if last is None else bisect_right(found, last, key=day_of)])

    @cached_property
    def by_game(self) -> dict[str, list[PastMatch]]:
        """The matches of each game that was played."""
        found: dict[str, list[PastMatch]] = {}
        for match in self.matches:
            found.setdefault(match.game, []).append(match)
        return found

    @cached_property
    def by_person(self) -> dict[int, list[PastMatch]]:
        """The matches at whose end each person sat there."""
        found: dict[int, list[PastMatch]] = {}
        for match in self.matches:
            for person in {seat.person for seat in match.ended if seat.person is not None}:
                found.setdefault(person, []).append(match)
        return found

    @cached_property
    def by_evening(self) -> dict[int, list[PastMatch]]:
        """The matches of each evening, by its id."""
        found: dict[int, list[PastMatch]] = {}
        for match in self.matches:
            found.setdefault(match.evening_id, []).append(match)
        return found

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


def day_of(match: PastMatch) -> date:
    """The day of a match."""
    return match.day


def past_match(head: tuple[Any, ...], seats: tuple[Seat, ...]) -> PastMatch:
    """A match; head: its values before the seats. Who sat where at the end is told once: pages ask a thousand times."""
    ended = [seat for seat in seats if seat.place is not None]
    sides: dict[int, list[Seat]] = {}
    for seat in ended:
        sides.setdefault(seat.side, []).append(seat)
    return PastMatch._make((*head, seats, ended, sides))
