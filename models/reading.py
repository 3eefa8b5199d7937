"""read(): a match as its log tells it, from memory when nothing was added, else verified record by record."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, select

from models.base import db
from models.chain import Opening, genesis, seal
from models.damage import damage_named
from models.folds import Reading, Row, begun, followed, memory
from models.matches import matches, records, seats
from models.people import players
from models.refusals import BrokenChain

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from models.matches import Match
    from models.opened import Opened


THIS = matches.c.id == bindparam("match")
ENDS = (matches.c.last_seq, matches.c.last_hash, matches.c.state, matches.c.ended_at, matches.c.seal)
HEAD = select(*ENDS).where(THIS)
OPENING = select(
    matches.c.uid,
    matches.c.game,
    matches.c.edition,
    matches.c.rules,
    matches.c.first_dealer,
    matches.c.started_at,
    *ENDS,
).where(THIS)
SEATS = (
    select(seats.c.seat, players.c.uid, seats.c.name)
    .join_from(seats, players, seats.c.player_id == players.c.id)
    .where(seats.c.match_id == bindparam("match"))
    .order_by(seats.c.seat)
)
ROWS = (
    select(
        records.c.seq,
        records.c.uid,
        records.c.kind,
        records.c.body,
        records.c.grant,
        records.c.device,
        records.c.made_at,
        records.c.at,
        records.c.previous,
        records.c.hash,
    )
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


def read(match: Match | Opened) -> Reading:
    """The match as it stands; BrokenChain when what is stored of it is not what was recorded.

    An unchanged match costs one query of one row. Two readings are of the same log when their hashes are the same.
    """
    connection = db.session.connection()
    with damage_named(match.uid):
        head = Head._make(connection.execute(HEAD, {"match": match.id}).one())
        return up_to_date(connection, match.id, match.uid, head)


def up_to_date(connection: Connection, match_id: int, uid: str, head: Head) -> Reading:
    """The reading that ends there, carried on from the remembered one where that is its beginning."""
    known = memory.get(uid)
    if known is not None and known.version == head.last_seq and known.hash == head.last_hash:
        return known
    if known is not None and known.version < head.last_seq:
        with suppress(BrokenChain):  # what is remembered may be what was rolled back
            return memory.keep(_carried(connection, match_id, known, head))
    return memory.keep(_from_the_start(connection, match_id, uid))


def _from_the_start(connection: Connection, match_id: int, uid: str) -> Reading:
    """Every row, each checked; on PostgreSQL it may end later than a head that was read before."""
    opening, head, first = opening_of(connection, match_id, uid)
    return _carried(connection, match_id, begun(opening, first), head)


def opening_of(connection: Connection, match_id: int, uid: str) -> tuple[Opening, Head, str]:
    """How a match began and how it ends, with the hash of its opening; BrokenChain unless they fit together."""
    row = connection.execute(OPENING, {"match": match_id}).one()
    sat = connection.execute(SEATS, {"match": match_id}).all()
    opening = Opening._make((*row[:6], tuple((player, name) for _, player, name in sat)))
    head = Head._make(row[6:])
    first = genesis(opening)
    if [seat for seat, _, _ in sat] != list(range(len(sat))) or opening.uid != uid:
        raise BrokenChain(uid, "its name or who sat where")
    if head.seal != seal(first, head.last_seq, head.last_hash, head.state, head.ended_at):
        raise BrokenChain(uid, "what it began with or how it ends")
    return opening, head, first


def _carried(connection: Connection, match_id: int, reading: Reading, head: Head) -> Reading:
    """The reading carried on to the head; BrokenChain when the rows between do not lead there."""
    rows = connection.execute(ROWS, {"match": match_id, "known": reading.version, "last": head.last_seq})
    carried = followed(reading, map(Row._make, rows))
    if carried.version != head.last_seq or carried.hash != head.last_hash:
        raise BrokenChain(reading.uid, "its last record")
    if head.seal != seal(carried.first, head.last_seq, head.last_hash, head.state, head.ended_at):
        raise BrokenChain(reading.uid, "how it ends")
    return carried._replace(ended_at=head.ended_at)
