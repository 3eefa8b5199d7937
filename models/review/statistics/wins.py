"""Who won how often: people and pairs with their rates, the usual one being what chance gives a side."""

from __future__ import annotations

from collections import defaultdict
from heapq import nsmallest
from itertools import chain, combinations, islice
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from models.review.statistics.rates import SHOWN_FROM, Rate, order_key, rate, weight_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from models.review.past.matches import Past, PastMatch
    from models.review.past.people import Person


class Won(NamedTuple):
    """The rate of wins of a person, or of two together."""

    people: tuple[Person, ...]
    rate: Rate


class Pairs(NamedTuple):
    """Those who were partners.

    surest: the pairs that won most surely; weight: how much the usual rate counts in the wins of two; never: pairs of
    whom each had partners, but never each other, of_never: how many such pairs there are.
    """

    surest: list[Won]
    weight: float
    never: list[tuple[Person, Person]]
    of_never: int


def even(matches: Iterable[PastMatch]) -> float:
    """The chance that a side has when all are alike: the mean over these matches."""
    shares = [1 / len(match.sides) for match in matches if match.sides]
    return sum(shares) / len(shares) if shares else 0.5


class Sums:
    """Wins, what chance would have given, and the number of matches."""

    def __init__(self) -> None:
        self.made, self.due, self.of = 0, 0.0, 0

    def add(self, match: PastMatch, won: bool) -> None:
        """Count a match."""
        self.made += won
        self.due += 1 / len(match.sides)
        self.of += 1


def wins_of_people(past: Past, matches: Sequence[PastMatch]) -> list[Won]:
    """Everybody's wins, the surest first; who stays out of standings is left out."""
    ranked = ranked_of(past)
    sums: dict[tuple[int, ...], Sums] = defaultdict(Sums)
    for match in matches:
        for seat in match.ended:
            if seat.person in ranked:
                sums[(seat.person or 0,)].add(match, seat.won)
    return surest(past, sums, weight_of_sums(sums))


def pairs_of(past: Past, matches: Sequence[PastMatch], most: int) -> Pairs:
    """All who were partners; at most so many of the surest pairs, and of those who never were."""
    return pairs_among(past, sums_of_pairs(past, matches), most)


def pairs_among(past: Past, sums: Mapping[tuple[int, ...], Sums], most: int) -> Pairs:
    """The same, of pairs whose wins were summed already."""
    weight = weight_of_sums(sums)
    people = sorted({person for pair in sums for person in pair})
    never = islice((pair for pair in combinations(people, 2) if pair not in sums), most)
    found = [(past.people.persons[one], past.people.persons[other]) for one, other in never]
    of_never = comb(len(people), 2) - sum(one < other for one, other in sums)
    return Pairs(surest(past, sums, weight, most), weight, found, of_never)


def sums_of_pairs(past: Past, matches: Sequence[PastMatch]) -> dict[tuple[int, ...], Sums]:
    """The wins of all who were partners, by their ids in order."""
    ranked = ranked_of(past)
    sums: dict[tuple[int, ...], Sums] = defaultdict(Sums)
    for match in matches:
        for side in match.sides.values():
            people = [seat.person or 0 for seat in side if seat.person in ranked]
            for pair in combinations(sorted(people), 2):
                sums[pair].add(match, side[0].won)
    return sums


def pair_weight(past: Past, game: str | None) -> float:
    """How much the usual rate counts in the wins of two together in a game, or in all."""
    return past.kept(("pair weight", game), lambda: weight_of_sums(sums_of_pairs(past, past.played(game))))


def weight_of_sums(sums: Mapping[tuple[int, ...], Sums]) -> float:
    """How much the usual rate counts in these wins, which follows from how far they differ."""
    return weight_of((found.made, found.of) for found in sums.values())


def surest(past: Past, sums: Mapping[tuple[int, ...], Sums], weight: float, most: int | None = None) -> list[Won]:
    """These wins, the surest first, or so many of them; weight: how much the usual rate counts."""
    found = (counted(past, ids, one, weight) for ids, one in likeliest(sums, most))
    if most is None:
        return sorted(found, key=won_order)
    return nsmallest(most, found, key=won_order)


def likeliest(sums: Mapping[tuple[int, ...], Sums], most: int | None) -> Iterator[tuple[tuple[int, ...], Sums]]:
    """Those among whom so many of the surest are: all that have a band, and of the others those who played most."""
    if most is None:
        return iter(sums.items())
    banded = [item for item in sums.items() if item[1].of >= SHOWN_FROM]
    others = (item for item in sums.items() if item[1].of < SHOWN_FROM)
    return chain(banded, nsmallest(most, others, key=lambda item: (-item[1].of, -item[1].made)))


def won_order(one: Won) -> tuple[bool, float, int, int]:
    """Sorts wins, the surest first."""
    return order_key(one.rate)


def ranked_of(past: Past) -> dict[int | None, Person]:
    """The people who are in standings, by id."""
    return {one.id: one for one in past.people.persons.values() if not one.unranked}


def counted(past: Past, ids: tuple[int, ...], found: Sums, weight: float) -> Won:
    """The rate of these matches; usual is what chance gives a side in them."""
    people = tuple(past.people.persons[one] for one in ids)
    return Won(people, rate(found.made, found.of, found.due / found.of, weight))
