"""What whoever runs the server deletes for good: a circle and all that belongs to it; nothing stays in the file."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import delete, or_, select

from models.base import Base, db
from models.people import Circle
from models.writing import writing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import ColumnElement, Table
    from sqlalchemy.orm import Session


def delete_circle(circle: Circle) -> None:
    """Delete a circle and every row that belongs to it."""
    here = belonging(Base.metadata.tables[Circle.__tablename__], circle.id)
    with overwriting() as session:
        for table in reversed(Base.metadata.sorted_tables):
            if table in here:
                session.execute(delete(table).where(here[table]))
        session.expunge_all()


def belonging(root: Table, number: int) -> dict[Table, ColumnElement[bool]]:
    """By table which rows belong to a row: those that point to it, or to one that belongs to it."""
    found: dict[Table, ColumnElement[bool]] = {root: root.c.id == number}
    for table in Base.metadata.sorted_tables:
        pointing = [
            key.parent.in_(select(key.column).where(found[key.column.table]))
            for key in sorted(table.foreign_keys, key=lambda key: key.parent.name)
            if key.column.table in found and key.column.table is not table
        ]
        if pointing:
            found[table] = or_(*pointing)
    return found


@contextmanager
def overwriting() -> Iterator[Session]:
    """The same as writing(); SQLite overwrites in its file what is deleted or replaced; its log is emptied after."""
    with writing() as session:
        if db.engine.dialect.name == "sqlite":
            session.connection().exec_driver_sql("PRAGMA secure_delete = ON")
        yield session


def emptied() -> bool:
    """Empty SQLite's log, in which what was overwritten still stands; False while somebody reads, who needs it."""
    if db.engine.dialect.name != "sqlite":
        return True
    connection = db.engine.raw_connection()
    try:
        [[needed, *_]] = connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.close()
    return not needed
