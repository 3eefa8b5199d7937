"""The money of an evening in whole minor units: what each is to get, the fewest payments, and what of them is paid.

People are named by uid, guests by name. What a side receives or pays is shared equally by those who sit there at the
end. A match counts when it is over, on an evening that is not hidden.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import ColumnElement, select

from models.base import db
from models.review.people import People
from models.review.tables import MatchReview
from models.tables import Evening, Result, StoredPayment

SETTLED_EXACTLY = 10  # people: with more of them the payments are few, but perhaps not the fewest
Pair = tuple[str, str]
"""Who pays, and whom."""
LAST_SEATS = (
    select(MatchReview.evening_id, Evening.uid, MatchReview.money)
    .add_columns(Result.match_id, Result.side, Result.player_id, Result.name)
    .join(Evening, Evening.id == MatchReview.evening_id)
    .join(Result, Result.match_id == MatchReview.match_id)
    .where(MatchReview.money != [], Result.place.is_not(None))
)


class Debt(NamedTuple):
    """Who pays whom how much over an evening, and how much of that is paid."""

    payer: str
    payee: str
    amount: int
    paid: int


def balances(sides: Iterable[tuple[Sequence[str], int]], lot: str) -> dict[str, int]:
    """What each is to get (negative: to pay), rounded once; who is even is left out.

    sides: of each match who sits there and what they receive together. lot: draws who is first where a unit cannot be
    shared; each evening has its own, so that nobody is always first.
    """
    exact: dict[str, Fraction] = defaultdict(Fraction)
    for people, amount in sides:
        for person in people:
            exact[person] += Fraction(amount, len(people))
    whole = {person: amount.numerator // amount.denominator for person, amount in exact.items()}
    drawn = sorted(exact, key=lambda person: sha256(f"{lot} {person}".encode()).digest())
    drawn.sort(key=lambda person: whole[person] - exact[person])
    for person in drawn[: -sum(whole.values())]:
        whole[person] += 1
    return {person: whole[person] for person in sorted(whole) if whole[person]}


def payments(found: Mapping[str, int]) -> dict[Pair, int]:
    """The fewest payments after which all are even: who pays nothing but debts, and who receives pays nobody."""
    return {pair: amount for group in even_groups(found) for pair, amount in within(group).items()}


def even_groups(found: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """The people in as many groups as can be that are even among themselves: each group saves a payment."""
    left = dict(sorted(found.items()))
    for person in sorted(found):
        same = [other for other in left if person in left and left[other] == -left[person]]
        if same:
            yield {one: left.pop(one) for one in (person, same[0])}
    people = list(left)
    if len(people) > SETTLED_EXACTLY:
        yield left
        return
    # by who is in (bits): the sum, and the longest way there, as those who are in each time that they are even
    sums: list[int] = [0]
    ways: list[tuple[int, ...]] = [()]
    for inside in range(1, 1 << len(people)):
        last = inside.bit_length() - 1
        sums.append(sums[inside - (1 << last)] + left[people[last]])
        way = max((ways[inside - (1 << n)] for n in range(last + 1) if inside >> n & 1), key=len)
        ways.append(way if sums[inside] else (*way, inside))
    for before, inside in pairwise((0, *ways[-1])):
        yield {person: left[person] for n, person in enumerate(people) if (inside - before) >> n & 1}


def within(group: Mapping[str, int]) -> dict[Pair, int]:
    """Payments after which a group is even: the largest debt to the largest credit each time."""
    left, paid = dict(group), {}
    while left and (amount := min(-min(left.values()), max(left.values()))) > 0:
        payer, payee = min(left, key=lambda one: left[one]), max(left, key=lambda one: left[one])
        paid[payer, payee] = amount
        left[payer] += amount
        left[payee] -= amount
    return paid


def debts(found: Mapping[str, int], paid: Mapping[Pair, int]) -> list[Debt]:
    """Who pays whom, most first. What was paid and is not asked for any more is settled with what is left."""
    plan = payments(found)
    if any(amount > plan.get(pair, 0) for pair, amount in paid.items()):
        left = Counter(found)
        for (payer, payee), amount in paid.items():
            left[payer] += amount
            left[payee] -= amount
        plan = Counter(paid) + Counter(payments({person: amount for person, amount in left.items() if amount}))
    told = [Debt(*pair, amount, paid.get(pair, 0)) for pair, amount in plan.items()]
    return sorted(told, key=lambda debt: (-debt.amount, debt))


def balances_of(people: People, where: ColumnElement[bool]) -> dict[int, dict[str, int]]:
    """By the id of an evening what each is to get for those matches with money that fit; one statement."""
    evenings: dict[int, dict[tuple[int, int], tuple[list[str], int]]] = defaultdict(dict)
    lots: dict[int, str] = {}
    for row in db.session.execute(LAST_SEATS.where(where)):
        lots[row.evening_id] = row.uid
        side = evenings[row.evening_id].setdefault((row.match_id, row.side), ([], row.money[row.side]))
        person = people.of(row.player_id)
        side[0].append(person.uid if person else row.name)
    return {evening: balances(sides.values(), lots[evening]) for evening, sides in evenings.items()}


def debts_of(evening: Evening, people: People, matches: Collection[int]) -> list[Debt]:
    """Who pays whom over an evening for these matches of it; nobody on a hidden one."""
    if evening.hidden:
        return []
    found = balances_of(people, MatchReview.match_id.in_(matches)).get(evening.id, {})
    paid: Counter[Pair] = Counter()
    for row, pair in stored_payments(evening, people):
        paid[pair] += row.amount
    return debts(found, paid)


def stored_payments(evening: Evening, people: People) -> list[tuple[StoredPayment, Pair]]:
    """What was paid on an evening, with payer and payee as they are today, where those are two people."""
    rows = db.session.scalars(select(StoredPayment).where(StoredPayment.evening_id == evening.id))
    paired = [(row, (people.uids.get(row.payer, row.payer), people.uids.get(row.payee, row.payee))) for row in rows]
    return [(row, pair) for row, pair in paired if pair[0] != pair[1]]


def tick(evening: Evening, people: People, matches: Collection[int], pair: Pair, amount: int) -> bool:
    """Note that a whole debt is paid, or with no amount that nothing of it is; False where it is another one now.

    In the transaction of the circle. Told twice it changes nothing.
    """
    debt = next((debt for debt in debts_of(evening, people, matches) if (debt.payer, debt.payee) == pair), None)
    if not amount:
        for row, stored in stored_payments(evening, people):
            if stored == pair:
                db.session.delete(row)
    elif debt is None or debt.amount != amount:
        return False
    elif debt.paid < amount:
        row = StoredPayment(evening_id=evening.id, payer=pair[0], payee=pair[1], amount=amount - debt.paid)
        db.session.add(row)
    return True
