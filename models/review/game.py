"""What the page of a game counts beside what people ask (models/review/ask.py): its own panels, who bids how high."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import median
from typing import Any, NamedTuple

from sqlalchemy import Integer, and_, case, cast, func, select, true

from models.base import db
from models.review.people import People, Person
from models.review.scope import Scope
from models.review.share import Share
from models.review.tables import facts, parts, seat_facts
from models.review.where import SAME_DEAL, meant
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


Counting = tuple[Where, str]
"""Which deals, and the value that is summed up: gain, took, given or played."""


class DealSums:
    """How many deals are so, of everybody and of each person: one pass over the deals, and one over their parts."""

    def __init__(self, scope: Scope, people: People, asked: Iterable[Counting]) -> None:
        self.people = people
        self.sums: dict[Counting, dict[int | None, DealSum]] = {}
        asked = dict.fromkeys(asked)
        for of_parts in (False, True):
            self.count(scope, [counting for counting in asked if counting[0].of_parts is of_parts])

    def count(self, scope: Scope, asked: list[Counting]) -> None:
        """Count what is asked of deals, or of parts."""
        if not asked:
            return
        table: Any = parts if asked[0][0].of_parts else facts
        columns = []
        for where, value in asked:
            so = and_(true(), *meant(where))
            summed = func.coalesce(table.c[value], 0)
            columns += [func.sum(case((so, 1), else_=0)), func.sum(case((so, summed), else_=0))]
        query = select(table.c.who_id, *columns).select_from(table).where(*scope.within(table)).group_by(table.c.who_id)
        if table is parts and any(where.about_deal for where, _ in asked):
            query = query.join(facts, SAME_DEAL)
        for counting in asked:
            self.sums[counting] = {}
        for who, *numbers in db.session.execute(query):
            for place, counting in enumerate(asked):
                self.sums[counting][who] = DealSum(*numbers[2 * place : 2 * place + 2])

    def of(self, where: Where, value: str = "gain") -> DealSum:
        """Those of everybody."""
        found = DealSum(0, 0)
        for known in self.sums[where, value].values():
            found = found.plus(known)
        return found

    def by_person(self, where: Where, value: str = "gain") -> dict[Person, DealSum]:
        """Those of each who is ranked."""
        found: dict[Person, DealSum] = {}
        for who, known in self.sums[where, value].items():
            person = self.people.ranked(who)
            if person and known.n:
                found[person] = known.plus(found.get(person, DealSum(0, 0)))
        return found


class Bidder(NamedTuple):
    """How often somebody made their bids; above: how many were over the usual one; the highest made, 0 for none."""

    person: Person
    share: Share
    above: int
    highest: int


def bidders(scope: Scope, people: People, kinds: tuple[str, ...]) -> tuple[int, list[Bidder]]:
    """The bid that is heard most, of kinds that are a number; and who is ranked, those who go over it most first.

    Those with few bids are last.
    """
    query = (
        select(DEAL.who_id, DEAL.bid, func.count(), func.sum(cast(DEAL.made, Integer)))
        .where(*scope.within(facts), DEAL.kind.in_(kinds), DEAL.made.is_not(None), DEAL.bid.is_not(None))
        .group_by(DEAL.who_id, DEAL.bid)
        .order_by(DEAL.bid)
    )
    heard, bids = Counter[int](), defaultdict[Person, list[Any]](list)
    for who, *row in db.session.execute(query):
        heard[row[0]] += row[1]
        person = people.ranked(who)
        if person:
            bids[person].append(row)
    usual = max(heard, key=lambda bid: heard[bid], default=0)
    found = []
    for person, rows in bids.items():
        share = Share(sum(made for _, _, made in rows), sum(n for _, n, _ in rows))
        above = sum(n for bid, n, _ in rows if bid > usual)
        found.append(Bidder(person, share, above, max((bid for bid, _, made in rows if made), default=0)))
    return usual, sorted(found, key=lambda row: (not row.share.enough, -row.above / row.share.of, row.person.id))


def middle_margin(scope: Scope) -> tuple[int, int]:
    """How many matches of a game were won, and by how much the middle one was: half were closer.

    Who won without being ahead, by a rule, won by nothing.
    """
    query = select(func.max(SEAT.margin)).where(*scope.within(seat_facts), SEAT.won).group_by(SEAT.match_id)
    margins = db.session.scalars(query).all()
    return len(margins), round(median(max(margin, 0) for margin in margins)) if margins else 0
