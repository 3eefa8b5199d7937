"""Who won how often: people and pairs with their rates, the usual one being what chance gives a side."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from models.review.statistics.rates import Rate, order_key, rate, weight_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from models.review.past.matches import Past, PastMatch
    from models.review.past.people import Person


class Won(NamedTuple):
    """The rate of wins of a person, or of two together."""

    people: tuple[Person, ...]
    rate: Rate
    matches: tuple[int, ...]


def even(matches: Iterable[PastMatch]) -> float:
    """The chance that a side has when all are alike: the mean over these matches."""
    shares = [1 / len(match.sides) for match in matches if match.sides]
    return sum(shares) / len(shares) if shares else 0.5


class Sums:
    """Wins, what chance would have given, and the ids of the matches."""

    def __init__(self) -> None:
        self.made, self.due = 0, 0.0
        self.matches: list[int] = []

    def add(self, match: PastMatch, won: bool) -> None:
        """Count a match."""
        self.made += won
        self.due += 1 / len(match.sides)
        self.matches.append(match.id)


def wins_of_people(past: Past, matches: list[PastMatch]) -> list[Won]:
    """Everybody's wins, the surest first; who stays out of standings is left out."""
    ranked = ranked_of(past)
    sums: dict[tuple[int, ...], Sums] = defaultdict(Sums)
    for match in matches:
        for seat in match.ended:
            if seat.person in ranked:
                sums[(seat.person or 0,)].add(match, seat.won)
    return surest(past, sums)


def wins_of_pairs(past: Past, matches: list[PastMatch]) -> list[Won]:
    """The wins of all who were partners, the surest first."""
    ranked = ranked_of(past)
    sums: dict[tuple[int, ...], Sums] = defaultdict(Sums)
    for match in matches:
        for side in match.sides.values():
            people = [seat.person or 0 for seat in side if seat.person in ranked]
            for pair in combinations(sorted(people), 2):
                sums[pair].add(match, side[0].won)
    return surest(past, sums)


def pair_weight(past: Past, matches: list[PastMatch]) -> float:
    """How much the usual rate counts in the wins of two together, as in the list of all pairs."""
    return weight_of((one.rate.made, one.rate.of) for one in wins_of_pairs(past, matches))


def surest(past: Past, sums: Mapping[tuple[int, ...], Sums]) -> list[Won]:
    """These wins, the surest first; how much the usual rate counts follows from how far they differ."""
    weight = weight_of((found.made, len(found.matches)) for found in sums.values())
    return sorted(
        (counted(past, ids, found, weight) for ids, found in sums.items()), key=lambda one: order_key(one.rate)
    )


def ranked_of(past: Past) -> dict[int | None, Person]:
    """The people who are in standings, by id."""
    return {one.id: one for one in past.people.persons.values() if not one.unranked}


def counted(past: Past, ids: tuple[int, ...], found: Sums, weight: float) -> Won:
    """The rate of these matches; usual is what chance gives a side in them."""
    n = len(found.matches)
    people = tuple(past.people.persons[one] for one in ids)
    return Won(people, rate(found.made, n, found.due / n, weight), tuple(found.matches))


def never_partners(past: Past, matches: list[PastMatch]) -> list[tuple[Person, Person]]:
    """Those of whom each played such matches with partners, but never with each other."""
    return never_partners_among(wins_of_pairs(past, matches))


def never_partners_among(found: list[Won]) -> list[tuple[Person, Person]]:
    """The same, of pairs that were found already."""
    pairs = {won.people for won in found}
    people = sorted({person for pair in pairs for person in pair})
    return [pair for pair in combinations(people, 2) if pair not in pairs]
