"""Win chance of Boomke Wies: who is ahead after the deals that are left, or a race where a total ends the match.

On the clock the deals that are left are told by the pace of the circle: how many it played in how many minutes. A match
that lasts until the table stops has no chance to tell, and neither has one with an end that was not written down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.boomke_wies import GAME
from scoring.sheet import counted_lines
from scoring.win_chance import ahead, course, gains_of, past_pairs, race, without_deals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.words import Rules, Sheet

BOOKS = {  # what 40 deals bring: to the side that gains more, to the other
    "auction": {(1, 0): 22, (2, 0): 8, (1, -1): 6, (2, -2): 3, (1, -2): 1},
    "every_trick": {(7, 6): 16, (8, 5): 12, (9, 4): 8, (10, 3): 4},
    "over_six": {(1, 0): 16, (2, 0): 12, (3, 0): 8, (4, 0): 4},
}
BOOK_DEALS, BOOK_MINUTES = 25, 100  # the pace of a circle that has not played on the clock
DEALS, MINUTES = "clock_deals", "clock_minutes"


def chances(sheet: Sheet, past: Mapping[str, int]) -> list[tuple[float, ...]] | None:
    """The chance of each side before the first deal and after each; None where nothing says when the match ends."""
    rules = sheet.standing.rules
    gains, value = gains_of(past, kind_of(rules), BOOKS[kind_of(rules)]), rules["length_value"]
    if rules["length"] == "points":
        return course(GAME, sheet, lambda _, totals: race(gains, value, 1, totals))
    deals = deals_in_all(rules, past)
    if deals is None:
        return None
    least = 1 if rules["length"] == "clock" else 0  # until the clock has run out there may be one more deal
    return course(GAME, sheet, lambda played, totals: ahead(gains, max(least, deals - played), totals))


def kind_of(rules: Rules) -> str:
    """What is counted: the key of BOOKS."""
    return "auction" if rules["auction"] else str(rules["simple_score"])


def deals_in_all(rules: Rules, past: Mapping[str, int]) -> int | None:
    """How many deals a match by these rules has; None when that is open."""
    if rules["length"] == "deals":
        return int(rules["length_value"])
    if rules["length"] == "open" or not rules["length_value"]:
        return None
    deals, minutes = BOOK_DEALS + past.get(DEALS, 0), BOOK_MINUTES + past.get(MINUTES, 0)
    return int(rules["length_value"] * deals / minutes)


def past_of(sheet: Sheet) -> dict[str, int]:
    """What each deal of a finished match brought, and its pace if it was played on the clock."""
    rules = sheet.standing.rules
    found = past_pairs(GAME, sheet, kind_of(rules))
    if rules["length"] == "clock" and rules["length_value"] and not without_deals(sheet):
        found.update({DEALS: len(counted_lines(GAME, sheet)), MINUTES: rules["length_value"]})
    return found
