"""Deletion: of a circle with all that hangs on it, and of a match or an evening in which nothing was recorded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import ColumnElement, Table, delete, exists, or_, select
from sqlalchemy.orm import Session

from models.base import db
from models.grants import revoke
from models.review.tables import METADATA
from models.tables import (
    Circle,
    ClaimedSeat,
    Evening,
    Grant,
    Match,
    MatchSeat,
    StoredBranch,
)
from models.transaction import circle_transaction, write_transaction


def delete_circle(circle: Circle) -> None:
    """Delete a circle and every row that belongs to it."""
    conditions = dependent_rows(METADATA.tables[Circle.__tablename__], circle.id)
    with exclusive_circle_transaction(circle.id) as session:
        for table in reversed(METADATA.sorted_tables):
            if table in conditions:
                session.execute(delete(table).where(conditions[table]))
        session.expunge_all()


def dependent_rows(root: Table, number: int) -> dict[Table, ColumnElement[bool]]:
    """Conditions by table for the rows that depend on a row: they reference it, or a row that does."""
    conditions: dict[Table, ColumnElement[bool]] = {root: root.c.id == number}
    for table in METADATA.sorted_tables:
        pointing = [
            key.parent.in_(select(key.column).where(conditions[key.column.table]))
            for key in sorted(table.foreign_keys, key=lambda key: key.parent.name)
            if key.column.table in conditions and key.column.table is not table
        ]
        if pointing:
            conditions[table] = or_(*pointing)
    return conditions


@contextmanager
def exclusive_circle_transaction(circle_id: int) -> Iterator[Session]:
    """circle_transaction() with all matches of the circle locked: nothing is recorded there meanwhile."""
    with circle_transaction(circle_id) as session:
        evenings = select(Evening.id).where(Evening.circle_id == circle_id)
        session.execute(select(Match.id).where(Match.evening_id.in_(evenings)).order_by(Match.id).with_for_update())
        yield session


def truncate_wal() -> bool:
    """Truncate SQLite's write-ahead log, which holds overwritten values; False while a reader needs it."""
    if db.engine.dialect.name != "sqlite":
        return True
    connection = db.engine.raw_connection()
    try:
        [[needed, *_]] = connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.close()
    return not needed


def delete_match(match: Match) -> bool:
    """Delete a match, if it still exists; False, with nothing done, when it has records or some wait."""
    number = match.id
    waits = exists().where(StoredBranch.match_id == number, StoredBranch.settled_at.is_(None))
    with write_transaction() as session:
        now = session.get(Match, number, with_for_update=True)
        if now and (now.last_seq or session.scalar(select(waits))):
            return False
        session.execute(delete(StoredBranch).where(StoredBranch.match_id == number))
        session.execute(delete(MatchSeat).where(MatchSeat.match_id == number))
        session.execute(delete(Match).where(Match.id == number))
        return True


def is_empty(evening: Evening) -> bool:
    """Whether an evening has no match."""
    return not db.session.scalar(select(exists().where(Match.evening_id == evening.id)))


def delete_evening(evening: Evening) -> bool:
    """Delete an evening, if it still exists; False, with nothing done, when it is not empty.

    Its row and its revoked links stay, hidden: their ids must not be used again, and a repeated request is recognised.
    """
    with circle_transaction(evening.circle_id) as session:
        now = session.get_one(Evening, evening.id, with_for_update=True)
        if not is_empty(now):
            return False
        session.execute(delete(ClaimedSeat).where(ClaimedSeat.evening_id == now.id))
        for link in session.scalars(select(Grant).where(Grant.evening_id == now.id)).all():
            revoke(link)
        now.hidden = now.deleted = True
        now.place = now.note = ""
        return True
