"""Who won how often: people and pairs with their rates, the usual one being what chance gives a side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest, nsmallest
from itertools import combinations, islice
from math import comb
from typing import NamedTuple

from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.people import Person
from models.review.statistics.rates import SHOWN_FROM, Rate, order_key, rate, weight_of
from models.review.statistics.tallies import Entries, Part, changed, entries_of, tally

Matches = Sequence[PastMatch]
Sums = dict[tuple[int, ...], tuple[int, ...]]  # by the ids of a person or of two

MADE, DUE, OF = range(3)  # wins, what chance would have given in parts of SHARES, and the number of matches
SHARES = 27_720  # a share of one in so many as twelve sides is a whole number of these
MOST_NAMED = 7  # pairs that a page names, and one more


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


def even_in(past: Past, part: Part) -> float:
    """The same over the matches of a part."""
    found = tally(past, "even", part, lambda match: [(None, (SHARES // len(match.sides), 1))] if match.sides else [])
    return found[None][0] / (SHARES * found[None][1]) if found else 0.5


class PairSums(NamedTuple):
    """The wins of all who were partners, by their ids in order.

    many: those that have a band; most: some of those that were partners most often, so many at least that any of
    MOST_NAMED are among them.
    """

    sums: Sums
    many: frozenset[tuple[int, ...]]
    most: frozenset[tuple[int, ...]]


def numbers_of(match: PastMatch, won: bool) -> tuple[int, int, int]:
    """What a match adds to the sums of a side."""
    return int(won), SHARES // len(match.sides), 1


def wins_of_people(past: Past, part: Part) -> list[Won]:
    """Everybody's wins, the surest first; who stays out of standings is left out."""
    sums = person_sums(past, part)
    return surest(past, sums, sums, weight_of_sums(sums.values()))


def person_sums(past: Past, part: Part) -> Sums:
    """The wins of everybody, each by a tuple of their id."""

    def entries(match: PastMatch) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        ended = [seat for seat in match.ended if seat.person in ranked]
        return [((seat.person or 0,), numbers_of(match, seat.won)) for seat in ended]

    ranked = ranked_of(past)
    return tally(past, "wins", part, entries)


def pairs_of(past: Past, part: Part, never_shown: int = MOST_NAMED) -> Pairs:
    """All who were partners: MOST_NAMED of the surest pairs, and at most so many of those who never were."""
    known, weight = pair_sums(past, part), pair_weight(past, part)
    people = sorted(one for (one,) in tally(past, "partners", part, partners_in(past)))
    never = islice((pair for pair in combinations(people, 2) if pair not in known.sums), never_shown)
    found = [(past.people.persons[one], past.people.persons[other]) for one, other in never]
    of_never = comb(len(people), 2) - len(known.sums)
    return Pairs(surest(past, known.sums, known.many | known.most, weight)[:MOST_NAMED], weight, found, of_never)


def pair_sums(past: Past, part: Part) -> PairSums:
    """The wins of all who were partners."""

    def begin() -> PairSums:
        return seen_most(changed({}, (), entries_of(part.matches(past), entries)))

    def carry_on(known: PairSums, gone: Matches, fresh: Matches) -> PairSums:
        went, came = (list(entries_of(part.of(matches), entries)) for matches in (gone, fresh))
        if not went and not came:
            return known
        sums = changed(known.sums, went, came)
        if went:
            return seen_most(sums)
        touched = frozenset(pair for pair, _ in came)
        more = {pair for pair in touched if sums[pair][OF] >= SHOWN_FROM}
        return PairSums(sums, known.many | more, known.most | touched)

    entries = pairs_in(past)
    return past.carried(("pairs", part), begin, carry_on)


def seen_most(sums: Sums) -> PairSums:
    """The same sums, with those of most matches."""
    many = frozenset(pair for pair, one in sums.items() if one[OF] >= SHOWN_FROM)
    return PairSums(sums, many, frozenset(most_often(sums, MOST_NAMED)))


def most_often(sums: Sums, most: int) -> list[tuple[int, ...]]:
    """So many of those without a band that have most matches, of equal ones those with most wins."""
    often = nlargest(most, (one[OF] for one in sums.values() if one[OF] < SHOWN_FROM))
    likely = [key for key, one in sums.items() if often and often[-1] <= one[OF] < SHOWN_FROM]
    return nsmallest(most, likely, key=lambda key: (-sums[key][OF], -sums[key][MADE], key))


def pairs_in(past: Past) -> Entries:
    """What a match adds to the wins of those who were partners in it."""
    ranked = ranked_of(past)

    def entries(match: PastMatch) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        for side in match.sides.values():
            people = sorted({seat.person or 0 for seat in side if seat.person in ranked})
            for pair in combinations(people, 2):
                yield pair, numbers_of(match, side[0].won)

    return entries


def partners_in(past: Past) -> Entries:
    """With how many partners everybody was in a match."""
    pairs = pairs_in(past)
    return lambda match: (((one,), (1,)) for pair, _ in pairs(match) for one in pair)


def pair_weight(past: Past, part: Part) -> float:
    """How much the usual rate counts in the wins of two together."""
    known = pair_sums(past, part)
    return weight_of_sums(known.sums[pair] for pair in known.many)


def weight_of_sums(sums: Iterable[tuple[int, ...]]) -> float:
    """How much the usual rate counts in these wins, which follows from how far they differ."""
    return weight_of(sorted((found[MADE], found[OF]) for found in sums))


def surest(past: Past, sums: Sums, among: Iterable[tuple[int, ...]], weight: float) -> list[Won]:
    """The wins of some of these, the surest first; weight: how much the usual rate counts."""
    return sorted((counted(past, ids, sums[ids], weight) for ids in among), key=won_order)


def won_order(one: Won) -> tuple[tuple[bool, float, int, int], list[int]]:
    """Sorts wins, the surest first."""
    return order_key(one.rate), [person.id for person in one.people]


def ranked_of(past: Past) -> dict[int | None, Person]:
    """The people who are in standings, by id."""
    return {one.id: one for one in past.people.persons.values() if not one.unranked}


def counted(past: Past, ids: tuple[int, ...], found: tuple[int, ...], weight: float) -> Won:
    """The rate of these matches; usual is what chance gives a side in them."""
    people = tuple(past.people.persons[one] for one in ids)
    return Won(people, rate(found[MADE], found[OF], found[DUE] / (SHARES * found[OF]), weight))
