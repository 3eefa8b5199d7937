"""A match as an older copy of the database has it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update

from models.log.state import state_cache
from models.tables import Evening, Match, MatchSeat, StoredRecord
from models.transaction import write_transaction

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
