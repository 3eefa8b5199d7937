"""List of all circles for the host: counts and dates, no secrets and no results."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from sqlalchemy import func, select

from models.base import db
from models.tables.circle import Circle, Player
from models.tables.evening import Evening
from models.tables.match import Match


class CircleSummary(NamedTuple):
    """A circle with the numbers of its players, evenings and matches, and the date of its last evening."""

    circle: Circle
    players: int
    evenings: int
    matches: int
    last: date | None


def circle_summaries() -> list[CircleSummary]:
    """All circles, the most recently active first."""
    found = [summarize(circle) for circle in db.session.scalars(select(Circle).order_by(Circle.id))]
    return sorted(found, key=lambda one: (one.last is not None, one.last, one.circle.id), reverse=True)


def summarize(circle: Circle) -> CircleSummary:
    """The summary of one circle."""
    met = Evening.circle_id == circle.id, Evening.deleted.is_(False)
    played = select(func.count()).select_from(Match).join(Match.evening).where(*met)
    counts = [
        select(func.count()).select_from(Player).where(Player.circle_id == circle.id, Player.merged_into_id.is_(None)),
        select(func.count()).select_from(Evening).where(*met),
        played,
    ]
    players, evenings, matches = [db.session.scalar(query) or 0 for query in counts]
    last = db.session.scalar(select(Evening.date).where(*met).order_by(Evening.date.desc()).limit(1))
    return CircleSummary(circle, players, evenings, matches, last)


def find_circles(words: str) -> list[Circle]:
    """The circle of this uid, else all circles of this name."""
    of_uid = list(db.session.scalars(select(Circle).where(Circle.uid == words)))
    return of_uid or list(db.session.scalars(select(Circle).where(Circle.name == words).order_by(Circle.id)))
