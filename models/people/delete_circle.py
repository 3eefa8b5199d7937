"""Deletion of a circle with all its rows by the host, and of what SQLite's log still holds of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import ColumnElement, Table, delete, or_, select
from sqlalchemy.orm import Session

from models.base import db
from models.db.transaction import circle_transaction
from models.tables.all_tables import METADATA
from models.tables.circle import Circle
from models.tables.evening import Evening
from models.tables.match import Match


def delete_circle(circle: Circle) -> None:
    """Delete a circle and every row that belongs to it."""
    here = dependent_rows(METADATA.tables[Circle.__tablename__], circle.id)
    with exclusive_circle_transaction(circle.id) as session:
        for table in reversed(METADATA.sorted_tables):
            if table in here:
                session.execute(delete(table).where(here[table]))
        session.expunge_all()


def dependent_rows(root: Table, number: int) -> dict[Table, ColumnElement[bool]]:
    """Conditions by table for the rows that depend on a row: they reference it, or a row that does."""
    found: dict[Table, ColumnElement[bool]] = {root: root.c.id == number}
    for table in METADATA.sorted_tables:
        pointing = [
            key.parent.in_(select(key.column).where(found[key.column.table]))
            for key in sorted(table.foreign_keys, key=lambda key: key.parent.name)
            if key.column.table in found and key.column.table is not table
        ]
        if pointing:
            found[table] = or_(*pointing)
    return found


@contextmanager
def exclusive_circle_transaction(circle_id: int) -> Iterator[Session]:
    """circle_transaction() with all matches of the circle locked: nothing is recorded there meanwhile."""
    with circle_transaction(circle_id) as session:
        here = select(Evening.id).where(Evening.circle_id == circle_id)
        session.execute(select(Match.id).where(Match.evening_id.in_(here)).order_by(Match.id).with_for_update())
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
