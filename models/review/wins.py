"""Who won how often: people and pairs with their rates, the usual one being what chance gives a side."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from models.review.rates import Rate, order_key, rate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from models.review.past import Past, PastMatch
    from models.review.people import Person


class Won(NamedTuple):
    """The rate of wins of a person, or of two together."""

    people: tuple[Person, ...]
    rate: Rate
    matches: tuple[int, ...]


def even(matches: Iterable[PastMatch]) -> float:
    """The chance that a side has when all are alike: the mean over these matches."""
    shares = [1 / len(match.sides) for match in matches if match.sides]
    return sum(shares) / len(shares) if shares else 0.5


def wins_of_people(past: Past, matches: list[PastMatch]) -> list[Won]:
    """Everybody's wins, the surest first; who stays out of standings is left out."""
    won: dict[int, list[tuple[PastMatch, bool]]] = defaultdict(list)
    for match in matches:
        for seat in match.ended:
            person = past.person(seat)
            if person and not person.unranked:
                won[person.id].append((match, seat.won))
    return sorted((counted(past, (one,), found) for one, found in won.items()), key=lambda one: order_key(one.rate))


def wins_of_pairs(past: Past, matches: list[PastMatch]) -> list[Won]:
    """The wins of all who were partners, the surest first."""
    won: dict[tuple[int, ...], list[tuple[PastMatch, bool]]] = defaultdict(list)
    for match in matches:
        for side in match.sides.values():
            people = [person for seat in side if (person := past.person(seat)) and not person.unranked]
            for pair in combinations(sorted(people), 2):
                won[pair[0].id, pair[1].id].append((match, side[0].won))
    return sorted((counted(past, pair, found) for pair, found in won.items()), key=lambda one: order_key(one.rate))


def counted(past: Past, ids: tuple[int, ...], found: list[tuple[PastMatch, bool]]) -> Won:
    """The rate of these matches; usual is what chance gives a side in them."""
    made = sum(won for _, won in found)
    usual = even(match for match, _ in found)
    people = tuple(past.people.persons[one] for one in ids)
    return Won(people, rate(made, len(found), usual), tuple(match.id for match, _ in found))


def never_together(past: Past, matches: list[PastMatch]) -> list[tuple[Person, Person]]:
    """Those of whom each played such matches with partners, but never with each other."""
    pairs = {won.people for won in wins_of_pairs(past, matches)}
    people = sorted({person for pair in pairs for person in pair})
    return [pair for pair in combinations(people, 2) if pair not in pairs]
