"""The constants of the ratings, with the table that they come from, and openskill with them.

Circles of 8, pairs that change, a favourite that wins 60 %. Error: root mean square of the predicted chance against the
true one, after so many matches; in brackets how well the order of people is known (Spearman). 40 made-up circles each:

| way                                                | 30           | 120          | 500          | 500, drifting |
|----------------------------------------------------|--------------|--------------|--------------|---------------|
| raw share of wins                                  | 0.135 (0.33) | 0.075 (0.60) | 0.052 (0.78) | 0.084 (0.73)  |
| openskill as it comes                              | 0.214 (0.37) | 0.213 (0.61) | 0.147 (0.69) | 0.140 (0.74)  |
| beta = 4 sigma, its own gamma                      | 0.085 (0.35) | 0.075 (0.61) | 0.081 (0.75) | 0.083 (0.76)  |
| beta = 4 sigma, gamma = 1, tau = sigma / 60 (ours) | 0.085 (0.34) | 0.073 (0.60) | 0.063 (0.80) | 0.074 (0.74)  |
"""

from __future__ import annotations

from functools import cache
from typing import Any

from openskill.models import BradleyTerryFull, PlackettLuce

SIGMA = 25 / 3  # of a person who has not played; mu is 0 then
BETA = 4.0  # in sigmas: how much of a match is luck
BETAS = (3.0, 4.0, 6.0)  # from which a circle's own is chosen
OWN_BETA_FROM, OWN_BETA_UNTIL = 300, 4_800  # matches
TAU = SIGMA / 60  # what a person may change by from match to match


def gamma(*_: Any, **__: Any) -> float:
    """openskill's damping of sigma: none."""
    return 1.0


@cache
def model_of(sides: int, beta: float) -> Any:
    """openskill's model of a match of so many sides; beta in sigmas."""
    kind: Any = BradleyTerryFull if sides == 2 else PlackettLuce
    return kind(mu=0.0, sigma=SIGMA, beta=beta * SIGMA, gamma=gamma, tau=TAU)
