"""What the tests know of Hearts: entries, how they can be finished, a match, its screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.games.parts import Scene, Story, Told, items, tried

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from scoring.words import Standing
    from tests.support.games.parts import Entry


def shaped(rng: Random, standing: Standing, entry: Entry) -> Entry:
    """Thirteen hearts fall to anybody, the queen to one, sometimes all to one."""
    taken = [0] * 4
    shooter = rng.choice((rng.randrange(4), None, None))
    for worth in (13, *[1] * 13):
        taken[rng.randrange(4) if shooter is None else shooter] += worth
    return entry | {"points": taken}


def finished(standing: Standing, draft: Entry) -> Iterator[Entry]:
    """Points of those still open: none, a heart, the queen, and what is left; then who has the jack."""
    known = draft.get("points")
    left = 26 - sum(n for n in known or () if type(n) is int)
    rest = {key: value for key, value in draft.items() if key != "points"}
    for points in items(known, 4, lambda seat: {0, 1, 13, left, left - 1, left - 13} & set(range(27))):
        yield from tried(rest | {"points": points}, jack=[None, 0])


def typed(*points: int) -> list[str]:
    """Taps of a deal: what everybody took."""
    return [*(f"type points.{seat}={n}" for seat, n in enumerate(points)), "press Record"]


STORY = Story(
    game="hearts",
    name="Hearts",
    players=["Ann", "Bob", "Cem", "Dee"],
    deals=[
        Told(typed(5, 3, 15, 3), [5, 3, 15, 3]),
        Told(typed(0, 26, 0, 0), [31, 3, 41, 29]),
        Told(typed(13, 0, 13, 0), [44, 3, 54, 29]),
        Told(typed(0, 0, 0, 26), [70, 29, 80, 29]),
        Told(typed(1, 1, 24, 0), [71, 30, 104, 29]),
    ],
    amend=["type points.0=3", "type points.1=5"],
    amended=[69, 32, 104, 29],
    winner="Dee",
)
SCENE = Scene(
    deals=[{"points.0": 5, "points.1": 3, "points.2": 15, "points.3": 3}], bid={}, half="points.0=5&points.2=13"
)
