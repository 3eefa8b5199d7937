"""Ratings as a page shows them: a chance against average opponents with its band, and a position as a range."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

from models.review.ratings.model import BETA, SIGMA
from models.review.ratings.replay import SHOWN_FROM, SHOWN_FROM_ALL_GAMES, Rating, Unit
from models.review.statistics.bands import NORMAL, Z
from models.review.statistics.rates import Rate


class Place(NamedTuple):
    """A unit in the standings: its chance with an average partner against an average pair (alone: against an average
    player), the band of it, the best and the worst position that it may truly have, and over how many matches."""

    unit: Unit
    chance: float
    low: float
    high: float
    best: int
    worst: int
    matches: int = 0

    @property
    def rate(self) -> Rate:
        """The chance as a rate that can be compared."""
        return Rate(0, self.matches, self.chance, self.low, self.high, comparable=True)


def has_enough_matches(rating: Rating, all_games: bool = False) -> bool:
    """Whether there are matches enough to show it; all_games: a rating over all games of the circle."""
    return rating.matches >= (SHOWN_FROM_ALL_GAMES if all_games else SHOWN_FROM)


def against_average(rating: Rating, average: float = 0.0, beta: float = BETA) -> tuple[float, float, float]:
    """The chance against average opponents with otherwise equal sides, and its band of 80 %; average: their mu."""
    wide = sqrt(2) * beta * SIGMA
    ahead, give = rating.mu - average, Z * rating.sigma
    return NORMAL.cdf(ahead / wide), NORMAL.cdf((ahead - give) / wide), NORMAL.cdf((ahead + give) / wide)


def standings(ratings: Mapping[Unit, Rating], all_games: bool = False, beta: float = BETA) -> list[Place]:
    """The units with matches enough, by the lower end of their band; average is the middle of those shown."""
    known = {unit: rating for unit, rating in ratings.items() if has_enough_matches(rating, all_games)}
    if not known:
        return []
    average = {size: average_of(known, size) for size in {len(unit) for unit in known}}
    bands = {unit: against_average(rating, average[len(unit)], beta) for unit, rating in known.items()}
    lows, highs = sorted(low for _, low, _ in bands.values()), sorted(high for _, _, high in bands.values())
    places = [Place(unit, *band, *positions(band, lows, highs), known[unit].matches) for unit, band in bands.items()]
    return sorted(places, key=lambda place: (-place.low, -place.chance, str(place.unit)))


def average_of(known: Mapping[Unit, Rating], size: int) -> float:
    """The mean mu of the units of so many people."""
    found = [rating.mu for unit, rating in known.items() if len(unit) == size]
    return sum(found) / len(found)


def positions(band: tuple[float, float, float], lows: list[float], highs: list[float]) -> tuple[int, int]:
    """The best and the worst position of a band among all: who is wholly above or below is surely so.

    lows, highs: the ends of all bands in order.
    """
    _, low, high = band
    return 1 + len(lows) - bisect_right(lows, high), len(highs) - bisect_left(highs, low)
