"""A circle whose skills are known: people who play two against two with changing partners."""

from __future__ import annotations

from math import exp
from random import Random
from typing import NamedTuple

from models.review.ratings.replay import RatedMatch

Four = tuple[int, ...]


class Circle(NamedTuple):
    """Skills in logits after the last match, and the matches played."""

    skills: list[float]
    matches: list[RatedMatch]


def circle_of(rng: Random, people: int, n: int, spread: float, drift: float = 0.0) -> Circle:
    """So many people, their skills normal with this spread, and n matches; drift: of each skill, before each match."""
    skills, matches = [rng.gauss(0, spread) for _ in range(people)], []
    for _ in range(n):
        skills = [skill + rng.gauss(0, drift) for skill in skills]
        matches.append(match_of(four := tuple(rng.sample(range(people), 4)), rng.random() < chance_of(skills, four)))
    return Circle(skills, matches)


def matches_of(rng: Random, n: int, spread: float) -> list[RatedMatch]:
    """Matches of a circle of twelve."""
    return circle_of(rng, 12, n, spread).matches


def chance_of(skills: list[float], four: Four) -> float:
    """The true chance of the first two of four against the others."""
    ahead = skills[four[0]] + skills[four[1]] - skills[four[2]] - skills[four[3]]
    return 1 / (1 + exp(-ahead))


def match_of(four: Four, won: bool) -> RatedMatch:
    """The first two against the others."""
    sides = tuple(tuple((person,) for person in pair) for pair in (four[:2], four[2:]))
    return RatedMatch(sides, (1, 2) if won else (2, 1))
