"""A daily look at rows of review: those of some matches are compared with what follows from their logs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, TableClause, func, select

from models.base import db
from models.log.errors import BrokenChain
from models.log.read import read
from models.log.results import seated_ids
from models.review.stored.catch_up import write_batch
from models.review.stored.rows import Rows, rows_of
from models.review.tables import MatchReview, facts, match_reviews, parts, seat_facts
from models.tables import Match

MOST = 200  # matches
COMMON = ("match_id", "circle_id", "evening_id", "game", "day")


class Rechecked(NamedTuple):
    """Uids of matches whose rows differed and were written anew, and of damaged ones, whose rows are gone now."""

    differing: list[str]
    damaged: list[str]


def recheck(most: int = MOST) -> Rechecked:
    """Compare the rows of so many matches, chosen at random, with their logs."""
    chosen = select(Match).join(MatchReview, MatchReview.match_id == Match.id).where(MatchReview.seq == Match.last_seq)
    matches = db.session.scalars(chosen.order_by(func.random()).limit(most)).all()
    wrong = [match for match in matches if not holds(match)]
    damaged = write_batch([match.id for match in wrong])
    return Rechecked([match.uid for match in wrong if match.uid not in damaged], damaged)


def holds(match: Match) -> bool:
    """Whether a match is sound and has the rows that follow from its log."""
    try:
        state = read(match)
    except BrokenChain:
        return False
    due = rows_of(state, seated_ids(db.session.connection(), [state]))
    return stored_rows(match.id, due) == due


def stored_rows(match_id: int, due: Rows) -> Rows:
    """The rows of a match as they are stored, in the shape of those that are due."""
    [whole] = found(match_reviews, match_id)
    return Rows(
        {name: whole[name] for name in due.match},
        without_common(found(seat_facts, match_id, seat_facts.c.seat), "started_at", "deals"),
        without_common(found(facts, match_id, facts.c.n)),
        without_common(found(parts, match_id, parts.c.n, parts.c.seat)),
    )


def found(table: TableClause, match_id: int, *order: ColumnElement[Any]) -> list[dict[str, Any]]:
    """The rows of a match in a table, in an order; raw values."""
    query = select(table).where(table.c.match_id == match_id).order_by(*order)
    return [dict(row) for row in db.session.execute(query).mappings()]


def without_common(rows: Iterable[dict[str, Any]], *more: str) -> list[dict[str, Any]]:
    """The rows without what those of a match have in common."""
    return [{name: value for name, value in row.items() if name not in (*COMMON, *more)} for row in rows]
