"""Whose rating an evening moved: before and after, with the band."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.ratings.circle import Rated, is_unranked, rated
from models.review.ratings.replay import Rating, Unit
from models.review.ratings.standings import against_average, average_of, has_enough_matches


class RatingChange(NamedTuple):
    """Somebody's chances before an evening and after it, with the band of the latter; shares from 0 to 1."""

    unit: Unit
    before: float
    after: float
    low: float
    high: float


def rating_changes_in(
    past: Past, circle_id: int, matches: Sequence[PastMatch]
) -> tuple[str | None, list[RatingChange]]:
    """The game (None: all games together) and who moved in it, who gained most first; nobody without a band.

    All games where anybody has played matches enough for that, else the game of the evening with most people shown.
    """
    for game in (None, *dict.fromkeys(match.game for match in matches)):
        found = rating_changes(past, rated(past, circle_id, game), matches, game)
        if found:
            return game, found
    return None, []


def rating_changes(past: Past, known: Rated, matches: Sequence[PastMatch], game: str | None) -> list[RatingChange]:
    """Those who were rated before and after, and are shown."""
    before, after = around(known, {match.id for match in matches})
    units = [unit for unit in before if has_enough_matches(after[unit], game is None) and is_ranked(past, unit)]
    averages = {size: average_of({unit: after[unit] for unit in units}, size) for size in {len(unit) for unit in units}}
    found = []
    for unit in units:
        average = averages[len(unit)]
        was, _, _ = against_average(before[unit], average, known.beta)
        found.append(RatingChange(unit, was, *against_average(after[unit], average, known.beta)))
    return sorted(found, key=lambda one: one.before - one.after)


def is_ranked(past: Past, unit: Unit) -> bool:
    """Whether none of a unit stays out."""
    return not any(is_unranked(past, person) for person in unit)


def around(known: Rated, tonight: set[int]) -> tuple[dict[Unit, Rating], dict[Unit, Rating]]:
    """The ratings of those who played tonight before and after; who had none before is left out."""
    places = sorted(place for match in tonight if (place := known.steps.places.get(match)) is not None)
    after: dict[Unit, Rating] = {}
    times: Counter[Unit] = Counter()
    for place in places:
        step = known.steps.at(place)
        after |= step.after
        times.update(step.after.keys())
    earlier = [unit for unit, rating in after.items() if rating.matches > times[unit]]
    return known.steps.before(places[0], earlier) if places else {}, after
