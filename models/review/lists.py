"""Finished matches, and their deals, that are so: how many of a scope there are, and each of them, the newest first."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from itertools import accumulate
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, null, select

from models.base import db
from models.review.scope import Scope
from models.review.tables import facts, match_reviews, parts, seat_facts
from models.tables import matches, results
from scoring.review import Where

SEAT, MATCH, DEAL, PART = seat_facts.c, match_reviews.c, facts.c, parts.c
IN_ORDER = MATCH.day, MATCH.started_at, MATCH.match_id
RIVAL = seat_facts.alias("rival")
SAME_DEAL = and_(DEAL.match_id == PART.match_id, DEAL.n == PART.n)


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
    """Those from the start-th on."""
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
    level: ColumnElement[bool] = SEAT.level
    ahead: ColumnElement[bool] = SEAT.won
    within = wanted.scope.within(seat_facts)
    if wanted.rival:  # a person is of one circle: told of it SQLite looks through all its seats for each match
        within = within[1:]
    query = select(*columns).select_from(seat_facts).where(*within)
    query = query.where(SEAT.player_id.in_(wanted.who) if wanted.who else SEAT.seat == 0)
    if wanted.mate:
        query = query.where(SEAT.mate_id.in_(wanted.mate))
    if wanted.rival:
        level, ahead = SEAT.place == RIVAL.c.place, SEAT.place < RIVAL.c.place
        query = query.join(RIVAL, and_(RIVAL.c.match_id == SEAT.match_id, RIVAL.c.side != SEAT.side))
        query = query.where(RIVAL.c.player_id.in_(wanted.rival))
    if wanted.won is not None:
        query = query.where(ahead if wanted.won else ~ahead & ~level)
    if wanted.level is not None:
        query = query.where(level if wanted.level else ~level)
    if wanted.least is not None:
        query = query.where(SEAT.deals >= wanted.least)
    return query if wanted.most is None else query.where(SEAT.deals <= wanted.most)


class DealFilter(NamedTuple):
    """Which deals, or parts of them that are so; who: all ids of who declared, or of whose part it was."""

    scope: Scope
    where: Where = Where()
    who: tuple[int, ...] = ()


class CountedDeal(NamedTuple):
    """A deal of a list, of the match of a uid; before and after only of a part."""

    match: str
    uid: str
    game: str
    day: date
    number: int
    kind: str
    bid: int | None
    made: bool | None
    who_id: int | None
    gain: int
    before: str | None = None
    after: str | None = None


def deals_by_match(wanted: DealFilter) -> dict[int, int]:
    """How many there are by match, the newest match first."""
    query = deals_where(wanted, MATCH.match_id, func.count()).group_by(*IN_ORDER)
    return dict(db.session.execute(query.order_by(*(column.desc() for column in IN_ORDER))).all())


def list_deals(wanted: DealFilter, counts: dict[int, int], start: int, most: int) -> list[CountedDeal]:
    """Those from the start-th on; counts: of deals_by_match(), so that only the deals of few matches are sorted."""
    ends = dict(zip(counts, accumulate(counts.values()), strict=True))
    ids = [match for match, end in ends.items() if start < end < start + most + counts[match]]
    before = ends[ids[0]] - counts[ids[0]] if ids else 0
    seat = PART if wanted.where.of_parts else DEAL
    columns = [matches.c.uid, DEAL.uid, DEAL.game, DEAL.day, DEAL.number, DEAL.kind, DEAL.bid, DEAL.made]
    columns += [seat.who_id, seat.gain, *((PART.before, PART.after) if wanted.where.of_parts else ())]
    order: list[Any] = [column.desc() for column in (*IN_ORDER, DEAL.n)]
    order += [PART.seat] if wanted.where.of_parts else []
    query = deals_where(wanted, *columns).join(matches, matches.c.id == MATCH.match_id).where(MATCH.match_id.in_(ids))
    return [CountedDeal(*row) for row in db.session.execute(query.order_by(*order).offset(start - before).limit(most))]


def deals_where(wanted: DealFilter, *columns: Any) -> Select[Any]:
    """A query over the deals that are so with their matches, or over their parts with both."""
    table = parts if wanted.where.of_parts else facts
    query = select(*columns).select_from(match_reviews).join(table, table.c.match_id == MATCH.match_id)
    if wanted.where.of_parts:
        query = query.join(facts, SAME_DEAL)
    if wanted.who:
        query = query.where(table.c.who_id.in_(wanted.who))
    return query.where(*wanted.scope.within(match_reviews), *meant(wanted.where))


def meant(where: Where) -> list[ColumnElement[bool]]:
    """What is asked of a deal, and of the seat: who declared, or with SAME_DEAL the one whose part is so."""
    seat = PART if where.of_parts else DEAL
    pairs: tuple[tuple[Any, Any], ...] = (
        (where.kinds or None, lambda: DEAL.kind.in_(where.kinds)),
        (where.bid, lambda: DEAL.bid == where.bid),
        (where.made, lambda: DEAL.made.is_(where.made)),
        (where.trump, lambda: DEAL.trump == where.trump),
        (where.number, lambda: DEAL.number >= where.number),
        (where.short, lambda: and_(DEAL.made.is_(False), DEAL.bid - DEAL.took == where.short)),
        (where.taken, lambda: DEAL.took >= where.taken),
        (where.opened, lambda: DEAL.opened.is_(where.opened)),
        (where.missed, lambda: where.missed - DEAL.took >= DEAL.other_bid),
        (where.seat, lambda: seat.from_dealer == where.seat),
        (where.before or None, lambda: PART.before.in_(where.before)),
        (where.after or None, lambda: PART.after.in_(where.after)),
    )
    return [condition() for value, condition in pairs if value is not None]
