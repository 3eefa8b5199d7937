"""The rows of logs as they were verified last: before a record is added, those stored are compared with them.

Comparing every value finds damage as surely as hashing every row again, which costs a third of recording a deal
(docs/bench.md).
"""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

from sqlalchemy import bindparam, select

from models.cache import Cache
from models.db.row_query import RowQuery
from models.log.corruption import detect_corruption
from models.log.errors import BrokenChain
from models.log.match_state import RecordRow, verify_chain
from models.log.read import OPENING_AND_HEAD_COLUMNS, RECORDS, SEAT_COLUMNS, parse_opening
from models.tables.circle import players
from models.tables.match import matches, seats

Row = tuple[Any, ...]

ROW_BYTES = 1_000  # bytes that a row takes, about
OPENING = RowQuery(
    select(*OPENING_AND_HEAD_COLUMNS, *SEAT_COLUMNS)
    .select_from(matches)
    .join(seats, seats.c.match_id == matches.c.id)
    .join(players, players.c.id == seats.c.player_id)
    .where(matches.c.id == bindparam("match"))
    .order_by(seats.c.seat)
)
LOG = RowQuery(RECORDS)


def rows_size(rows: Sized) -> int:
    """Estimated bytes of the rows of a log."""
    return ROW_BYTES * (1 + len(rows))


_verified: Cache[list[Row]] = Cache(8 << 20, rows_size)  # by the uid of the match and the hash of its opening


def is_sound(match_id: int, uid: str) -> bool:
    """Whether the stored rows of a match are those verified before, with none or sound ones behind them.

    Reads what is committed. False for a damaged match, and where somebody else wrote between the two statements:
    read_verified() tells.
    """
    try:
        with detect_corruption(uid):
            verify_stored(match_id, uid)
    except BrokenChain:
        return False
    return True


def verify_stored(match_id: int, uid: str) -> None:
    """Verify a stored match and remember its rows; BrokenChain unless they lead from its opening to its head."""
    found, width = OPENING.all({"match": match_id}), len(OPENING_AND_HEAD_COLUMNS)
    if not found or found[0][0] != uid:
        raise BrokenChain(uid, "its name")
    _, head, first = parse_opening(found[0][:width], [row[width:] for row in found])
    rows = LOG.all({"match": match_id, "known": 0, "last": head.last_seq})
    known = _verified.get((uid, first)) or []
    known = known if rows[: len(known)] == known else []
    last = known[-1][-1] if known else first
    for row in verify_chain(uid, len(known), last, map(RecordRow._make, rows[len(known) :])):
        last = row.hash
    if len(rows) != head.last_seq or head.last_hash != last:
        raise BrokenChain(uid, "its last record")
    _verified.put((uid, first), rows)
