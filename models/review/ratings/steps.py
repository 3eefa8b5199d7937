"""Rated matches one after another, packed: some hundred bytes a match, so that those of a large club fit in memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from models.review.ratings.replay import RatedStep, Rating, Unit


class Steps:
    """The steps of matches by their ids, in the order in which they were played."""

    def __init__(self) -> None:
        self.places: dict[int, int] = {}  # of each match in what follows
        self.units: list[Unit] = []  # who was rated, match after match
        self.values = array("d")  # of each of them mu, sigma, matches
        self.chances = array("d")  # of the sides, match after match
        self.ends: tuple[array[int], array[int]] = (array("L"), array("L"))  # of each match in units, and in chances

    def add(self, match_id: int, step: RatedStep) -> None:
        """One more match."""
        self.places[match_id] = len(self.places)
        for unit, rating in step.after.items():
            self.units.append(unit)
            self.values.extend(rating)
        self.chances.extend(step.chances)
        self.ends[0].append(len(self.units))
        self.ends[1].append(len(self.chances))

    def first(self, n: int) -> Steps:
        """The first n of them."""
        found = Steps()
        units, chances = self.begin(n)
        found.places = dict(self.places)
        while len(found.places) > n:
            found.places.popitem()  # the last one
        found.units, found.values, found.chances = self.units[:units], self.values[: 3 * units], self.chances[:chances]
        found.ends = self.ends[0][:n], self.ends[1][:n]
        return found

    def begin(self, place: int) -> tuple[int, int]:
        """Where a match begins in units, and in chances."""
        return (self.ends[0][place - 1], self.ends[1][place - 1]) if place else (0, 0)

    def get(self, match_id: int) -> RatedStep | None:
        """The step of a match; None where it was not rated."""
        place = self.places.get(match_id)
        return None if place is None else self.at(place)

    def at(self, place: int) -> RatedStep:
        """The step of the match at a place, from 0."""
        (unit, chance), (units, chances) = self.begin(place), self.begin(place + 1)
        after = {self.units[one]: self.rating(one) for one in range(unit, units)}
        return RatedStep(tuple(self.chances[chance:chances]), after)

    def rating(self, one: int) -> Rating:
        """A rating by its place in units."""
        mu, sigma, matches = self.values[3 * one : 3 * one + 3]
        return Rating(mu, sigma, int(matches))

    def before(self, place: int, units: Iterable[Unit]) -> dict[Unit, Rating]:
        """The ratings that these had before the match at a place; who had none is left out."""
        wanted = set(units)
        found: dict[Unit, Rating] = {}
        one = self.begin(place)[0]
        while wanted and one:
            one -= 1
            if self.units[one] in wanted:
                wanted.remove(self.units[one])
                found[self.units[one]] = self.rating(one)
        return found

    def items(self) -> Iterator[tuple[int, RatedStep]]:
        """All of them with the ids of their matches."""
        return ((match_id, self.at(place)) for match_id, place in self.places.items())

    def __len__(self) -> int:
        return len(self.places)
