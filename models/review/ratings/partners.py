"""Who is rated alone, and who only as a pair with somebody: two who always play together cannot be told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from models.review.ratings.replay import Sides, Unit

Person = int | str
Side = tuple[Person, ...]

PARTNERS_NEEDED = 3
MOST_WITH_ONE = 0.8  # of the matches with a partner


class Partners(NamedTuple):
    """With whom everybody played, and in how many matches; alone: those who are rated alone where they have a partner.

    They had three partners or more, none of them in more than 80 % of the matches.
    """

    times: dict[Person, Counter[Person]] = {}
    alone: frozenset[Person] = frozenset()

    def changed(self, gone: Iterable[Sequence[Side]], fresh: Iterable[Sequence[Side]]) -> Partners:
        """The same without some matches and with others; each as the people of its sides."""
        times = dict(self.times)
        touched: set[Person] = set()
        for sign, matches in ((-1, gone), (1, fresh)):
            for side in (side for sides in matches for side in sides):
                for person in side:
                    if person not in touched:
                        touched.add(person)
                        times[person] = Counter(times.get(person, ()))
                    for other in side:
                        if other != person:
                            times[person][other] += sign
        for person in touched:
            times[person] = +times.pop(person)
        times = {person: partners for person, partners in times.items() if partners}
        return Partners(times, (self.alone - touched) | {one for one in touched & times.keys() if varied(times[one])})


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
