"""read(): the state of a match, from the cache while its log has not grown, else replayed; and stored logs verified.

read_verified() reads one match with every hash verified, read_states() and find_damaged() many in batches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from sqlalchemy import BindParameter, Connection, Select, bindparam, select

from models.base import db
from models.log.errors import BrokenChain, detect_corruption
from models.log.hash_chain import Head, LogRow, Opening, genesis_hash, verify_rows, verify_seal
from models.log.state import MatchState, add_rows, empty_state, state_cache
from models.tables import matches, players, records, seats

THIS_MATCH = matches.c.id == bindparam("match")
HEAD_COLUMNS = (matches.c.last_seq, matches.c.last_hash, matches.c.state, matches.c.ended_at, matches.c.seal)
HEAD = select(*HEAD_COLUMNS).where(THIS_MATCH)
LOCKED_HEAD = HEAD.with_for_update()
OPENING_FIELDS = ("uid", "game", "edition", "rules", "first_dealer", "started_at")
RECORD_COLUMNS = tuple(records.c[name] for name in LogRow._fields)
RECORDS_BETWEEN = (
    select(*RECORD_COLUMNS)
    .where(records.c.match_id == bindparam("match"), records.c.seq > bindparam("known"))
    .where(records.c.seq <= bindparam("last"))
    .order_by(records.c.seq)
)
BATCH_RECORDS = 5000  # records in memory at once
BATCH_MATCHES = 500  # matches per statement
MATCH_IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
OPENING_COLUMNS = tuple(matches.c[name] for name in OPENING_FIELDS)
OPENINGS = select(matches.c.id, *OPENING_COLUMNS, *HEAD_COLUMNS).where(matches.c.id.in_(MATCH_IDS))
SEATS = (
    select(seats.c.match_id, seats.c.seat, players.c.uid, seats.c.name)
    .join_from(seats, players, seats.c.player_id == players.c.id)
    .where(seats.c.match_id.in_(MATCH_IDS))
    .order_by(seats.c.match_id, seats.c.seat)
)
RECORDS = (
    select(records.c.match_id, *RECORD_COLUMNS)
    .where(records.c.match_id.in_(MATCH_IDS))
    .order_by(records.c.match_id, records.c.seq)
)


class MatchKey(Protocol):
    """Anything that names a match by its row id and its public uid: a Match or a GrantedMatch."""

    @property
    def id(self) -> int: ...
    @property
    def uid(self) -> str: ...


def read(match: MatchKey, writing: Connection | None = None) -> MatchState:
    """The current state of a match; BrokenChain when its stored rows do not match their hashes.

    An unchanged match costs one query of one row. Two states with the same hash come from the same log. writing: a
    connection in whose transaction the match is locked from now on.
    """
    connection = writing or db.session.connection()
    with detect_corruption(match.uid):
        head = Head._make(connection.execute(LOCKED_HEAD if writing else HEAD, {"match": match.id}).one())
        return state_at(connection, match.id, match.uid, head)


def state_at(connection: Connection, match_id: int, uid: str, head: Head) -> MatchState:
    """The state at this head, advanced from the cached one where the cached log is its beginning."""
    cached = state_cache.get(uid)
    if cached is not None and is_at_head(cached, head):
        return cached
    if cached is not None and cached.version < head.last_seq:
        with suppress(BrokenChain):  # the cached records may have been rolled back
            asked = {"match": match_id, "known": cached.version, "last": head.last_seq}
            rows = list(map(LogRow._make, connection.execute(RECORDS_BETWEEN, asked)))
            verify_seal(uid, cached.first, head)
            verify_rows(uid, cached.version, cached.hash, rows, head)
            return state_cache.put(uid, add_rows(cached, rows)._replace(ended_at=head.ended_at))
    return state_cache.put(uid, stored_match(connection, match_id, uid).state())  # on PostgreSQL it may end later


def is_at_head(state: MatchState, head: Head) -> bool:
    """Whether a state ends where the stored log does; BrokenChain when the seal of that head does not fit."""
    if state.version != head.last_seq or state.hash != head.last_hash:
        return False
    verify_seal(state.uid, state.first, head)
    return True


class VerifiedMatch(NamedTuple):
    """A stored match: its opening, the head of its log, and all rows of the log."""

    opening: Opening
    head: Head
    rows: list[LogRow]


def read_verified(connection: Connection, match_id: int, uid: str) -> VerifiedMatch:
    """The match of this id and uid; BrokenChain when its rows do not fit their hashes."""
    with detect_corruption(uid):
        return stored_match(connection, match_id, uid).verified()


def find_damaged(connection: Connection, lengths: dict[int, int]) -> dict[int, BrokenChain]:
    """The damaged ones of these matches (id -> last seq), each with its error.

    A few statements for all of them; records that are newer than the head that was read are ignored.
    """
    damaged: dict[int, BrokenChain] = {}
    for match_id, stored in read_stored(connection, lengths):
        try:
            stored.verified()
        except BrokenChain as broken:
            damaged[match_id] = broken
    return damaged


def read_states(connection: Connection, lengths: dict[int, int]) -> Iterator[tuple[int, MatchState | None]]:
    """Each of these matches (id -> last seq) with its state; None for a damaged one.

    A few statements for all of them; the cache is not used.
    """
    for match_id, stored in read_stored(connection, lengths):
        try:
            yield match_id, stored.state()
        except BrokenChain:
            yield match_id, None


class StoredMatch(NamedTuple):
    """Unverified rows of a match: its own (OPENING_COLUMNS, HEAD_COLUMNS), those of its seats and of its log."""

    row: Sequence[Any]
    seats: list[Any]
    log: list[Any]

    def verified(self) -> VerifiedMatch:
        """The match; BrokenChain when its rows do not fit their hashes."""
        with detect_corruption(str(self.row[0])):
            seated = tuple((player, name) for _, player, name in self.seats)
            opening = Opening._make((*self.row[: len(OPENING_FIELDS)], seated))
            head, first = Head._make(self.row[len(OPENING_FIELDS) :]), genesis_hash(opening)
            if [seat for seat, _, _ in self.seats] != list(range(len(self.seats))):
                raise BrokenChain(opening.uid, "who sat where")
            verify_seal(opening.uid, first, head)
            rows = [LogRow._make(row) for row in self.log if row[0] <= head.last_seq]  # more may have come since
            verify_rows(opening.uid, 0, first, rows, head)
            return VerifiedMatch(opening, head, rows)

    def state(self) -> MatchState:
        """Its state; BrokenChain when its rows do not fit their hashes."""
        opening, head, rows = self.verified()
        with detect_corruption(opening.uid):
            return add_rows(empty_state(opening, genesis_hash(opening)), rows)._replace(ended_at=head.ended_at)


def stored_match(connection: Connection, match_id: int, uid: str) -> StoredMatch:
    """The rows of one match; BrokenChain when it has another uid, ValueError when it is not there."""
    [(_, stored)] = read_stored(connection, {match_id: 0})
    if stored.row[0] != uid:
        raise BrokenChain(uid, "its name")
    return stored


def read_stored(connection: Connection, lengths: dict[int, int]) -> Iterator[tuple[int, StoredMatch]]:
    """The rows of each of these matches (id -> last seq), read in batches."""
    for ids in batches(lengths):
        heads = connection.execute(OPENINGS, {"ids": ids}).all()
        seated = group_by_match(connection, SEATS, ids)
        logs = group_by_match(connection, RECORDS, ids)
        for match_id, *row in heads:
            yield match_id, StoredMatch(row, seated.get(match_id, []), logs.get(match_id, []))


def group_by_match(connection: Connection, query: Select[Any], ids: list[int]) -> dict[int, list[Any]]:
    """Rows by match id, without the id."""
    all_rows = connection.execute(query, {"ids": ids}).all()
    return {match_id: [row[1:] for row in rows] for match_id, rows in groupby(all_rows, key=lambda row: row[0])}


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
