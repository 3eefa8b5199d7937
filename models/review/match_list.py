"""Finished matches that are so: how many of a scope there are, and each of them with who sat at its end."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, null, select

from models.base import db
from models.review.scope import Scope
from models.review.tables import seat_facts
from models.tables import matches, results

SEAT = seat_facts.c
RIVAL = seat_facts.alias("rival")


class MatchFilter(NamedTuple):
    """Which matches; what is None or empty says nothing.

    who: ids of a person who sat there at the end; of that person: mate, rival: ids of a partner, of somebody on another
    side; won: whether they won, or with a rival came out ahead; level: whether nobody won, or with a rival neither came
    out ahead. least, most: deals.
    """

    scope: Scope
    who: tuple[int, ...] = ()
    mate: tuple[int, ...] = ()
    rival: tuple[int, ...] = ()
    won: bool | None = None
    level: bool | None = None
    least: int | None = None
    most: int | None = None


class EndSeat(NamedTuple):
    """Who sat in a seat at the end of a match, by the name of that time."""

    seat: int
    side: int
    player_id: int | None
    name: str
    place: int
    total: int


class CountedMatch(NamedTuple):
    """A match of a list; seat: of the person it is about, rival: of the other, else None; seats: all at its end."""

    uid: str
    game: str
    day: date
    deals: int
    level: bool
    seat: EndSeat | None
    rival: EndSeat | None
    seats: list[EndSeat]

    @property
    def winners(self) -> list[EndSeat]:
        """Who won."""
        return [] if self.level else [seat for seat in self.seats if seat.place == 1]

    @property
    def sides(self) -> list[list[EndSeat]]:
        """The seats by side, first that of the person it is about with them in front, or that of who won."""
        first = self.seat or next(iter(self.winners), self.seats[0])
        sides = sorted({seat.side for seat in self.seats}, key=lambda side: (side != first.side, side))
        seats = sorted(self.seats, key=lambda seat: seat != self.seat)
        return [[seat for seat in seats if seat.side == side] for side in sides]


def count_matches(wanted: MatchFilter) -> int:
    """How many there are."""
    return int(db.session.scalar(matches_where(wanted, func.count())) or 0)


def list_matches(wanted: MatchFilter, start: int, most: int) -> list[CountedMatch]:
    """Those from the start-th on, the newest first."""
    rival = RIVAL.c.seat if wanted.rival else null()
    columns: Any = SEAT.match_id, SEAT.seat, rival, matches.c.uid, SEAT.game, SEAT.day, SEAT.deals, SEAT.level
    query = matches_where(wanted, *columns).join(matches, matches.c.id == SEAT.match_id)
    order = [column.desc() for column in (SEAT.day, SEAT.started_at, SEAT.match_id)]
    rows = db.session.execute(query.order_by(*order, SEAT.seat).offset(start).limit(most)).all()
    ended = seats_at_end({row.match_id for row in rows})
    listed = []
    for match, seat, rival_seat, uid, game, day, deals, level in rows:
        seats = ended[match]
        mine, theirs = seats[seat] if wanted.who else None, seats.get(rival_seat)
        listed.append(CountedMatch(uid, game, day, deals, bool(level), mine, theirs, list(seats.values())))
    return listed


def seats_at_end(ids: set[int]) -> dict[int, dict[int, EndSeat]]:
    """By match and seat who sat there at the end."""
    columns = [results.c[name] for name in EndSeat._fields]
    query = select(results.c.match_id, *columns).where(results.c.match_id.in_(ids), results.c.place.is_not(None))
    ended: dict[int, dict[int, EndSeat]] = defaultdict(dict)
    for match, *row in db.session.execute(query.order_by(results.c.match_id, results.c.seat)):
        ended[match][row[0]] = EndSeat(*row)
    return ended


def matches_where(wanted: MatchFilter, *columns: Any) -> Select[Any]:
    """A query over the seats of a person in the matches that are so; without a person over their first seats."""
    query = select(*columns).select_from(seat_facts)
    if wanted.rival:
        query = query.join(RIVAL, and_(RIVAL.c.match_id == SEAT.match_id, RIVAL.c.side != SEAT.side))
    return query.where(*wanted.scope.within(seat_facts), *conditions_of(wanted))


def conditions_of(wanted: MatchFilter) -> list[ColumnElement[bool]]:
    """What is asked of a match, and of who sat there."""
    met = bool(wanted.rival)
    level = SEAT.place == RIVAL.c.place if met else SEAT.level
    ahead, behind = (SEAT.place < RIVAL.c.place, SEAT.place > RIVAL.c.place) if met else (SEAT.won, ~SEAT.won & ~level)
    pairs: tuple[tuple[Any, Any], ...] = (
        (wanted.who or None, SEAT.player_id.in_(wanted.who)),
        (None if wanted.who else 0, SEAT.seat == 0),
        (wanted.mate or None, SEAT.mate_id.in_(wanted.mate)),
        (wanted.rival or None, RIVAL.c.player_id.in_(wanted.rival)),
        (wanted.won, ahead if wanted.won else behind),
        (wanted.level, level if wanted.level else ~level),
        (wanted.least, SEAT.deals >= (wanted.least or 0)),
        (wanted.most, SEAT.deals <= (wanted.most or 0)),
    )
    return [condition for value, condition in pairs if value is not None]
