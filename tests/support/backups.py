"""Copies and what comes of them: put back, compared, without what came later, opened by a later release."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from models.backup.restore import restore
from models.base import Base, db
from models.database import MIGRATIONS
from models.log.read import read
from models.log.state import state_cache
from models.tables import Evening, Match, MatchSeat, StoredRecord
from models.transaction import write_transaction
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


HEAD = (Match.last_seq, Match.last_hash, Match.state, Match.seal)  # what a match says of its log


def head_of(uid: str) -> dict[str, Any]:
    """What a match says of its log now, for restored()."""
    with write_transaction() as session:
        return session.execute(select(*HEAD).where(Match.uid == uid)).one()._asdict()


def restored(uid: str, head: dict[str, Any]) -> None:
    """Make the log what it was at this head."""
    with write_transaction() as session:
        number = session.scalars(select(Match.id).where(Match.uid == uid)).one()
        session.execute(
            delete(StoredRecord).where(StoredRecord.match_id == number, StoredRecord.seq > head["last_seq"])
        )
        session.execute(update(Match).where(Match.id == number).values(**head))
    state_cache.clear()


def without_match(uid: str) -> None:
    """The database as a copy that was made before this match began, and its evening where it has no other."""
    with write_transaction() as session:
        number, evening = session.execute(select(Match.id, Match.evening_id).where(Match.uid == uid)).one()
        for table in (StoredRecord, MatchSeat):
            session.execute(delete(table).where(table.match_id == number))
        session.execute(delete(Match).where(Match.id == number))
        if not session.scalar(select(Match.id).where(Match.evening_id == evening).limit(1)):
            session.execute(delete(Evening).where(Evening.id == evening))
    state_cache.clear()


REVISION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "00006c2f9a1b", "{before}"


def upgrade():
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))


def downgrade():
    op.drop_table("later")
"""


def release_later(folder: Path, before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the app be the later release from now on; before: the last revision of this one."""
    later = folder / "later"
    shutil.copytree(MIGRATIONS, later)
    (later / "versions" / "00006c2f9a1b_later.py").write_text(REVISION.format(before=before), encoding="utf-8")
    monkeypatch.setattr("models.database.MIGRATIONS", later)
    monkeypatch.setattr("models.database.LATEST", "00006c2f9a1b")
