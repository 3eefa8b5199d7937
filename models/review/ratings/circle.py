"""Ratings of a circle's people and pairs, over one game or all, kept in memory while its past stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from models.cache import Cache
from models.review.ratings.partners import rated_alone, units_of
from models.review.ratings.replay import RatedMatch, own_beta, replay, standing
from models.review.ratings.standings import standings

if TYPE_CHECKING:
    from typing import Any

    from models.review.past.matches import Past, PastMatch
    from models.review.ratings.replay import RatedStep, Rating, Unit
    from models.review.ratings.standings import Place

STEP_BYTES = 2_000  # bytes that a rated match takes in memory, about
MAX_CACHE_BYTES = 32 << 20


class Rated(NamedTuple):
    """The ratings over some matches.

    steps: by match id, each with the chances before it and the ratings after it; sides: by match id the units of each
    side, in the order of the chances; alone: the people who are rated for themselves; places: the standings, the surest
    first.
    """

    version: tuple[Any, ...]
    steps: dict[int, RatedStep]
    sides: dict[int, tuple[tuple[Unit, ...], ...]]
    ratings: dict[Unit, Rating]
    alone: set[int | str]
    places: list[Place]
    beta: float

    def chance_of(self, match: PastMatch, side: int) -> float | None:
        """The chance that a side had before a match; None where it was not rated."""
        step = self.steps.get(match.id)
        return step.chances[list(match.sides).index(side)] if step else None


_rated: Cache[Rated] = Cache(MAX_CACHE_BYTES, lambda one: min(STEP_BYTES * (len(one.steps) + 1), MAX_CACHE_BYTES))


def rated(past: Past, circle_id: int, game: str | None = None) -> Rated:
    """The ratings over the matches of a game, or over all."""
    known = _rated.get((circle_id, game))
    if known is None or known.version != past.version:
        known = _rated.put((circle_id, game), rate(past, game))
    return known


def rate(past: Past, game: str | None) -> Rated:
    """Replay the matches in which nobody was a guest."""
    matches = [
        match for match in past.played(game) if all(seat.person for seat in match.ended) and len(match.sides) > 1
    ]
    people = [[tuple(seat.person or 0 for seat in side) for side in match.sides.values()] for match in matches]
    alone = rated_alone(people)
    units = [units_of(sides, alone) for sides in people]
    played = [RatedMatch(sides, places_of(match)) for match, sides in zip(matches, units, strict=True)]
    beta = own_beta(played)
    steps = replay(played, beta)
    ratings = standing(steps)
    ids = [match.id for match in matches]
    ranked = {unit: rating for unit, rating in ratings.items() if not any(is_unranked(past, one) for one in unit)}
    return Rated(
        past.version,
        dict(zip(ids, steps, strict=True)),
        dict(zip(ids, units, strict=True)),
        ratings,
        alone,
        standings(ranked, game is None, beta),
        beta,
    )


def places_of(match: PastMatch) -> tuple[int, ...]:
    """The place of each side."""
    return tuple(side[0].place or 0 for side in match.sides.values())


def is_unranked(past: Past, person: int | str) -> bool:
    """Whether somebody stays out of standings."""
    found = past.people.persons.get(int(person))
    return found is None or found.unranked
