"""What the tests know of Boomke Wies: entries, how they can be finished, a match, its screens."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.words import Standing
from tests.support.games.parts import Entry, Scene, Story, Told, tried


def shaped(rng: Random, standing: Standing, entry: Entry) -> Entry:
    """An auction decides who declares what."""
    if not entry.get("calls"):
        return entry
    calls, declarer, contract = boomke_auction(rng, standing)
    return entry | {"calls": calls, "declarer": declarer, "contract": contract}


def boomke_auction(rng: Random, standing: Standing) -> tuple[list[Any], int, Any]:
    """A legal auction: its calls, who won it and with what."""
    calls: list[Any] = []
    passed: set[int] = set()
    high: Any = 6
    seat = holder = (standing.dealer + 1) % 4
    shy = rng.choice((0.3, 0.6, 0.9))
    while high not in (13, "meetje") and (len(passed) < 3 or high == 6):
        if seat not in passed:
            forced = len(passed) == 3
            call = (
                rng.choice((7, 13, "meetje")) if forced else rng.choice((high + 1, high + 1, rng.randint(high + 1, 13)))
            )
            if not forced and rng.random() < shy:
                passed.add(seat)
                call = "pass"
            else:
                high, holder = call, seat
            calls.append(call)
        seat = (seat + 1) % 4
    return calls, holder, high


def finished(standing: Standing, draft: Entry) -> Iterator[Entry]:
    """Who bids what, and every number of tricks."""
    seats, bids, tricks = [None, 0, 1, 2, 3], [None, *range(7, 14), "meetje"], [None, *range(14)]
    return tried(draft, declarer=seats, contract=bids, tricks=tricks)


STORY = Story(
    game="boomke_wies",
    name="Boomke Wies",
    players=["Ann", "Bob", "Cem", "Dee"],
    deals=[
        Told(["radio declarer=1", "send contract=9", "send tricks=10"], [0, 2]),
        Told(["radio declarer=2", "send contract=8", "send tricks=7"], [-1, 3]),
        Told(["send contract=meetje", "send tricks=5"], [-3, 4]),
        Told(["radio declarer=0", "send contract=13", "send tricks=13"], [2, 4]),
        Told(["radio declarer=3", "send contract=7", "send tricks=13"], [2, 7]),
    ],
    amend=["send tricks=9"],
    amended=[2, 6],
    winner="Bob",
    ended_by="End the match",
)


SCENE = Scene(
    deals=[
        {"declarer": 1, "contract": 9, "tricks": 10},
        {"declarer": 2, "contract": 8, "tricks": 7},
        {"contract": "meetje", "tricks": 5},
    ],
    bid={"declarer": 0, "contract": 8},
    half="step=bid&auction=1&calls=7,pass",
    auction="7,pass",
)
