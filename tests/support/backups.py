"""What a database holds, and a copy put back in its place, for tests of copies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import select

from models.backup.restore import restore
from models.base import Base, db
from models.log.read import read
from models.log.state import state_cache
from models.tables import Match
from scoring.board import plain_sheet
from tests.models.cells import behind


def everything() -> dict[str, Any]:
    """Every match with its whole log and sheet, each read anew."""
    state_cache.clear()
    db.session.rollback()
    found = [read(match) for match in db.session.scalars(select(Match).order_by(Match.id))]
    return {now.uid: (plain_sheet(now.sheet), now.records, now.traces, now.hash) for now in found}


def everything_stored() -> dict[str, list[Any]]:
    """Every row of every table, as the database holds it."""
    with behind() as connection:
        found = {}
        for table in Base.metadata.sorted_tables:
            keys = ", ".join(column.name for column in table.primary_key)
            found[table.name] = connection.execute(f"SELECT * FROM {table.name} ORDER BY {keys}").fetchall()
    return found


def put_back(copy: Path, folder: Path, anyway: bool = False) -> Path:
    """Where what was there is kept, now that the copy stands in its place; nobody has the database open."""
    db.session.remove()
    db.engine.dispose()
    aside = restore(db.engine, copy, folder, anyway)
    assert aside is not None
    return aside
