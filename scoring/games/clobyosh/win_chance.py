"""Win chance of Clobyosh: a race to the target on a grid of tens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.clobyosh import GAME
from scoring.win_chance import course, gains_of, past_pairs, race

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.words import Sheet

KIND = "points"
BOOK = {(80, 40): 12, (100, 50): 8, (120, 0): 10, (140, 30): 6, (170, 0): 4}  # what 40 deals bring


def chances(sheet: Sheet, past: Mapping[str, int]) -> list[tuple[float, ...]] | None:
    """The chance of each side before the first deal and after each."""
    gains, target = gains_of(past, KIND, BOOK), sheet.standing.rules["target"]
    return course(GAME, sheet, lambda _, totals: race(gains, target, 10, totals))


def past_of(sheet: Sheet) -> dict[str, int]:
    """What each deal of a finished match brought."""
    return past_pairs(GAME, sheet, KIND)
