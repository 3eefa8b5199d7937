"""Deals that are so: how many of a scope there are, match by match, and each of them."""

from __future__ import annotations

from datetime import date
from itertools import accumulate
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select

from models.base import db
from models.review.scope import Scope
from models.review.tables import facts, match_reviews, parts
from models.review.where import SAME_DEAL, meant
from models.tables import matches
from scoring.review import Where

DEAL, PART, MATCH = facts.c, parts.c, match_reviews.c


class DealFilter(NamedTuple):
    """Which deals, or parts of them that are so; who: all ids of who declared, or of whose part it was."""

    scope: Scope
    where: Where = Where()
    who: tuple[int, ...] = ()


class CountedDeal(NamedTuple):
    """A deal of a list, of the match of a uid; before and after only of a part."""

    match: str
    uid: str
    game: str
    day: date
    number: int
    kind: str
    bid: int | None
    made: bool | None
    who_id: int | None
    gain: int
    before: str | None = None
    after: str | None = None


def deals_by_match(wanted: DealFilter) -> dict[int, int]:
    """How many there are by match, the newest match first."""
    order = MATCH.day, MATCH.started_at, MATCH.match_id
    query = deals_where(wanted, MATCH.match_id, func.count()).group_by(*order)
    return dict(db.session.execute(query.order_by(*(column.desc() for column in order))).all())


def list_deals(wanted: DealFilter, counts: dict[int, int], start: int, most: int) -> list[CountedDeal]:
    """Those from the start-th on, the newest first; counts: of deals_by_match()."""
    ends = dict(zip(counts, accumulate(counts.values()), strict=True))
    ids = [match for match, end in ends.items() if start < end < start + most + counts[match]]
    seat = PART if wanted.where.of_parts else DEAL
    columns = [matches.c.uid, DEAL.uid, DEAL.game, DEAL.day, DEAL.number, DEAL.kind, DEAL.bid, DEAL.made]
    columns += [seat.who_id, seat.gain, *((PART.before, PART.after) if wanted.where.of_parts else ())]
    order: list[Any] = [column.desc() for column in (MATCH.day, MATCH.started_at, MATCH.match_id, DEAL.n)]
    order += [PART.seat] if wanted.where.of_parts else []
    query = deals_where(wanted, *columns).join(matches, matches.c.id == MATCH.match_id).where(MATCH.match_id.in_(ids))
    before = ends[ids[0]] - counts[ids[0]] if ids else 0
    rows = db.session.execute(query.order_by(*order).offset(start - before).limit(most))
    return [CountedDeal(*row) for row in rows]


def deals_where(wanted: DealFilter, *columns: Any) -> Select[Any]:
    """A query over the deals that are so with their matches, or over their parts with both."""
    table = parts if wanted.where.of_parts else facts
    query = select(*columns).select_from(match_reviews).join(table, table.c.match_id == MATCH.match_id)
    if wanted.where.of_parts:
        query = query.join(facts, SAME_DEAL)
    whose = [table.c.who_id.in_(wanted.who)] if wanted.who else []
    return query.where(*wanted.scope.within(match_reviews), *whose, *meant(wanted.where))
