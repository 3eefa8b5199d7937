"""The evenings behind past matches: their uids by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from models.base import db
from models.tables.evening import Evening

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date


def evening_uids(ids: Collection[int]) -> dict[int, str]:
    """The uids of these evenings by id."""
    return dict(db.session.execute(select(Evening.id, Evening.uid).where(Evening.id.in_(ids))).all())


def evenings_by_day(circle_id: int, first: date, last: date) -> dict[date, str]:
    """The uid of an evening of each day on which there was one that counts, the last one's of several."""
    query = select(Evening.date, Evening.uid).where(Evening.circle_id == circle_id, Evening.date.between(first, last))
    shown = query.where(Evening.hidden.is_(False), Evening.deleted.is_(False))
    return dict(db.session.execute(shown.order_by(Evening.id)).all())
