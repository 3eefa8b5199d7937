"""What matches changed in the ratings: for each person the chance against average opponents, in points of a hundred."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.review.ratings.replay import unrated
from models.review.ratings.standings import against_average

if TYPE_CHECKING:
    from models.review.ratings.circle import Rated
    from models.review.ratings.replay import Rating, Unit


def gains(rated: Rated) -> dict[int, dict[int, float]]:
    """By match id and person what a match brought; two who are rated as a pair have the same."""
    known: dict[Unit, Rating] = {}
    found: dict[int, dict[int, float]] = {}
    for match_id, step in rated.steps.items():
        gained: dict[int, float] = {}
        for unit, after in step.after.items():
            before = known.get(unit) or unrated(unit)
            more = 100 * (chance(after, rated.beta) - chance(before, rated.beta))
            gained.update({int(person): more for person in unit})
        known.update(step.after)
        found[match_id] = gained
    return found


def chance(rating: Rating, beta: float) -> float:
    """The chance against average opponents."""
    return against_average(rating, 0.0, beta)[0]
