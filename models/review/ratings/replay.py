"""Ratings of people and pairs: a sequence of matches replayed, each with the chances that were expected before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import Any, NamedTuple

from models.review.ratings.model import BETA, BETAS, OWN_BETA_FROM, OWN_BETA_UNTIL, SIGMA, model_of

Unit = tuple[int | str, ...]
Sides = tuple[tuple[Unit, ...], ...]

SHOWN_FROM = 10  # matches
SHOWN_FROM_ALL_GAMES = 30
LEAST_CHANCE = 1e-6  # a chance is never taken to be 0 in a logarithm


class RatedMatch(NamedTuple):
    """A match: each side as the units that are rated (one person, or two who always play together), its place from 1.

    Sides that share a place were equal.
    """

    sides: Sides
    places: tuple[int, ...]


class Rating(NamedTuple):
    """What is known of a unit after so many matches: normal with mean mu (0: as good as anybody), deviation sigma."""

    mu: float
    sigma: float
    matches: int


class RatedStep(NamedTuple):
    """A match replayed: the chance of each side before it, and the rating of each unit in it after it."""

    chances: tuple[float, ...]
    after: dict[Unit, Rating]


def unrated(unit: Unit) -> Rating:
    """A unit that has not played: what two people may differ by is more than what one may."""
    return Rating(0.0, SIGMA * sqrt(len(unit)), 0)


def replay(matches: Iterable[RatedMatch], beta: float = BETA) -> list[RatedStep]:
    """Every match in its order; beta in sigmas."""
    known: dict[Unit, Rating] = {}
    steps = []
    for match in matches:
        steps.append(step(known, match, beta))
        known.update(steps[-1].after)
    return steps


def step(known: dict[Unit, Rating], match: RatedMatch, beta: float = BETA) -> RatedStep:
    """One match after those of which the ratings are known."""
    model = model_of(len(match.sides), beta)
    before = [[known.get(unit) or unrated(unit) for unit in side] for side in match.sides]
    teams = [[model.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in before]
    expected = chances(model, teams)
    rated = model.rate(teams, ranks=[float(place) for place in match.places])
    after = {
        unit: Rating(now.mu, now.sigma, was.matches + 1)
        for units, side, team in zip(match.sides, before, rated, strict=True)
        for unit, was, now in zip(units, side, team, strict=True)
    }
    return RatedStep(expected, after)


def chances(model: Any, teams: Sequence[Sequence[Any]]) -> tuple[float, ...]:
    """The chance of each team to come first: openskill's for two, else what Plackett and Luce's model means by it."""
    if len(teams) == 2:
        return tuple(model.predict_win(teams))
    wide = sqrt(sum(model.beta**2 + sum(one.sigma**2 for one in team) for team in teams))
    strengths = [exp(sum(one.mu for one in team) / wide) for team in teams]
    return tuple(strength / sum(strengths) for strength in strengths)


def log_loss(matches: Sequence[RatedMatch], beta: float) -> float:
    """How badly the chances told what came, in nats a match; a coin toss between two has 0.693."""
    return sum(map(surprise, matches, replay(matches, beta))) / len(matches)


def surprise(match: RatedMatch, told: RatedStep) -> float:
    """Minus the logarithm of the chance of who came first; the mean of it where several did."""
    first = [chance for chance, place in zip(told.chances, match.places, strict=True) if place == min(match.places)]
    return -sum(log(max(LEAST_CHANCE, chance)) for chance in first) / len(first)


def tried_first(matches: int) -> int:
    """Over how many of so many matches, the first ones, a circle's own beta is chosen: 300, 600, …, 4,800; 0 below.

    So it stays the same from one evening to the next, and what was rated stays as it is.
    """
    whole = min(matches, OWN_BETA_UNTIL) // OWN_BETA_FROM
    return OWN_BETA_FROM << whole.bit_length() - 1 if whole else 0


def own_beta(matches: Sequence[RatedMatch]) -> float:
    """The circle's own beta in sigmas: that of BETAS which told best what came, once there are matches enough."""
    if len(matches) < OWN_BETA_FROM:
        return BETA
    return min(BETAS, key=lambda beta: log_loss(matches, beta))
