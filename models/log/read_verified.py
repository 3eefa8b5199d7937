"""Stored matches with every hash verified: one at a time or in batches, scored only for read_states()."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Connection, Select, bindparam, select

from models.log.corruption import detect_corruption
from models.log.errors import BrokenChain
from models.log.hash_chain import Opening
from models.log.match_state import MatchState, RecordRow, empty_state, verify_chain
from models.log.read import (
    OPENING_AND_HEAD_COLUMNS,
    RECORD_COLUMNS,
    RECORDS,
    SEAT_COLUMNS,
    Head,
    advance_to_head,
    parse_opening,
    read_opening,
)
from models.tables.circle import players
from models.tables.match import matches, records, seats
from scoring.words import Standing

BATCH_RECORDS = 5000  # records in memory at once
BATCH_MATCHES = 500  # matches per statement
MATCH_IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
OPENINGS = select(matches.c.id, *OPENING_AND_HEAD_COLUMNS).where(matches.c.id.in_(MATCH_IDS))
SEATS = (
    select(seats.c.match_id, *SEAT_COLUMNS)
    .join_from(seats, players, seats.c.player_id == players.c.id)
    .where(seats.c.match_id.in_(MATCH_IDS))
    .order_by(seats.c.match_id, seats.c.seat)
)
RECORDS_OF_MATCHES = (
    select(records.c.match_id, *RECORD_COLUMNS)
    .where(records.c.match_id.in_(MATCH_IDS))
    .order_by(records.c.match_id, records.c.seq)
)


class VerifiedMatch(NamedTuple):
    """A stored match: its opening, the head of its log, and all rows of the log."""

    opening: Opening
    head: Head
    rows: list[RecordRow]


def read_verified(connection: Connection, match_id: int, uid: str) -> VerifiedMatch:
    """The match of this id and uid; BrokenChain when its rows do not fit their hashes."""
    with detect_corruption(uid):
        opening, head, first = read_opening(connection, match_id, uid)
        found = connection.execute(RECORDS, {"match": match_id, "known": 0, "last": head.last_seq}).all()
        return verify_rows(VerifiedMatch(opening, head, list(map(RecordRow._make, found))), first)


def verify_rows(match: VerifiedMatch, first: str) -> VerifiedMatch:
    """The same match; BrokenChain when its rows do not lead from first, the hash of its opening, to its head."""
    uid, head = match.opening.uid, match.head
    last = first
    for row in verify_chain(uid, 0, first, match.rows):
        last = row.hash
    if len(match.rows) != head.last_seq or head.last_hash != last:
        raise BrokenChain(uid, "its last record")
    return match


def find_damaged(connection: Connection, lengths: dict[int, int]) -> dict[int, BrokenChain]:
    """The damaged ones of these matches (id -> last seq), each with its error.

    A few statements for all of them; records that are newer than the head that was read are ignored.
    """
    found: dict[int, BrokenChain] = {}
    for match_id, stored in read_stored(connection, lengths):
        try:
            stored.verified()
        except BrokenChain as broken:
            found[match_id] = broken
    return found


def read_standings(connection: Connection, lengths: dict[int, int]) -> Iterator[tuple[int, Standing | None]]:
    """Each of these matches (id -> last seq) with its standing; None for a damaged one."""
    for match_id, state in read_states(connection, lengths):
        yield match_id, state.sheet.standing if state else None


def read_states(connection: Connection, lengths: dict[int, int]) -> Iterator[tuple[int, MatchState | None]]:
    """Each of these matches (id -> last seq) with its state; None for a damaged one.

    A few statements for all of them; the cache is not used.
    """
    for match_id, stored in read_stored(connection, lengths):
        try:
            with detect_corruption(str(stored.row[0])):
                opening, head, first = parse_opening(stored.row, stored.seats)
                yield match_id, advance_to_head(empty_state(opening, first), stored.until(head.last_seq), head)
        except BrokenChain:
            yield match_id, None


class StoredMatch(NamedTuple):
    """Unverified rows of a match: its own, those of its seats and of its log."""

    row: Sequence[Any]
    seats: list[Any]
    log: list[Any]

    def until(self, last: int) -> list[RecordRow]:
        """The log up to this seq."""
        return [RecordRow._make(row) for row in self.log if row[0] <= last]

    def verified(self) -> VerifiedMatch:
        """The same match; BrokenChain when its rows do not fit their hashes."""
        with detect_corruption(str(self.row[0])):
            opening, head, first = parse_opening(self.row, self.seats)
            return verify_rows(VerifiedMatch(opening, head, self.until(head.last_seq)), first)


def read_stored(connection: Connection, lengths: dict[int, int]) -> Iterator[tuple[int, StoredMatch]]:
    """The rows of each of these matches (id -> last seq), read in batches."""
    for ids in batches(lengths):
        heads = connection.execute(OPENINGS, {"ids": ids}).all()
        seated = group_by_match(connection, SEATS, ids)
        logs = group_by_match(connection, RECORDS_OF_MATCHES, ids)
        for match_id, *row in heads:
            yield match_id, StoredMatch(row, seated.get(match_id, []), logs.get(match_id, []))


def group_by_match(connection: Connection, query: Select[Any], ids: list[int]) -> dict[int, list[Any]]:
    """Rows by match id, without the id."""
    found = connection.execute(query, {"ids": ids}).all()
    return {match_id: [row[1:] for row in rows] for match_id, rows in groupby(found, key=lambda row: row[0])}


def batches(lengths: dict[int, int]) -> Iterator[list[int]]:
    """The ids in batches of at most BATCH_MATCHES matches and about BATCH_RECORDS records."""
    batch: list[int] = []
    weight = 0
    for match_id, length in sorted(lengths.items()):
        size = length if type(length) is int else 0
        if batch and (weight + size > BATCH_RECORDS or len(batch) == BATCH_MATCHES):
            yield batch
            batch, weight = [], 0
        batch.append(match_id)
        weight += size
    if batch:
        yield batch
