"""Deletion of empty things only: a match without records or any that wait, an evening without matches."""

from __future__ import annotations

from sqlalchemy import delete, exists, select

from models.base import db
from models.db.transaction import circle_transaction, write_transaction
from models.tables.branch import Branch
from models.tables.claimed_seat import ClaimedSeat
from models.tables.evening import Evening
from models.tables.grant import Grant, revoke
from models.tables.match import Match, MatchSeat


def delete_match(match: Match) -> bool:
    """Delete a match, if it still exists; False, with nothing done, when it has records or some wait."""
    number = match.id
    waits = exists().where(Branch.match_id == number, Branch.settled_at.is_(None))
    with write_transaction() as session:
        now = session.get(Match, number, with_for_update=True)
        if now and (now.last_seq or session.scalar(select(waits))):
            return False
        session.execute(delete(Branch).where(Branch.match_id == number))
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
