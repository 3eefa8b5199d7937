"""Which rating tells the truth soonest: the table of models/review/ratings/model.py, measured again.

Circles of eight whose skills are known, two against two with changing partners, luck large: a typical favourite wins
60 %. Error: root mean square of the predicted chance against the true one, over matches that were not played.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from openskill.models import BradleyTerryFull, PlackettLuce

from models.review.ratings.model import SIGMA, model_of
from models.review.ratings.replay import RatedMatch
from tests.support.circle_of_friends import Four, chance_of, circle_of

Predict = Callable[[Four], float]
Way = Callable[[list[RatedMatch]], tuple[list[float], Predict]]

PEOPLE, SPREAD, TESTS = 8, 0.2, 100
LENGTHS = ((30, 0.0), (120, 0.0), (500, 0.0), (500, 0.01))  # matches, drift of a skill before each


def rated_by(model: Any) -> Way:
    """The strengths and predictions of openskill with these constants."""

    def rate(matches: list[RatedMatch]) -> tuple[list[float], Predict]:
        known = [model.rating() for _ in range(PEOPLE)]
        for match in matches:
            sides = [[person for (person,) in side] for side in match.sides]
            teams = model.rate([[known[person] for person in side] for side in sides], ranks=list(match.places))
            for side, team in zip(sides, teams, strict=True):
                for person, rating in zip(side, team, strict=True):
                    known[person] = rating

        def predict(four: Four) -> float:
            return float(model.predict_win([[known[person] for person in pair] for pair in (four[:2], four[2:])])[0])

        return [rating.mu for rating in known], predict

    return rate


def by_share(matches: list[RatedMatch]) -> tuple[list[float], Predict]:
    """The bare share of wins."""
    won, played = [0] * PEOPLE, [0] * PEOPLE
    for match in matches:
        for side, place in zip(match.sides, match.places, strict=True):
            for (person,) in side:
                played[person] += 1
                won[person] += place == 1
    share = [w / n if n else 0.5 for w, n in zip(won, played, strict=True)]

    def predict(four: Four) -> float:
        ahead = sum(share[person] for person in four[:2]) - sum(share[person] for person in four[2:])
        return min(0.99, max(0.01, 0.5 + ahead / 2))

    return share, predict


WAYS: dict[str, Way] = {
    "raw share of wins": by_share,
    "openskill as it comes": rated_by(PlackettLuce()),
    "beta = 4 sigma, its own gamma": rated_by(BradleyTerryFull(sigma=SIGMA, beta=4 * SIGMA, tau=0.0)),
    "beta = 4 sigma, gamma = 1, tau = sigma / 60 (ours)": rated_by(model_of(2, 4.0)),
}


def measured(way: Way, n: int, drift: float, circles: int) -> tuple[float, float]:
    """Error and order (Spearman) over so many circles."""
    found = [told(way, n, drift, Random(f"{circle} {n} {drift}")) for circle in range(circles)]
    return fmean(error for error, _ in found), fmean(order for _, order in found)


def told(way: Way, n: int, drift: float, rng: Random) -> tuple[float, float]:
    """Error and order in one circle."""
    skills, matches = circle_of(rng, PEOPLE, n, SPREAD, drift)
    strengths, predict = way(matches)
    fours = [tuple(rng.sample(range(PEOPLE), 4)) for _ in range(TESTS)]
    error = sqrt(fmean((predict(four) - chance_of(skills, four)) ** 2 for four in fours))
    return error, spearman(strengths, skills)


def spearman(one: list[float], other: list[float]) -> float:
    """How alike two orders are: 1 the same, 0 nothing to do with each other."""
    first, second = ranks(one), ranks(other)
    apart = sum((a - b) ** 2 for a, b in zip(first, second, strict=True))
    return 1 - 6 * apart / (len(one) * (len(one) ** 2 - 1))


def ranks(values: list[float]) -> list[int]:
    """The rank of each value, from 0."""
    order = sorted(range(len(values)), key=values.__getitem__)
    return [order.index(at) for at in range(len(values))]


def report(folder: Path, asked: Namespace) -> None:
    """Print the table: error, and order in brackets."""
    print("| way | " + " | ".join(f"{n} matches{', drifting' if drift else ''}" for n, drift in LENGTHS) + " |")
    print("|--|" + "--|" * len(LENGTHS))
    for name, way in WAYS.items():
        cells = [measured(way, n, drift, asked.circles) for n, drift in LENGTHS]
        print(f"| {name} | " + " | ".join(f"{error:.3f} ({order:.2f})" for error, order in cells) + " |")
