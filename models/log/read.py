"""read(): a match as its log tells it, from memory when nothing was added, else verified record by record."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, select

from models.base import db
from models.log.corruption import damage_named
from models.log.errors import BrokenChain
from models.log.hash_chain import Opening, genesis, seal
from models.log.match_state import MatchState, Row, empty_state, memory, with_rows
from models.tables.circle import players
from models.tables.match import matches, records, seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from sqlalchemy import Connection

    from models.log.granted_match import GrantedMatch
    from models.tables.match import Match


THIS = matches.c.id == bindparam("match")
ENDS = (matches.c.last_seq, matches.c.last_hash, matches.c.state, matches.c.ended_at, matches.c.seal)
HEAD = select(*ENDS).where(THIS)
BEGAN = ("uid", "game", "edition", "rules", "first_dealer", "started_at")
OPENING_COLUMNS = (*(matches.c[name] for name in BEGAN), *ENDS)
OPENING = select(*OPENING_COLUMNS).where(THIS)
SEAT = (seats.c.seat, players.c.uid, seats.c.name)
SEATS = (
    select(*SEAT)
    .join_from(seats, players, seats.c.player_id == players.c.id)
    .where(seats.c.match_id == bindparam("match"))
    .order_by(seats.c.seat)
)
LOG = tuple(records.c[name] for name in Row._fields)
ROWS = (
    select(*LOG)
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
    with damage_named(match.uid):
        head = Head._make(connection.execute(HEAD, {"match": match.id}).one())
        return up_to_date(connection, match.id, match.uid, head)


def up_to_date(connection: Connection, match_id: int, uid: str, head: Head) -> MatchState:
    """The reading that ends there, carried on from the remembered one where that is its beginning."""
    known = memory.get(uid)
    if known is not None and ends_so(known, head):
        return known
    if known is not None and known.version < head.last_seq:
        with suppress(BrokenChain):  # what is remembered may be what was rolled back
            return memory.put(uid, _carried(connection, match_id, known, head))
    return memory.put(uid, _from_the_start(connection, match_id, uid))


def ends_so(state: MatchState, head: Head) -> bool:
    """Whether a reading ends where the stored log does; BrokenChain when that end is not what was sealed."""
    if state.version != head.last_seq or state.hash != head.last_hash:
        return False
    check_end(state.uid, state.first, head)
    return True


def _from_the_start(connection: Connection, match_id: int, uid: str) -> MatchState:
    """Every row, each checked; on PostgreSQL it may end later than a head that was read before."""
    opening, head, first = opening_of(connection, match_id, uid)
    return _carried(connection, match_id, empty_state(opening, first), head)


def opening_of(connection: Connection, match_id: int, uid: str) -> tuple[Opening, Head, str]:
    """How a match began and how it ends, with the hash of its opening; BrokenChain unless they fit together."""
    row = connection.execute(OPENING, {"match": match_id}).one()
    if row[0] != uid:
        raise BrokenChain(uid, "its name")
    return opened_with(row, connection.execute(SEATS, {"match": match_id}).all())


def opened_with(row: Sequence[Any], sat: Sequence[Any]) -> tuple[Opening, Head, str]:
    """The same from the row of a match (OPENING_COLUMNS) and its seats (SEAT)."""
    opening = Opening._make((*row[: len(BEGAN)], tuple((player, name) for _, player, name in sat)))
    head = Head._make(row[len(BEGAN) :])
    first = genesis(opening)
    if [seat for seat, _, _ in sat] != list(range(len(sat))):
        raise BrokenChain(opening.uid, "who sat where")
    check_end(opening.uid, first, head)
    return opening, head, first


def check_end(uid: str, first: str, head: Head) -> None:
    """BrokenChain unless the head is what was sealed."""
    if head.seal != seal(first, head.last_seq, head.last_hash, head.state, head.ended_at):
        raise BrokenChain(uid, "what it began with or how it ends")


def _carried(connection: Connection, match_id: int, state: MatchState, head: Head) -> MatchState:
    """The reading carried on to the head; BrokenChain when the rows between do not lead there."""
    rows = connection.execute(ROWS, {"match": match_id, "known": state.version, "last": head.last_seq})
    return carried_by(state, map(Row._make, rows), head)


def carried_by(state: MatchState, rows: Iterable[Row], head: Head) -> MatchState:
    """The reading after these rows; BrokenChain when they do not lead to the head."""
    carried = with_rows(state, rows)
    if carried.version != head.last_seq or carried.hash != head.last_hash:
        raise BrokenChain(state.uid, "its last record")
    check_end(state.uid, carried.first, head)
    return carried._replace(ended_at=head.ended_at)
