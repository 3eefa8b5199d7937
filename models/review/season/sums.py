"""What the evenings of a season brought everybody: matches won, places, points a deal or rating, evening by evening.

Matches of one day are one evening. What several brought is added; of the best so many only.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from itertools import groupby
from typing import NamedTuple

from models.review.past.match import PastMatch, Seat
from models.review.past.matches import Past
from models.review.ratings.circle import Rated
from models.review.ratings.gains import gains
from models.review_tables import Season
from scoring.games import games

MATCHES, PLACES, POINTS, RATING = COUNTS = ("matches", "places", "points", "rating")
PLACE_POINTS = (4, 2, 1)  # for the first three of an evening by matches won; the others have none
Brought = dict[int, float]


class SeasonEvening(NamedTuple):
    """A day of a season: how many matches, and what it brought each person by id."""

    day: date
    evening_id: int
    matches: int
    brought: Brought


def season_evenings(past: Past, rated: Rated, season: Season) -> list[SeasonEvening]:
    """The evenings that count, the first one first; rated: over the season's game, or over all."""
    played = [match for match in past.played(None, season.first, season.last) if counts_in(season, match)]
    gained = gains(rated, [match.id for match in played]) if season.counts == RATING else {}
    found = []
    for day, group in groupby(played, key=lambda match: match.day):
        matches = list(group)
        brought = brought_by(past, season.counts, matches, gained)
        found.append(SeasonEvening(day, matches[0].evening_id, len(matches), brought))
    return found[: season.evenings or None]


def counts_in(season: Season, match: PastMatch) -> bool:
    """Whether a match is of a game of the season."""
    return not season.games or match.game in season.games


def brought_by(past: Past, counts: str, matches: list[PastMatch], gained: dict[int, Brought]) -> Brought:
    """What the matches of an evening brought everybody who is in standings."""
    values: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for match in matches:
        for seat in match.ended:
            person = past.person(seat)
            if person and not person.unranked:
                values[person.id].append(of_match(counts, match, seat, gained.get(match.id, {}).get(person.id, 0.0)))
    sums = {person: sum(value for value, _ in found) for person, found in values.items()}
    if counts == POINTS:
        return {person: sums[person] / max(1, sum(deals for _, deals in found)) for person, found in values.items()}
    return place_points(sums) if counts == PLACES else sums


def of_match(counts: str, match: PastMatch, seat: Seat, gained: float) -> tuple[float, int]:
    """What a match brought somebody, and in how many deals."""
    if counts == POINTS:
        return lead(match, seat), seat.deals
    return (gained if counts == RATING else float(seat.won)), seat.deals


def lead(match: PastMatch, seat: Seat) -> float:
    """Points above the mean of the other sides."""
    others = {side: seats[0].total for side, seats in match.sides.items() if side != seat.side}
    if not others:
        return 0.0
    ahead = seat.total - sum(others.values()) / len(others)
    return ahead if games()[match.game].high_wins else -ahead


def place_points(won: Brought) -> Brought:
    """The points of an evening by matches won: who won as many as somebody has the same place."""
    better = {person: sum(other > mine for other in won.values()) for person, mine in won.items()}
    return {person: float((*PLACE_POINTS, 0)[min(place, len(PLACE_POINTS))]) for person, place in better.items()}


def best(values: list[float], best_of: int) -> float:
    """The sum of so many of the best values, of all with 0."""
    return sum(sorted(values, reverse=True)[: best_of or None])
