"""The money of an evening: what everybody has to get, and the fewest payments that settle it. Minor units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from models.review.evening.matches import Name
from models.review.evening.result import same_sides

Unit = tuple[Name, ...]


class Paid(NamedTuple):
    """Who pays whom how much."""

    payer: Unit
    payee: Unit
    amount: int


def balances(matches: Sequence[tuple[Sequence[Unit], Sequence[int]]], by_person: bool = False) -> dict[Unit, int]:
    """What each is to get (negative: to pay): by side while the sides stayed, else or when asked for by person.

    matches: of each who plays on its sides, and what each side receives. A side shares it; a cent that cannot be
    shared is the first one's.
    """
    played = [(sides, money) for sides, money in matches if any(money)]
    together = not by_person and same_sides(sides for sides, _ in played)
    found: Counter[Unit] = Counter()
    for sides, money in played:
        for side, amount in zip(sides, money, strict=True):
            people = sorted(side, key=str)
            units: list[Unit] = [tuple(people)] if together else [(one,) for one in people]
            for unit, share in zip(units, shares(amount, len(units)), strict=True):
                found[unit] += share
    return {unit: amount for unit, amount in found.items() if amount}


def shares(amount: int, parts: int) -> list[int]:
    """An amount in so many parts that differ by one at most, the largest first in size."""
    size, rest = divmod(abs(amount), parts)
    sign = 1 if amount > 0 else -1
    return [sign * (size + (n < rest)) for n in range(parts)]


def payments(found: Mapping[Unit, int]) -> list[Paid]:
    """Who pays whom so that all are even: the largest debt to the largest credit each time."""
    left, paid = dict(found), []
    while len(left) > 1:
        payer, payee = min(left, key=lambda one: left[one]), max(left, key=lambda one: left[one])
        amount = min(-left[payer], left[payee])
        if amount <= 0:
            break
        paid.append(Paid(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
        left = {unit: rest for unit, rest in left.items() if rest}
    return paid
