"""Deals of a circle that are so: their number, and each of them, newest first."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, select, true

from models.base import db
from models.review.deals.scope import DealScope
from models.review.scope import FINISHED
from models.review.stored.count_cache import Sums, added_up, chapters
from models.review.tables import DealFact, DealPart
from models.tables import Match
from scoring.games import games
from scoring.review import Where

SAME_DEAL = and_(DealFact.match_id == DealPart.match_id, DealFact.n == DealPart.n)


class FoundDeal(NamedTuple):
    """A deal of a list; before and after only where the deals of single seats are meant."""

    match: str
    uid: str
    game: str
    day: date
    number: int
    who_id: int | None
    mate_id: int | None
    kind: str
    bid: int | None
    made: bool | None
    took: int | None
    gain: int
    before: str | None
    after: str | None


def deals_where(scope: DealScope, where: Where, *columns: Any) -> Select[Any]:
    """A query over the facts that are so, or over the parts with the facts of their deals."""
    return over(scope, where.of_parts, *columns).where(*of_deal(where), *of_seat(where))


def over(scope: DealScope, of_parts: bool, *columns: Any) -> Select[Any]:
    """A query over all facts of a scope, or over its parts with the facts of their deals."""
    query = select(*columns).select_from(DealFact)
    if of_parts:
        query = select(*columns).select_from(DealPart).join(DealFact, SAME_DEAL)
    return query.where(*in_scope(scope, DealPart if of_parts else DealFact))


def meant(where: Where) -> ColumnElement[bool]:
    """Whether a deal of such a query is so."""
    return and_(true(), *of_deal(where), *of_seat(where))


def in_scope(scope: DealScope, table: Any) -> list[ColumnElement[bool]]:
    """The conditions of whose deals."""
    found = [table.circle_id == scope.circle_id]
    found += [table.match_id.in_(FINISHED)] if scope.finished else []
    found += [table.game == scope.game] if scope.game else [table.game.in_(games())]
    found += [table.day >= scope.first] if scope.first else []
    found += [table.day <= scope.last] if scope.last else []
    found += [table.match_id.in_(scope.matches)] if scope.matches is not None else []
    found += [table.match_id.in_(began_under(scope.rules))] if scope.rules is not None else []
    found += [table.who_id.in_(scope.who)] if scope.who else []
    return found + ([DealFact.mate_id.in_(scope.mate)] if scope.mate else [])


def began_under(rules: tuple[str, ...]) -> Select[Any]:
    """The ids of the matches that began under one of these rules."""
    return select(Match.id).where(Match.rules_text.in_(rules))


def of_deal(where: Where) -> list[ColumnElement[bool]]:
    """The conditions of what was played for and what came of it."""
    pairs: tuple[tuple[Any, Any], ...] = (
        (where.kinds or None, lambda: DealFact.kind.in_(where.kinds)),
        (where.bid, lambda: DealFact.bid == where.bid),
        (where.made, lambda: DealFact.made.is_(where.made)),
        (where.trump, lambda: DealFact.trump == where.trump),
        (where.number, lambda: DealFact.number >= where.number),
        (where.deal, lambda: DealFact.number == where.deal),
        (where.short, lambda: and_(DealFact.made.is_(False), DealFact.bid - DealFact.took == where.short)),
        (where.taken, lambda: DealFact.took >= where.taken),
        (where.opened, lambda: DealFact.opened.is_(where.opened)),
        (where.missed, lambda: where.missed - DealFact.took >= DealFact.other_bid),
    )
    return [condition() for value, condition in pairs if value is not None]


def of_seat(where: Where) -> list[ColumnElement[bool]]:
    """The conditions of the seat."""
    table: Any = DealPart if where.of_parts else DealFact
    found = [table.from_dealer == where.seat] if where.seat is not None else []
    found += [DealPart.before.in_(where.before)] if where.before else []
    return found + ([DealPart.after.in_(where.after)] if where.after else [])


@added_up
def deals_counted(scope: DealScope, where: Where) -> Sums:
    """How many deals are so, under no key."""
    return {None: (int(db.session.execute(deals_where(scope, where, func.count())).scalar_one()),)}


def count_deals(scope: DealScope, where: Where) -> int:
    """How many deals are so."""
    return sum(n for (n,) in deals_counted(scope, where).values())


def list_deals(scope: DealScope, where: Where, start: int, most: int) -> list[FoundDeal]:
    """The deals that are so from the start-th on, the newest first."""
    found: list[FoundDeal] = []
    for chapter in chapters(scope):
        there = count_deals(chapter, where)
        if start < there and len(found) < most:
            found += listed(chapter, where, start, most - len(found))
        start = max(0, start - there)
    return found


def listed(scope: DealScope, where: Where, start: int, most: int) -> list[FoundDeal]:
    """The same, in one query."""
    table: Any = DealPart if where.of_parts else DealFact
    ways = (DealPart.before, DealPart.after) if where.of_parts else ()
    columns = (Match.uid, DealFact.uid, DealFact.game, DealFact.day, DealFact.number, table.who_id, DealFact.mate_id)
    more = (DealFact.kind, DealFact.bid, DealFact.made, table.took, table.gain, *ways)
    query = deals_where(scope, where, *columns, *more).join(Match, Match.id == DealFact.match_id)
    order = (DealFact.day.desc(), DealFact.match_id.desc(), DealFact.n.desc())
    rows = db.session.execute(query.order_by(*order).offset(start).limit(most)).all()
    return [FoundDeal(*row, *(() if ways else (None, None))) for row in rows]
