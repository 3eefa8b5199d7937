"""Stamps: of each circle a number that grows with every change of its rows of review; a row bears that of its writing.

So what was written since somebody looked last is found without reading all. The first is the time in milliseconds: a
circle that is deleted and comes back out of its file has no stamp of before again.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, select, text

from models.base import db, now, to_millis
from models.review.tables import match_reviews, review_stamps

GROW = text(
    "INSERT INTO review_stamps (circle_id, stamp) VALUES (:circle, :first) "
    "ON CONFLICT (circle_id) DO UPDATE SET stamp = review_stamps.stamp + 1"
)

LAST = select(review_stamps.c.stamp).where(review_stamps.c.circle_id == bindparam("circle"))


def next_stamp(connection: Connection, circle_id: int) -> int:
    """The next stamp of a circle; until the transaction ends nobody else gets one."""
    connection.execute(GROW, {"circle": circle_id, "first": to_millis(now())})
    return int(connection.execute(LAST, {"circle": circle_id}).scalar_one())


def stamp_of(circle_id: int) -> int:
    """The last stamp of a circle; 0 before the first."""
    return db.session.scalar(LAST, {"circle": circle_id}) or 0


def circles_of(connection: Connection, matches: Iterable[int]) -> list[int]:
    """The ids of the circles to which rows of review of these matches belong."""
    here = match_reviews.c.match_id.in_(list(matches))
    return list(connection.scalars(select(match_reviews.c.circle_id).where(here).distinct()))
