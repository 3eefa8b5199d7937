"""The hidden evenings of a circle, which no list has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from models.base import db
from models.tables.evening import Evening
from web.evening.list_page import evening_rows

if TYPE_CHECKING:
    from sqlalchemy import Select

    from models.tables.circle import Circle
    from web.evening.list_page import EveningRow


def hidden(circle: Circle) -> Select[Evening]:
    """The query for them."""
    return select(Evening).where(Evening.circle_id == circle.id, Evening.hidden, Evening.deleted.is_(False))


def hidden_rows(circle: Circle) -> list[EveningRow]:
    """All of them as rows of a list, newest day first."""
    return evening_rows(db.session.scalars(hidden(circle).order_by(Evening.date.desc(), Evening.id.desc())).all())


def hidden_evening(uid: str, circle: Circle) -> Evening | None:
    """The hidden evening of this uid, None when there is none."""
    return db.session.scalar(hidden(circle).where(Evening.uid == uid)) if uid else None
