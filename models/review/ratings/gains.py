"""What matches changed in the ratings: for each person the chance against average opponents, in points of a hundred."""

from __future__ import annotations

from collections.abc import Iterable

from models.review.ratings.circle import Rated
from models.review.ratings.replay import Rating, unrated
from models.review.ratings.standings import against_average


def gains(rated: Rated, matches: Iterable[int] | None = None) -> dict[int, dict[int, float]]:
    """By match id and person what each of these matches brought, or all of them.

    Two who are rated as a pair have the same.
    """
    steps = rated.steps
    places = sorted(steps.places[one] for one in (steps.places if matches is None else matches) if one in steps.places)
    first, last = (places[0], places[-1]) if places else (0, -1)
    between = range(first, last + 1)
    known = steps.before(first, {unit for place in between for unit in steps.at(place).after})
    ids = list(steps.places)[first : last + 1]
    found: dict[int, dict[int, float]] = {}
    for match_id, step in zip(ids, map(steps.at, between), strict=True):
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
