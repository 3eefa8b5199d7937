"""Matches whole, as they are stored: many read at once, every hash checked, scored only to tell where they stand."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import BindParameter, bindparam, select

from models.log.corruption import damage_named
from models.log.errors import BrokenChain
from models.log.match_state import Row, empty_state, linked
from models.log.read import LOG, OPENING_COLUMNS, ROWS, SEAT, Head, carried_by, opened_with, opening_of
from models.tables.circle import players
from models.tables.match import matches, records, seats

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection, Select

    from models.log.hash_chain import Opening
    from scoring.words import Standing

AT_ONCE = 5000  # records in memory
MOST = 500  # matches of one statement
THESE: BindParameter[list[int]] = bindparam("ids", expanding=True)
OPENINGS = select(matches.c.id, *OPENING_COLUMNS).where(matches.c.id.in_(THESE))
SEATS = (
    select(seats.c.match_id, *SEAT)
    .join_from(seats, players, seats.c.player_id == players.c.id)
    .where(seats.c.match_id.in_(THESE))
    .order_by(seats.c.match_id, seats.c.seat)
)
LOGS = select(records.c.match_id, *LOG).where(records.c.match_id.in_(THESE)).order_by(records.c.match_id, records.c.seq)


class Whole(NamedTuple):
    """All that is stored of a match: how it began, where its log ends, and the log."""

    opening: Opening
    head: Head
    rows: list[Row]


def whole(connection: Connection, match_id: int, uid: str) -> Whole:
    """The match of this id and name; BrokenChain when it is not what was recorded."""
    with damage_named(uid):
        opening, head, first = opening_of(connection, match_id, uid)
        found = connection.execute(ROWS, {"match": match_id, "known": 0, "last": head.last_seq}).all()
        return checked(Whole(opening, head, list(map(Row._make, found))), first)


def checked(match: Whole, first: str) -> Whole:
    """The same match; BrokenChain when its rows do not lead from the hash of its opening to its end."""
    uid, head = match.opening.uid, match.head
    last = first
    for row in linked(uid, 0, first, match.rows):
        last = row.hash
    if len(match.rows) != head.last_seq or head.last_hash != last:
        raise BrokenChain(uid, "its last record")
    return match


def damaged_among(connection: Connection, lengths: dict[int, int]) -> dict[int, BrokenChain]:
    """Those of the matches (id -> last seq) that are not what was recorded, each with what is wrong.

    A few statements for all of them; what came in behind the end that was read is not looked at.
    """
    found: dict[int, BrokenChain] = {}
    for match_id, stored in stored_among(connection, lengths):
        try:
            with damage_named(str(stored.row[0])):
                opening, head, first = opened_with(stored.row, stored.sat)
                checked(Whole(opening, head, stored.until(head.last_seq)), first)
        except BrokenChain as broken:
            found[match_id] = broken
    return found


def standings(connection: Connection, lengths: dict[int, int]) -> Iterator[tuple[int, Standing | None]]:
    """Each of the matches (id -> last seq) with where it stands; None for one that is not what was recorded.

    A few statements for all of them, and nothing of it is remembered.
    """
    for match_id, stored in stored_among(connection, lengths):
        try:
            with damage_named(str(stored.row[0])):
                opening, head, first = opened_with(stored.row, stored.sat)
                state = carried_by(empty_state(opening, first), stored.until(head.last_seq), head)
            yield match_id, state.sheet.standing
        except BrokenChain:
            yield match_id, None


class Stored(NamedTuple):
    """The rows of a match as they are stored, unchecked: its own, of its seats, of its log."""

    row: Sequence[Any]
    sat: list[Any]
    log: list[Any]

    def until(self, last: int) -> list[Row]:
        """The log to this seq."""
        return [Row._make(said) for said in self.log if said[0] <= last]


def stored_among(connection: Connection, lengths: dict[int, int]) -> Iterator[tuple[int, Stored]]:
    """The rows of each of the matches (id -> last seq), read for many at once."""
    for ids in batches(lengths):
        heads = connection.execute(OPENINGS, {"ids": ids}).all()
        sat = by_match(connection, SEATS, ids)
        logs = by_match(connection, LOGS, ids)
        for match_id, *row in heads:
            yield match_id, Stored(row, sat.get(match_id, []), logs.get(match_id, []))


def by_match(connection: Connection, query: Select[Any], ids: list[int]) -> dict[int, list[Any]]:
    """The rows of each match, without its id."""
    found = connection.execute(query, {"ids": ids})
    return {match_id: [row[1:] for row in rows] for match_id, rows in groupby(found, key=lambda row: row[0])}


def batches(lengths: dict[int, int]) -> Iterator[list[int]]:
    """The ids, so many at once as may be in memory with their logs."""
    batch: list[int] = []
    weight = 0
    for match_id, length in sorted(lengths.items()):
        size = length if type(length) is int else 0
        if batch and (weight + size > AT_ONCE or len(batch) == MOST):
            yield batch
            batch, weight = [], 0
        batch.append(match_id)
        weight += size
    if batch:
        yield batch
