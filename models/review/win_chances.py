"""Win chances of finished matches: worked out once, from what the circle's matches of earlier months brought.

Those of a match that has just ended are worked out when the request that ended it is answered; others when somebody
opens review.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, select, update

from models.base import db
from models.log.errors import BrokenChain
from models.log.read import read
from models.review.tables import MatchReview, match_reviews
from models.tables import Match
from models.transaction import write_connection
from scoring.win_chance import chances

if TYPE_CHECKING:
    from scoring.win_chance import Tables

MOST = 100  # matches of one request
EARLIER = 100  # matches that tell what deals bring: the newest before the month, so that a month has one past
STORE = update(match_reviews).where(match_reviews.c.match_id == bindparam("match")).values(curve=bindparam("new"))


def work_out_chances(circle_id: int, most: int = MOST) -> int:
    """Work out and store the chances of so many matches that have none yet, the oldest first; returns what is left.

    A game that tells none, and a match without deals, has an empty curve.
    """
    columns = Match.id, Match.uid, MatchReview.game, MatchReview.day, MatchReview.past
    query = select(*columns).join(MatchReview).where(MatchReview.circle_id == circle_id, MatchReview.curve.is_(None))
    missing = db.session.execute(query.order_by(MatchReview.started_at)).all()
    months: dict[tuple[str, date], tuple[Mapping[str, int], Tables]] = {}
    curves = []
    for row in missing[:most]:
        month = row.game, row.day.replace(day=1)
        if row.past and month not in months:
            months[month] = past_before(circle_id, *month), {}
        curves.append({"match": row.id, "new": chances_of(row, *months[month]) if row.past else []})
    if curves:
        with write_connection() as connection:
            connection.execute(STORE, curves)
    return len(missing) - len(curves)


def past_before(circle_id: int, game: str, day: date) -> Counter[str]:
    """What the deals of the circle's last matches of a game before a day brought, by code."""
    query = select(MatchReview.past).where(MatchReview.circle_id == circle_id, MatchReview.game == game)
    newest = query.where(MatchReview.day < day).order_by(MatchReview.day.desc(), MatchReview.started_at.desc())
    found: Counter[str] = Counter()
    for past in db.session.scalars(newest.limit(EARLIER)):
        found.update(past or {})
    return found


def chances_of(match: Any, past: Mapping[str, int], tables: Tables) -> list[list[int]]:
    """The chances of both sides before the first deal and after each, in thousandths; empty where none are told."""
    try:
        state = read(match)
    except BrokenChain:
        return []
    curve = chances(state.sheet, past, tables)
    if not curve or len(curve) < 2 or state.sheet.outcome is None:
        return []
    return [[round(1000 * chance) for chance in both] for both in curve]
