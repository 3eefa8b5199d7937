"""What a page counts: a circle's finished matches of a game, of some days or of the last evenings; and its evenings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, TableClause, bindparam, func, select

from models.base import db
from models.review.tables import match_reviews
from models.tables import evenings as evening_rows

MATCH = match_reviews.c
PLAYED = (  # by day first, as the index is that it reads
    select(MATCH.evening_id, MATCH.day, MATCH.game, func.count(), func.sum(MATCH.deals))
    .where(MATCH.circle_id == bindparam("circle"))
    .group_by(MATCH.day, MATCH.evening_id, MATCH.game)
    .order_by(MATCH.day, func.max(MATCH.started_at))
)


class Scope(NamedTuple):
    """The matches that count: of a circle, of a game (None: all), between two days, on some evenings (None: all)."""

    circle_id: int
    game: str | None = None
    first: date | None = None
    last: date | None = None
    evenings: tuple[int, ...] | None = None

    def within(self, table: TableClause) -> list[ColumnElement[bool]]:
        """The conditions on any flat table of review, which have finished matches only."""
        row: Any = table.c
        conditions = [row.circle_id == self.circle_id]
        if self.game is not None:
            conditions.append(row.game == self.game)
        if self.first is not None:
            conditions.append(row.day >= self.first)
        if self.last is not None:
            conditions.append(row.day <= self.last)
        if self.evenings is not None:
            conditions.append(row.evening_id.in_(self.evenings))
        return conditions


class EveningPlayed(NamedTuple):
    """What was finished of a game on an evening."""

    id: int
    day: date
    game: str
    matches: int
    deals: int


class LongestEvening(NamedTuple):
    """The evening with the most deals."""

    uid: str
    day: date
    matches: int
    deals: int


class Totals(NamedTuple):
    """How much that is together; first and last: days, None without any."""

    evenings: int
    matches: int
    deals: int
    first: date | None
    last: date | None


def evenings_of(circle_id: int) -> list[EveningPlayed]:
    """All evenings of a circle on which something was finished, game by game, in the order of play."""
    return [EveningPlayed._make(row) for row in db.session.execute(PLAYED, {"circle": circle_id}).all()]


def played_in(played: Iterable[EveningPlayed], scope: Scope) -> list[EveningPlayed]:
    """Those of a scope."""
    return [
        evening
        for evening in played
        if scope.game in (None, evening.game)
        and (scope.first is None or evening.day >= scope.first)
        and (scope.last is None or evening.day <= scope.last)
        and (scope.evenings is None or evening.id in scope.evenings)
    ]


def newest(played: Sequence[EveningPlayed], most: int) -> tuple[int, ...]:
    """The ids of so many of the last evenings."""
    return tuple(dict.fromkeys(evening.id for evening in reversed(played)))[:most]


def totals(played: Sequence[EveningPlayed]) -> Totals:
    """What these come to."""
    days = [evening.day for evening in played]
    matches, deals = sum(evening.matches for evening in played), sum(evening.deals for evening in played)
    evenings = len({evening.id for evening in played})
    return Totals(evenings, matches, deals, min(days, default=None), max(days, default=None))


def added_up(played: Iterable[EveningPlayed], key: str) -> list[EveningPlayed]:
    """Those of one evening ("id") or of one game ("game") together, in their order."""
    firsts: dict[Any, EveningPlayed] = {}
    matches, deals = Counter[Any](), Counter[Any]()
    for one in played:
        which = getattr(one, key)
        firsts.setdefault(which, one)
        matches[which] += one.matches
        deals[which] += one.deals
    return [one._replace(matches=matches[which], deals=deals[which]) for which, one in firsts.items()]


def longest_evening(played: Iterable[EveningPlayed]) -> LongestEvening | None:
    """That of these, the first of equal ones; None where no deal is known."""
    longest = max(added_up(played, "id"), key=lambda evening: evening.deals, default=None)
    if not longest or not longest.deals:
        return None
    uid = db.session.scalars(select(evening_rows.c.uid).where(evening_rows.c.id == longest.id)).one()
    return LongestEvening(uid, longest.day, longest.matches, longest.deals)


def hours_in(scope: Scope) -> int:
    """Hours of the deals whose length is known, rounded."""
    seconds = func.coalesce(func.sum(match_reviews.c.seconds), 0)
    return round(int(db.session.scalar(select(seconds).where(*scope.within(match_reviews))) or 0) / 3600)
