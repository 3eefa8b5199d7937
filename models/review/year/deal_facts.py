"""What only the rows of deals tell of a year: hours, the bid said most often, the first and the last deal, a turn."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Integer, cast, func, select

from models.base import db
from models.log.state import OVER
from models.review.deals.query import in_scope
from models.review.deals.scope import DealScope
from models.review.tables import DealFact, MatchReview


class BidOfYear(NamedTuple):
    """A bid of a game, how often it was said and made."""

    game: str
    bid: int
    made: int
    of: int


def seconds_of(circle_id: int, first: date, last: date) -> int:
    """Seconds of the deals whose length is known, of finished matches."""
    here = MatchReview.circle_id == circle_id, MatchReview.day.between(first, last), MatchReview.state == OVER
    return int(db.session.scalar(select(func.coalesce(func.sum(MatchReview.seconds), 0)).where(*here)) or 0)


def bid_of_year(scope: DealScope) -> BidOfYear | None:
    """The bid that was said most often in a scope."""
    columns = DealFact.game, DealFact.bid
    query = select(*columns, func.sum(cast(DealFact.made, Integer)), func.count())
    query = query.where(*in_scope(scope, DealFact), DealFact.made.is_not(None), DealFact.bid.is_not(None))
    rows: list[Any] = [*db.session.execute(query.group_by(*columns))]
    first = min(rows, key=lambda row: (-row[3], row[0], row[1]), default=None)
    return BidOfYear(*first) if first else None


def edge_deals(first_match: int, last_match: int) -> tuple[str | None, str | None]:
    """The uids of the first deal of a match and of the last one of another; None without a counted deal."""
    deals = select(DealFact.uid)
    first = deals.where(DealFact.match_id == first_match).order_by(DealFact.n).limit(1)
    last = deals.where(DealFact.match_id == last_match).order_by(DealFact.n.desc()).limit(1)
    return db.session.scalar(first), db.session.scalar(last)


def turned(match_id: int) -> tuple[int, int, int] | None:
    """The side that gained in the largest swing of a match, its chance before and after, in thousandths."""
    row = db.session.execute(
        select(MatchReview.curve, MatchReview.swing).where(MatchReview.match_id == match_id)
    ).one_or_none()
    if row is None or not row.curve or row.swing is None:
        return None
    steps = [
        (side, before[side], after[side])
        for before, after in zip(row.curve, row.curve[1:], strict=False)
        for side in range(len(before))
    ]
    return max(steps, key=lambda step: step[2] - step[1])
