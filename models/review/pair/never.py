"""What two partners never did: the special contracts that they never lost, and those that they never tried."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from models.review.deals.scope import Scope
from models.review.past.matches import Past
from models.review.people import Person
from models.review.person.summary import bid_sums
from models.review.statistics.rates import SHOWN_FROM, Rate
from scoring.review import review_of

Kind = tuple[str, str]


class Never(NamedTuple):
    """Kinds of deals, each with the key of its game: lost by these two never, and tried never."""

    lost: list[Kind]
    tried: list[Kind]


def never_of(past: Past, circle_id: int, people: tuple[Person, Person], games: Iterable[tuple[str, Rate]]) -> Never:
    """What two never did in the games that they played together often enough, of what their circle plays.

    games: their keys, with what was won together.
    """
    often = [key for key, rate in games if rate.of >= SHOWN_FROM and review_of(key).bids]
    if not often:
        return Never([], [])
    known = kinds_of(bid_sums(Scope(circle_id, version=past.version_of())))
    own = together(past, circle_id, people)
    kinds = [(game, kind) for game in often for kind in review_of(game).rare if (game, kind) in known]
    return Never(
        [one for one in kinds if one in own and own[one][0] == own[one][1]], [one for one in kinds if one not in own]
    )


def together(past: Past, circle_id: int, people: tuple[Person, Person]) -> dict[Kind, tuple[int, int]]:
    """By kind how many deals two made as partners, of how many."""
    one, other = (tuple(past.people.ids_of(person)) for person in people)
    both = [bid_sums(Scope(circle_id, who=who, mate=mate)) for who, mate in ((one, other), (other, one))]
    found: dict[Kind, tuple[int, int]] = {}
    for sums in both:
        for kind, (made, n) in kinds_of(sums).items():
            before = found.get(kind, (0, 0))
            found[kind] = before[0] + made, before[1] + n
    return found


def kinds_of(sums: dict[tuple[str, str, int], tuple[int, int]]) -> dict[Kind, tuple[int, int]]:
    """Sums by game, kind and bid, without the bid."""
    found: dict[Kind, tuple[int, int]] = {}
    for (game, kind, _), (made, n) in sums.items():
        before = found.get((game, kind), (0, 0))
        found[game, kind] = before[0] + made, before[1] + n
    return found
