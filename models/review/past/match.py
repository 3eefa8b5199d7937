"""A finished match as review reads it, with who sat on which side."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, NamedTuple


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
    ended: tuple[Seat, ...]
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


def past_match(head: tuple[Any, ...], seats: tuple[Seat, ...]) -> PastMatch:
    """A match; head: its values before the seats. Who sat where at the end is told once: pages ask a thousand times."""
    ended = tuple(seat for seat in seats if seat.place is not None)
    ended = seats if len(ended) == len(seats) else ended
    sides: dict[int, list[Seat]] = {}
    for seat in ended:
        sides.setdefault(seat.side, []).append(seat)
    return PastMatch._make((*head, seats, ended, sides))
