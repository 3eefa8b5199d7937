"""Two people: what they win together and against each other, beyond what is due, by game and evening by evening."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import NamedTuple

from models.review.matches.find import ahead
from models.review.pair.chemistry import Chemistry, chemistry
from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.people import Person
from models.review.ratings.circle import Rated
from models.review.statistics.rates import WEIGHT, Rate, rate
from models.review.statistics.wins import even

LAST = 10
BEST_FROM = 2  # matches of an evening that may be their best


class Together(NamedTuple):
    """A match as partners: whether it was won, and the chance they had before it, None where it was not rated."""

    match: PastMatch
    won: bool
    due: float | None


class Against(NamedTuple):
    """A match against each other: 1 when the first came out ahead, -1 the second, 0 neither."""

    match: PastMatch
    ahead: int


class BestEvening(NamedTuple):
    """The evening on which most of so many matches together were won."""

    evening_id: int
    day: date
    won: int
    of: int


class Pair(NamedTuple):
    """Two people. due: what they should win together as a share, None where nothing was rated."""

    together: tuple[Together, ...]
    against: tuple[Against, ...]
    rate: Rate
    due: float | None
    chemistry: Chemistry
    ahead: Rate
    games: tuple[tuple[str, Rate], ...]
    best: BestEvening | None


def pair_of(
    past: Past, rated: Rated, one: Person, other: Person, matches: list[PastMatch], weight: float = WEIGHT
) -> Pair:
    """What these matches tell of two people; rated: over the same game, or over all; weight: of the usual rate."""
    together, against = [], []
    for match in matches:
        first, second = match.seat_of(one.id), match.seat_of(other.id)
        if first is None or second is None:
            continue
        if first.side == second.side:
            together.append(Together(match, first.won, rated.chance_of(match, first.side)))
        else:
            against.append(Against(match, ahead(first, second)))
    known = [(float(each.won), each.due) for each in together if each.due is not None]
    decided = [each.ahead for each in against if each.ahead]
    return Pair(
        tuple(together),
        tuple(against),
        rate_of(together, weight),
        sum(due for _, due in known) / len(known) if known else None,
        chemistry(known),
        rate(decided.count(1), len(decided), 0.5),
        by_game(together),
        best_evening(together),
    )


def rate_of(together: list[Together], weight: float = WEIGHT) -> Rate:
    """The rate of matches won together; usual is what chance gives a side."""
    return rate(sum(each.won for each in together), len(together), even(each.match for each in together), weight)


def by_game(together: list[Together]) -> tuple[tuple[str, Rate], ...]:
    """The rates by game, the game played most first."""
    found: dict[str, list[Together]] = defaultdict(list)
    for each in together:
        found[each.match.game].append(each)
    return tuple((game, rate_of(found[game])) for game in sorted(found, key=lambda game: (-len(found[game]), game)))


def best_evening(together: list[Together]) -> BestEvening | None:
    """The evening on which most was won without too much lost, the latest of equal ones; None where none was good."""
    found: dict[int, list[Together]] = defaultdict(list)
    for each in together:
        found[each.match.evening_id].append(each)
    evenings = [
        BestEvening(evening_id, played[0].match.day, sum(each.won for each in played), len(played))
        for evening_id, played in found.items()
        if len(played) >= BEST_FROM
    ]
    best = max(evenings, key=lambda evening: (2 * evening.won - evening.of, evening.won, evening.day), default=None)
    return best if best and 2 * best.won > best.of else None
