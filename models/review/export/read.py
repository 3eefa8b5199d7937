"""Reads the exported tables, some five hundred rows at a time; nothing is held between two batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Engine, Row, Select, bindparam, func, select

from models.base import db
from models.log.results import RESULT_KEYS
from models.review.export.lines import DealLine, Line, MatchLine, SeatLine
from models.review.past.matches import Past
from models.review.people import People
from models.review_tables import MatchReview, facts
from models.tables import Evening, Match, Result

BATCH = 500  # rows
IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
MATCH_KEYS = ("state", "started_at", "last_at", "deals", "seconds", "corrections", "disputes", "low", "swing")
MATCHES = (
    select(MatchReview.match_id, Match.uid, Evening.uid.label("evening"), MatchReview.day, Evening.place)
    .add_columns(MatchReview.game, *(getattr(MatchReview, key) for key in MATCH_KEYS), MatchReview.swing_uid)
    .join(Match, Match.id == MatchReview.match_id)
    .join(Evening, Evening.id == MatchReview.evening_id)
    .where(MatchReview.match_id.in_(IDS))
)
SHARING = func.count(Result.place).over(partition_by=(Result.match_id, Result.side)).label("sharing")
SEATS = (
    select(MatchReview.match_id, Match.uid, MatchReview.day, MatchReview.game, MatchReview.money)
    .add_columns(*(getattr(Result, key) for key in RESULT_KEYS), SHARING)
    .join(Match, Match.id == MatchReview.match_id)
    .join(Result, Result.match_id == MatchReview.match_id)
    .where(MatchReview.match_id.in_(IDS))
    .order_by(Result.seat, Result.turn)
)
DEALS = (
    select(facts, Match.uid.label("match"))
    .join(Match, Match.id == facts.c.match_id)
    .where(facts.c.match_id.in_(IDS))
    .order_by(facts.c.n)
)


class Exported(NamedTuple):
    """What there is to export of a circle; circle: its id.

    matches: the number of deals by match id, in the order in which they were played; finished: the number of seats;
    winners: their names; people: all that sat there.
    """

    circle: int
    matches: dict[int, int]
    finished: dict[int, int]
    winners: dict[int, str]
    people: People


def exported(past: Past, circle_id: int) -> Exported:
    """What a circle has, whose review is up to date."""
    query = select(MatchReview.match_id, MatchReview.deals).where(MatchReview.circle_id == circle_id)
    rows = db.session.execute(query.order_by(MatchReview.day, MatchReview.started_at, MatchReview.match_id))
    finished = {match.id: len(match.seats) for match in past.matches}
    winners = {match.id: ", ".join(seat.name for seat in match.ended if seat.won) for match in past.matches}
    return Exported(circle_id, {row.match_id: row.deals for row in rows}, finished, winners, past.people)


def read_lines(engine: Engine, found: Exported, table: str) -> Iterator[list[Line]]:
    """The lines of a table of TABLES, in batches of some BATCH."""
    if table == "matches":
        return read(engine, MATCHES, dict.fromkeys(found.matches, 1), partial(match_line, found))
    if table == "seats":
        return read(engine, SEATS, found.finished, partial(seat_line, found.people))
    return read(engine, DEALS, found.matches, partial(deal_line, found.people))


def read(
    engine: Engine, query: Select[Any], sizes: dict[int, int], line: Callable[[Row[Any]], Line]
) -> Iterator[list[Line]]:
    """The lines of these matches (id -> rows), in their order."""
    for ids in batches(sizes.items()):
        place = {match_id: n for n, match_id in enumerate(ids)}
        with engine.connect() as connection:
            rows = connection.execute(query, {"ids": ids}).all()
        yield [line(row) for row in sorted(rows, key=lambda row: place[row.match_id])]


def match_line(found: Exported, row: Row[Any]) -> MatchLine:
    """A line from a row of MATCHES."""
    match_id, *values = tuple(row)
    return MatchLine._make((*values[:-3], found.winners.get(match_id, ""), *values[-3:]))


def seat_line(people: People, row: Row[Any]) -> SeatLine:
    """A line from a row of SEATS."""
    person = people.of(row.player_id)
    seat = (row.uid, row.day, row.game, row.seat, row.turn, person.uid if person else None)
    came = (row.side, row.place, row.total, row.won, row.deals)
    money = row.money[row.side] / row.sharing if row.money and row.place is not None else None
    return SeatLine._make((*seat, person.name if person else row.name, *came, money))


def deal_line(people: People, row: Row[Any]) -> DealLine:
    """A line from a row of DEALS."""
    sat = [part for player in (row.dealer_id, row.who_id, row.mate_id) for part in name_and_id(people, player)]
    played = (row.from_dealer, row.kind, row.bid, row.trump, row.took, row.made, row.gain, row.dealer_gain)
    counted = (row.given, row.played, row.opened, row.seconds)
    match = (row.uid, row.match, row.day, row.game, row.number, row.players)
    return DealLine._make((*match, *sat, *played, *counted))


def name_and_id(people: People, player_id: int | None) -> tuple[str | None, str | None]:
    """Who a player is today, by name and uid; None for a guest."""
    person = people.of(player_id)
    return (person.name, person.uid) if person else (None, None)


def batches(sizes: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """Ids in batches that have some BATCH rows together."""
    batch: list[int] = []
    rows = 0
    for match_id, size in sizes:
        if batch and rows + size > BATCH:
            yield batch
            batch, rows = [], 0
        batch.append(match_id)
        rows += size
    if batch:
        yield batch
