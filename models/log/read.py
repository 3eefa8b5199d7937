"""read(): a match as its log tells it, from memory when nothing was added, else verified record by record."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, select

from models.base import db
from models.log.corruption import detect_corruption
from models.log.errors import BrokenChain
from models.log.hash_chain import Opening, genesis_hash, head_seal
from models.log.match_state import MatchState, RecordRow, apply_rows, empty_state, state_cache
from models.tables.circle import players
from models.tables.match import matches, records, seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from sqlalchemy import Connection

    from models.log.granted_match import GrantedMatch
    from models.tables.match import Match


THIS_MATCH = matches.c.id == bindparam("match")
HEAD_COLUMNS = (matches.c.last_seq, matches.c.last_hash, matches.c.state, matches.c.ended_at, matches.c.seal)
HEAD = select(*HEAD_COLUMNS).where(THIS_MATCH)
OPENING_FIELDS = ("uid", "game", "edition", "rules", "first_dealer", "started_at")
OPENING_AND_HEAD_COLUMNS = (*(matches.c[name] for name in OPENING_FIELDS), *HEAD_COLUMNS)
OPENING_AND_HEAD = select(*OPENING_AND_HEAD_COLUMNS).where(THIS_MATCH)
SEAT_COLUMNS = (seats.c.seat, players.c.uid, seats.c.name)
SEATS = (
    select(*SEAT_COLUMNS)
    .join_from(seats, players, seats.c.player_id == players.c.id)
    .where(seats.c.match_id == bindparam("match"))
    .order_by(seats.c.seat)
)
RECORD_COLUMNS = tuple(records.c[name] for name in RecordRow._fields)
RECORDS = (
    select(*RECORD_COLUMNS)
    .where(records.c.match_id == bindparam("match"), records.c.seq > bindparam("known"))
    .where(records.c.seq <= bindparam("last"))
    .order_by(records.c.seq)
)


class Head(NamedTuple):
    """Where the stored log of a match ends."""

    last_seq: int
    last_hash: str
    state: str
    ended_at: int | None
    seal: str


def read(match: Match | GrantedMatch) -> MatchState:
    """The match as it stands; BrokenChain when what is stored of it is not what was recorded.

    An unchanged match costs one query of one row. Two readings are of the same log when their hashes are the same.
    """
    connection = db.session.connection()
    with detect_corruption(match.uid):
        head = Head._make(connection.execute(HEAD, {"match": match.id}).one())
        return state_at(connection, match.id, match.uid, head)


def state_at(connection: Connection, match_id: int, uid: str, head: Head) -> MatchState:
    """The reading that ends there, carried on from the remembered one where that is its beginning."""
    known = state_cache.get(uid)
    if known is not None and is_at_head(known, head):
        return known
    if known is not None and known.version < head.last_seq:
        with suppress(BrokenChain):  # what is remembered may be what was rolled back
            return state_cache.put(uid, _advance_to(connection, match_id, known, head))
    return state_cache.put(uid, _replay_all(connection, match_id, uid))


def is_at_head(state: MatchState, head: Head) -> bool:
    """Whether a reading ends where the stored log does; BrokenChain when that end is not what was sealed."""
    if state.version != head.last_seq or state.hash != head.last_hash:
        return False
    verify_seal(state.uid, state.first, head)
    return True


def _replay_all(connection: Connection, match_id: int, uid: str) -> MatchState:
    """Every row, each checked; on PostgreSQL it may end later than a head that was read before."""
    opening, head, first = read_opening(connection, match_id, uid)
    return _advance_to(connection, match_id, empty_state(opening, first), head)


def read_opening(connection: Connection, match_id: int, uid: str) -> tuple[Opening, Head, str]:
    """How a match began and how it ends, with the hash of its opening; BrokenChain unless they fit together."""
    row = connection.execute(OPENING_AND_HEAD, {"match": match_id}).one()
    if row[0] != uid:
        raise BrokenChain(uid, "its name")
    return parse_opening(row, connection.execute(SEATS, {"match": match_id}).all())


def parse_opening(row: Sequence[Any], sat: Sequence[Any]) -> tuple[Opening, Head, str]:
    """The same from the row of a match (OPENING_COLUMNS) and its seats (SEAT)."""
    opening = Opening._make((*row[: len(OPENING_FIELDS)], tuple((player, name) for _, player, name in sat)))
    head = Head._make(row[len(OPENING_FIELDS) :])
    first = genesis_hash(opening)
    if [seat for seat, _, _ in sat] != list(range(len(sat))):
        raise BrokenChain(opening.uid, "who sat where")
    verify_seal(opening.uid, first, head)
    return opening, head, first


def verify_seal(uid: str, first: str, head: Head) -> None:
    """BrokenChain unless the head is what was sealed."""
    if head.seal != head_seal(first, head.last_seq, head.last_hash, head.state, head.ended_at):
        raise BrokenChain(uid, "what it began with or how it ends")


def _advance_to(connection: Connection, match_id: int, state: MatchState, head: Head) -> MatchState:
    """The reading carried on to the head; BrokenChain when the rows between do not lead there."""
    rows = connection.execute(RECORDS, {"match": match_id, "known": state.version, "last": head.last_seq})
    return advance_to_head(state, map(RecordRow._make, rows), head)


def advance_to_head(state: MatchState, rows: Iterable[RecordRow], head: Head) -> MatchState:
    """The reading after these rows; BrokenChain when they do not lead to the head."""
    carried = apply_rows(state, rows)
    if carried.version != head.last_seq or carried.hash != head.last_hash:
        raise BrokenChain(state.uid, "its last record")
    verify_seal(state.uid, carried.first, head)
    return carried._replace(ended_at=head.ended_at)
