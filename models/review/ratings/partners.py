"""Who is rated alone, and who only as a pair with somebody: two who always play together cannot be told apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from models.review.ratings.replay import Sides, Unit

    Person = int | str
    Side = tuple[Person, ...]

PARTNERS_NEEDED = 3
MOST_WITH_ONE = 0.8  # of the matches with a partner


def rated_alone(matches: Iterable[Iterable[Side]]) -> set[Person]:
    """Those who are rated alone where they have a partner; matches: the people of each side.

    They had three partners or more, none of them in more than 80 % of the matches.
    """
    return {person for person, partners in partners_of(matches).items() if varied(partners)}


def partners_of(matches: Iterable[Iterable[Side]]) -> dict[Person, Counter[Person]]:
    """With whom everybody played, and in how many matches."""
    found: dict[Person, Counter[Person]] = defaultdict(Counter)
    for sides in matches:
        for side in sides:
            for person in side:
                found[person].update(other for other in side if other != person)
    return dict(found)


def varied(partners: Counter[Person]) -> bool:
    """Whether these partners tell somebody from any one of them."""
    return len(partners) >= PARTNERS_NEEDED and max(partners.values()) <= MOST_WITH_ONE * partners.total()


def units_of(sides: Iterable[Side], alone: Collection[Person]) -> Sides:
    """The sides of a match as what is rated: each for themselves where all of a side are rated alone, else the pair."""
    return tuple(split(side, alone) for side in sides)


def split(side: Side, alone: Collection[Person]) -> tuple[Unit, ...]:
    """A side as what is rated."""
    if all(person in alone for person in side):
        return tuple((person,) for person in side)
    return (tuple(sorted(side, key=lambda person: (str(type(person)), person))),)
