"""Ratings of a circle's people and pairs, over one game or all, kept in memory and carried on as its past grows."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import NamedTuple

from models.cache import Cache
from models.review.past.match import PastMatch
from models.review.past.matches import Past, exchanged
from models.review.ratings.partners import Partners, Person, units_of
from models.review.ratings.replay import RatedMatch, Rating, Unit, own_beta, step, tried_first
from models.review.ratings.standings import Place, standings
from models.review.ratings.steps import Steps
from models.review.statistics.tallies import Part

STEP_BYTES = 550  # bytes that a rated match takes in memory, about
MAX_CACHE_BYTES = 64 << 20


class Rated(NamedTuple):
    """The ratings over some matches, those in which nobody was a guest.

    steps: by match id, each with the chances before it and the ratings after it; ratings: after all of them; places:
    the standings, the surest first. partners, matches: what they follow from.
    """

    version: int
    steps: Steps
    ratings: dict[Unit, Rating]
    places: list[Place]
    beta: float
    partners: Partners
    matches: list[PastMatch]

    @property
    def fixed(self) -> tuple[float, frozenset[Person]]:
        """What all steps depend on besides the matches before them: while it stays, so does what was rated."""
        return self.beta, self.partners.alone

    def chance_of(self, match: PastMatch, side: int) -> float | None:
        """The chance that a side had before a match; None where it was not rated."""
        step = self.steps.get(match.id)
        return step.chances[list(match.sides).index(side)] if step else None


_rated: Cache[Rated] = Cache(MAX_CACHE_BYTES, lambda one: min(STEP_BYTES * (len(one.steps) + 1), MAX_CACHE_BYTES))


def rated(past: Past, circle_id: int, game: str | None = None) -> Rated:
    """The ratings over the matches of a game, or over all."""
    known = _rated.get((circle_id, game))
    if known is None or known.version != past.version:
        known = _rated.put((circle_id, game), rate(past, game, known))
    return known


def to_rate(past: Past, circle_id: int) -> int:
    """How many matches must be rated, about, before the ratings over all games are those of a past."""
    known = _rated.get((circle_id, None))
    if known is not None and known.version == past.version:
        return 0
    matches = rateable(past, None)
    return len(matches) - same_until(known.matches if known else [], matches)


def rateable(past: Past, game: str | None) -> list[PastMatch]:
    """The matches of a game, or all, in which nobody was a guest."""
    part = Part(game)

    def among(matches: Sequence[PastMatch]) -> list[PastMatch]:
        return [match for match in part.of(matches) if can_be_rated(match)]

    return past.carried(
        ("rateable", game),
        lambda: among(past.matches),
        lambda known, gone, fresh: exchanged(known, among(gone), among(fresh)),
    )


def rate(past: Past, game: str | None, known: Rated | None = None) -> Rated:
    """Replay the matches in which nobody was a guest; known: ratings of before, which are carried on."""
    matches = rateable(past, game)
    known = known or Rated(0, Steps(), {}, [], 0.0, Partners(), [])
    same = same_until(known.matches, matches)
    partners = known.partners.changed(map(people_of, known.matches[same:]), map(people_of, matches[same:]))
    same = min([same, *(first_with(person, matches) for person in partners.alone ^ known.partners.alone)])
    tried = tried_first(len(matches))
    beta = known.beta if known.beta and same >= tried == tried_first(len(known.matches)) else beta_of(partners, matches)
    steps = known.steps.first(same if beta == known.beta else 0)
    ratings = dict(known.ratings) if len(steps) == len(known.matches) else steps.before(len(steps), set(steps.units))
    for match in matches[len(steps) :]:
        one = step(ratings, played(partners, match), beta)
        ratings |= one.after
        steps.add(match.id, one)
    ranked = {unit: rating for unit, rating in ratings.items() if not any(is_unranked(past, one) for one in unit)}
    places = standings(ranked, game is None, beta)
    return Rated(past.version, steps, ratings, places, beta, partners, matches)


def can_be_rated(match: PastMatch) -> bool:
    """Whether nobody in a match was a guest, and somebody played against somebody."""
    return len(match.sides) > 1 and all(seat.person for seat in match.ended)


def same_until(before: list[PastMatch], now: list[PastMatch]) -> int:
    """How many matches are the very same from the first on."""
    return [*map(is_, before, now), False].index(False)


def first_with(person: Person, matches: list[PastMatch]) -> int:
    """The place of the first match in which somebody was."""
    found = (place for place, match in enumerate(matches) if any(seat.person == person for seat in match.ended))
    return next(found, len(matches))


def people_of(match: PastMatch) -> list[tuple[Person, ...]]:
    """The people of each side of a match."""
    return [tuple(seat.person or 0 for seat in side) for side in match.sides.values()]


def played(partners: Partners, match: PastMatch) -> RatedMatch:
    """A match as it is rated."""
    return RatedMatch(units_of(people_of(match), partners.alone), places_of(match))


def beta_of(partners: Partners, matches: Sequence[PastMatch]) -> float:
    """The beta that tells best what came of the first of these matches."""
    return own_beta([played(partners, match) for match in matches[: tried_first(len(matches))]])


def places_of(match: PastMatch) -> tuple[int, ...]:
    """The place of each side."""
    return tuple(side[0].place or 0 for side in match.sides.values())


def is_unranked(past: Past, person: int | str) -> bool:
    """Whether somebody stays out of standings."""
    found = past.people.persons.get(int(person))
    return found is None or found.unranked
