"""The seasons of a circle, and whether the last evening of one may still go on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sqlalchemy import select

from models.base import db
from models.review_tables import Season
from models.tables import Evening


def seasons_of(circle_id: int) -> Sequence[Season]:
    """The seasons of a circle, the latest first."""
    query = select(Season).where(Season.circle_id == circle_id).order_by(Season.last.desc(), Season.id.desc())
    return db.session.scalars(query).all()


def find_season(circle_id: int, uid: str) -> Season | None:
    """The season of this uid in a circle."""
    return db.session.scalar(select(Season).where(Season.circle_id == circle_id, Season.uid == uid))


def open_day(circle_id: int, today: date) -> date | None:
    """Today where an evening of the circle is not closed, else None."""
    here = Evening.circle_id == circle_id, Evening.date == today, Evening.closed_at.is_(None), ~Evening.hidden
    return today if db.session.scalar(select(Evening.id).where(*here).limit(1)) else None
