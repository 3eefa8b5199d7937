"""What the page of a game counts beside what people ask (models/review/ask.py): its own panels, how close it was."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from statistics import median
from typing import Any, NamedTuple

from sqlalchemy import and_, case, func, select, true

from models.base import db
from models.review.lists import SAME_DEAL, meant
from models.review.people import People, Person
from models.review.scope import Scope
from models.review.tables import facts, parts, seat_facts
from scoring.review import Where

DEAL, SEAT = facts.c, seat_facts.c


class DealSum(NamedTuple):
    """So many deals, and the sum of a value of them."""

    n: int
    total: int

    def plus(self, other: DealSum) -> DealSum:
        """Both together."""
        return DealSum(self.n + other.n, self.total + other.total)

    @property
    def mean(self) -> float:
        """The value of a deal on average."""
        return self.total / self.n if self.n else 0.0


NONE = DealSum(0, 0)
Counting = tuple[Where, str]
"""Which deals, and the value that is summed up: gain, took, given or played, or none."""
Sums = dict[Counting, dict[Person | None, DealSum]]
"""By what is counted and by who declared, or whose part it was; None: guests, and who stays out of standings."""


def deal_sums(scope: Scope, people: People, asked: Iterable[Counting]) -> Sums:
    """How many deals are so, and what they come to: one pass over the deals, and one over their parts."""
    sums: Sums = {counting: {} for counting in asked}
    for table in (facts, parts):
        some = [counting for counting in sums if counting[0].of_parts is (table is parts)]
        columns = [column for counting in some for column in columns_of(table, *counting)]
        query = select(table.c.who_id, *columns).where(*scope.within(table)).group_by(table.c.who_id)
        if table is parts and any(where.about_deal for where, _ in some):
            query = query.join(facts, SAME_DEAL)
        for who, *values in db.session.execute(query).all() if some else ():
            person, numbers = people.ranked(who), iter(values)
            for counting in some:
                number = DealSum(next(numbers), (next(numbers) or 0) if counting[1] else 0)
                sums[counting][person] = number.plus(sums[counting].get(person, NONE))
    return sums


@cache  # as many as the panels of all games count
def columns_of(table: Any, where: Where, value: str) -> list[Any]:
    """How many deals are so, and with a value their sum of it."""
    so = and_(true(), *meant(where))
    return [func.count(case((so, 1))), *([func.sum(case((so, table.c[value])))] if value else [])]


def middle_margin(scope: Scope) -> tuple[int, int, str]:
    """How many matches of a game were won, and by how much the middle one was: half were closer; its unit.

    Who won without being ahead, by a rule, won by nothing. The unit is empty where there are several.
    """
    query = select(func.max(SEAT.margin), func.max(SEAT.unit)).where(*scope.within(seat_facts), SEAT.won)
    rows = db.session.execute(query.group_by(SEAT.match_id)).all()
    units = {unit for _, unit in rows}
    middle = round(median(max(margin, 0) for margin, _ in rows)) if rows else 0
    return len(rows), middle, units.pop() if len(units) == 1 else ""
