"""A match whole, as it is stored: read without scoring it, every hash checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from models.damage import damage_named
from models.folds import Row, linked
from models.matches import matches
from models.reading import ROWS, opening_of
from models.refusals import BrokenChain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from models.chain import Opening
    from models.reading import Head

EVERY = select(matches.c.id, matches.c.uid).order_by(matches.c.id)


class Whole(NamedTuple):
    """All that is stored of a match: how it began, where its log ends, and the log."""

    opening: Opening
    head: Head
    rows: list[Row]


def whole(connection: Connection, match_id: int, uid: str) -> Whole:
    """The match of this id and name; BrokenChain when it is not what was recorded."""
    with damage_named(uid):
        opening, head, first = opening_of(connection, match_id, uid)
        found = connection.execute(ROWS, {"match": match_id, "known": 0, "last": head.last_seq})
        rows = list(linked(uid, 0, first, map(Row._make, found)))
    if len(rows) != head.last_seq or head.last_hash != (rows[-1].hash if rows else first):
        raise BrokenChain(uid, "its last record")
    return Whole(opening, head, rows)


def damaged(connection: Connection) -> Iterator[BrokenChain]:
    """The matches of the whole database that are not what was recorded."""
    for match_id, uid in connection.execute(EVERY).all():
        try:
            whole(connection, match_id, uid)
        except BrokenChain as broken:
            yield broken
