"""read(): the state of a match, from the cache while its log has not grown, else replayed and verified."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, bindparam, select

from models.base import db
from models.log.corruption import detect_corruption
from models.log.errors import BrokenChain
from models.log.hash_chain import Opening, genesis_hash, head_seal
from models.log.match_state import MatchState, RecordRow, apply_rows, empty_state, state_cache
from models.tables.circle import players
from models.tables.match import matches, records, seats

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


class MatchKey(Protocol):
    """Anything that names a match by its row id and its public uid: a Match or a GrantedMatch."""

    @property
    def id(self) -> int: ...
    @property
    def uid(self) -> str: ...


class Head(NamedTuple):
    """End of the stored log of a match: columns of its row. ended_at in milliseconds since 1970."""

    last_seq: int
    last_hash: str
    state: str
    ended_at: int | None
    seal: str


def read(match: MatchKey) -> MatchState:
    """The current state of a match; BrokenChain when its stored rows do not match their hashes.

    An unchanged match costs one query of one row. Two states with the same hash come from the same log.
    """
    connection = db.session.connection()
    with detect_corruption(match.uid):
        head = Head._make(connection.execute(HEAD, {"match": match.id}).one())
        return state_at(connection, match.id, match.uid, head)


def state_at(connection: Connection, match_id: int, uid: str, head: Head) -> MatchState:
    """The state at this head, advanced from the cached one where the cached log is its beginning."""
    known = state_cache.get(uid)
    if known is not None and is_at_head(known, head):
        return known
    if known is not None and known.version < head.last_seq:
        with suppress(BrokenChain):  # the cached records may have been rolled back
            return state_cache.put(uid, _advance_to(connection, match_id, known, head))
    return state_cache.put(uid, _replay_all(connection, match_id, uid))


def is_at_head(state: MatchState, head: Head) -> bool:
    """Whether a state ends where the stored log does; BrokenChain when the seal of that head does not fit."""
    if state.version != head.last_seq or state.hash != head.last_hash:
        return False
    verify_seal(state.uid, state.first, head)
    return True


def _replay_all(connection: Connection, match_id: int, uid: str) -> MatchState:
    """The state from all rows, each verified; on PostgreSQL it may end later than a head that was read before."""
    opening, head, first = read_opening(connection, match_id, uid)
    return _advance_to(connection, match_id, empty_state(opening, first), head)


def read_opening(connection: Connection, match_id: int, uid: str) -> tuple[Opening, Head, str]:
    """The opening of a match, its head and the hash of the opening; BrokenChain unless they fit together."""
    row = connection.execute(OPENING_AND_HEAD, {"match": match_id}).one()
    if row[0] != uid:
        raise BrokenChain(uid, "its name")
    return parse_opening(row, connection.execute(SEATS, {"match": match_id}).all())


def parse_opening(row: Sequence[Any], seated: Sequence[Any]) -> tuple[Opening, Head, str]:
    """Opening, head and opening hash from a match's row (OPENING_AND_HEAD_COLUMNS) and its seats (SEAT_COLUMNS)."""
    opening = Opening._make((*row[: len(OPENING_FIELDS)], tuple((player, name) for _, player, name in seated)))
    head = Head._make(row[len(OPENING_FIELDS) :])
    first = genesis_hash(opening)
    if [seat for seat, _, _ in seated] != list(range(len(seated))):
        raise BrokenChain(opening.uid, "who sat where")
    verify_seal(opening.uid, first, head)
    return opening, head, first


def verify_seal(uid: str, first: str, head: Head) -> None:
    """BrokenChain unless the head has the seal that its values give."""
    if head.seal != head_seal(first, head.last_seq, head.last_hash, head.state, head.ended_at):
        raise BrokenChain(uid, "what it began with or how it ends")


def _advance_to(connection: Connection, match_id: int, state: MatchState, head: Head) -> MatchState:
    """The state advanced to the head by the rows in between; BrokenChain when they do not lead there."""
    rows = connection.execute(RECORDS, {"match": match_id, "known": state.version, "last": head.last_seq})
    return advance_to_head(state, map(RecordRow._make, rows), head)


def advance_to_head(state: MatchState, rows: Iterable[RecordRow], head: Head) -> MatchState:
    """The state after these rows; BrokenChain when they do not lead to the head."""
    advanced = apply_rows(state, rows)
    if advanced.version != head.last_seq or advanced.hash != head.last_hash:
        raise BrokenChain(state.uid, "its last record")
    verify_seal(state.uid, advanced.first, head)
    return advanced._replace(ended_at=head.ended_at)
