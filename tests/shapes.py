"""What hangs together in an entry: per game, how a blind drawing is bent so that it is often legal.

Written from the rule book, not from the code it tests; whether an entry is legal is still the game's to say.
"""

from __future__ import annotations

from random import Random
from typing import Any

from scoring.words import Standing

Entry = dict[str, Any]


def split(rng: Random, total: int, most: list[int | None]) -> list[int | None]:
    """So many tricks, spread over those who take part: no item above its most, None where that is None."""
    items = [None if high is None else 0 for high in most]
    eager = [seat for seat in range(len(most)) if rng.random() < 0.6]
    for _ in range(total):
        open_to = [seat for seat, high in enumerate(most) if high is not None and (items[seat] or 0) < high]
        open_to = [seat for seat in open_to if seat in eager] or open_to
        if open_to:
            seat = rng.choice(open_to)
            items[seat] = (items[seat] or 0) + 1
    return items


def boomke_wies(rng: Random, standing: Standing, entry: Entry) -> Entry:
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
            call = rng.choice((7, 13, "meetje")) if forced else rng.choice((high + 1, rng.randint(high + 1, 13)))
            if not forced and rng.random() < shy:
                passed.add(seat)
                call = "pass"
            else:
                high, holder = call, seat
            calls.append(call)
        seat = (seat + 1) % 4
    return calls, holder, high


SHAPES = {"boomke_wies": boomke_wies}
