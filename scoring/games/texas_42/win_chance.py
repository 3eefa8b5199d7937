"""Win chance of Texas 42: a race to the target, in marks exactly, in points on a grid of fives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.texas_42 import GAME
from scoring.games.texas_42.score import target_of
from scoring.win_chance import course, gains_of, past_pairs, race

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.words import Sheet

BOOKS = {  # what 40 deals bring: to the side that gains more, to the other
    "marks": {(1, 0): 34, (2, 0): 5, (4, 0): 1},
    "points": {(34, 8): 14, (38, 4): 8, (42, 0): 6, (46, 0): 10, (84, 0): 2},
}
UNITS = {"marks": 1, "points": 5}


def chances(sheet: Sheet, past: Mapping[str, int]) -> list[tuple[float, ...]] | None:
    """The chance of each side before the first deal and after each."""
    kind, target = sheet.standing.rules["scoring"], target_of(sheet.standing.rules)
    gains = gains_of(past, kind, BOOKS[kind])
    return course(GAME, sheet, lambda _, totals: race(gains, target, UNITS[kind], totals))


def past_of(sheet: Sheet) -> dict[str, int]:
    """What each deal of a finished match brought."""
    return past_pairs(GAME, sheet, sheet.standing.rules["scoring"])
