"""Deals so rare that each counts: how many, when the last was, the longest wait for one, the worst of them."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Any, NamedTuple

from sqlalchemy import func

from models.base import db
from models.review.deals.query import deals_where
from models.review.deals.scope import DealScope
from models.review.stored.count_cache import chapters, remembered
from models.review.tables import DealFact, DealPart
from scoring.review import TallyRow

MOST = 500  # of a kind, the newest; how far back waits are looked for


class Rare(NamedTuple):
    """n: deals, in so many matches; who: declared the last; wait: most days between two; worst: the least of one."""

    n: int
    matches: int
    last: date | None
    who: int | None
    wait: int | None
    worst: int | None


@remembered
def rare_in(scope: DealScope, row: TallyRow) -> tuple[int, int, int | None, list[tuple[Any, ...]]]:
    """Of a quarter: deals, matches, the least that one brought; the newest with its day and who declared."""
    table: Any = DealPart if row.of.of_parts else DealFact
    columns = func.count(), func.count(table.match_id.distinct()), func.min(table.gain)
    n, matches, least = db.session.execute(deals_where(scope, row.of, *columns)).one()
    order = (DealFact.day.desc(), DealFact.match_id.desc(), DealFact.n.desc())
    query = deals_where(scope, row.of, DealFact.day, table.who_id)
    newest = db.session.execute(query.order_by(*order).limit(MOST)).all() if n else []
    return n, matches, least, [tuple(one) for one in newest]


def rare(scope: DealScope, row: TallyRow) -> Rare:
    """What there is of a row."""
    years = [rare_in(chapter, row) for chapter in chapters(scope)]
    n, matches = sum(year[0] for year in years), sum(year[1] for year in years)
    if not n:
        return Rare(0, 0, None, None, None, None)
    least = min(year[2] for year in years if year[2] is not None)
    newest = [deal for year in years for deal in year[3]][:MOST]
    day, who = newest[0]
    waits = [(after[0] - before[0]).days for after, before in pairwise(newest)]
    return Rare(n, matches, day, who, max(waits, default=None), least if row.worst else None)
