"""The win chance of each game that has one: a file `win_chance.py` in its folder, named in KEYS.

Such a file has two functions. `chances(sheet, past)` returns the chance of each side before the first deal and after
each deal that counted, or None where there is none. `past_of(sheet)` returns what a finished match adds to the past of
its circle: whole numbers by code, which are summed over matches; `past` is such a sum, empty at first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.words import Sheet

KEYS = ("boomke_wies", "clobyosh", "knockout_whist", "texas_42", "zwanzig_ab")


class WinChance(NamedTuple):
    """The two functions of a game's win chance."""

    chances: Callable[[Sheet, Mapping[str, int]], list[tuple[float, ...]] | None]
    past_of: Callable[[Sheet], dict[str, int]]


def win_chance_of(key: str) -> WinChance | None:
    """The win chance of a game; None where it has none."""
    if key not in KEYS:
        return None
    found = __import__(f"scoring.games.{key}.win_chance", fromlist=["chances"])
    return WinChance(found.chances, found.past_of)
