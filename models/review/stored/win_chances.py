"""Win chances of finished matches: worked out once, from what the circle's earlier matches brought.

Those of a match that has just ended are worked out when the request that ended it is answered; others when somebody
opens review.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, select, update

from models.base import db
from models.log.errors import BrokenChain
from models.log.read import read
from models.log.state import OVER
from models.review.statistics.runs import comeback, largest_swing
from models.review.stored.stamps import next_stamp
from models.review_tables import MatchReview
from models.tables import Match
from models.transaction import write_connection
from scoring.review import KEYS
from scoring.sheet import counted_lines
from scoring.win_chance import win_chance_of

MOST = 25  # matches of one request
NONE: list[list[int]] = []  # a match that has no win chance


def work_out_chances(circle_id: int, most: int = MOST) -> int:
    """Work out and store the chances of so many matches that have none yet; returns how many are left."""
    missing = without_chances(MatchReview.circle_id == circle_id)
    for row in missing[:most]:
        work_out(row)
    return max(len(missing) - most, 0)


def work_out_ended(ids: Collection[int]) -> None:
    """Work out and store the chances of matches that ended."""
    for row in without_chances(MatchReview.match_id.in_(ids)):
        work_out(row)


def without_chances(where: ColumnElement[bool]) -> list[Any]:
    """The finished matches that have no chances yet, the oldest first."""
    columns = MatchReview.match_id, MatchReview.circle_id, MatchReview.game, MatchReview.started_at, MatchReview.state
    rows = db.session.execute(select(*columns).where(where, MatchReview.curve.is_(None)))
    return sorted((row for row in rows if row.state == OVER and row.game in KEYS), key=lambda row: row.started_at)


def work_out(row: Any) -> None:
    """Work out and store the chances of a match."""
    past = past_before(row.circle_id, row.game, row.started_at)
    store(row.circle_id, row.match_id, values_of(row.match_id, past))


def past_before(circle_id: int, game: str, started_at: Any) -> Counter[str]:
    """What the deals of the circle's earlier matches of a game brought, by code."""
    here = MatchReview.circle_id == circle_id, MatchReview.game == game, MatchReview.started_at < started_at
    found: Counter[str] = Counter()
    for past in db.session.scalars(select(MatchReview.past).where(*here)):
        found.update(past or {})
    return found


def values_of(match_id: int, past: Mapping[str, int]) -> dict[str, Any]:
    """The values of a match's row: its course in thousandths, the winner's lowest chance, the largest swing."""
    try:
        state = read(db.session.get_one(Match, match_id))
    except BrokenChain:
        return {"curve": NONE}
    known = win_chance_of(state.game.key)
    curve = known.chances(state.sheet, past) if known else None
    if not curve or len(curve) < 2 or state.sheet.outcome is None:
        return {"curve": NONE}
    swing = largest_swing(curve)
    return {
        "curve": [[round(1000 * chance) for chance in chances] for chances in curve],
        "low": round(1000 * min(comeback(curve, winner) for winner in state.sheet.outcome.winners)),
        "swing": round(1000 * swing.gain) if swing else None,
        "swing_uid": counted_lines(state.game, state.sheet)[swing.deal].deal.uid if swing else None,
    }


def store(circle_id: int, match_id: int, values: Mapping[str, Any]) -> None:
    """Store the values in a match's row."""
    with write_connection() as connection:
        stamped = {**values, "stamp": next_stamp(connection, circle_id)}
        connection.execute(update(MatchReview).where(MatchReview.match_id == match_id).values(**stamped))
