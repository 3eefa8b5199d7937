"""Boomke Wies from the entry alone: who gets what and why, and what the pad says beforehand.

The table is written from the rule book, every row once for each reading of it that pays differently.
"""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.games.boomke_wies import GAME
from scoring.sheet import extend, problems, replay
from scoring.words import Deal

NAMES = ("Ann", "Bob", "Cem", "Dee")
NINE, SEVEN = {"low_bid_failed": "nine_only"}, {"low_bid_failed": "seven_to_nine"}
FREE, BARE, OVER_SIX = {"meetje_fine": "none"}, {"auction": False}, {"auction": False, "simple_score": "over_six"}


def bid(contract: Any, tricks: int | None = None, declarer: int | None = 1) -> dict[str, Any]:
    """An entry."""
    said = {"declarer": declarer, "contract": contract, "tricks": tricks}
    return {key: value for key, value in said.items() if value is not None}


ROWS: list[tuple[dict[str, Any], dict[str, Any], list[tuple[int, int, str]]]] = [
    ({}, bid(7, 7), [(1, 1, "made")]),
    ({}, bid(7, 9), [(1, 1, "made")]),
    ({}, bid(7, 10), [(1, 2, "made")]),
    ({}, bid(12, 12), [(1, 2, "made")]),
    ({}, bid(7, 13), [(1, 3, "all_tricks")]),
    ({}, bid(12, 13), [(1, 3, "all_tricks")]),
    ({}, bid(7, 6), [(1, -1, "short"), (0, 1, "beaten")]),
    ({}, bid(9, 3), [(1, -1, "short"), (0, 2, "beaten")]),
    ({}, bid(9, 4), [(1, -1, "short"), (0, 1, "beaten")]),
    ({}, bid(10, 9), [(1, -2, "short"), (0, 2, "beaten")]),
    ({}, bid(12, 0), [(1, -2, "short"), (0, 2, "beaten")]),
    (NINE, bid(9, 8), [(1, -1, "short")]),
    (NINE, bid(9, 4), [(1, -1, "short"), (0, 1, "beaten")]),
    (NINE, bid(9, 3), [(1, -1, "short"), (0, 2, "beaten")]),
    (SEVEN, bid(8, 7), [(1, -1, "short")]),
    (SEVEN, bid(8, 6), [(1, -1, "short"), (0, 1, "beaten")]),
    (SEVEN, bid(8, 3), [(1, -1, "short"), (0, 2, "beaten")]),
    ({}, bid(13, 13), [(1, 5, "boom_made")]),
    ({}, bid(13, 12), [(1, -5, "boom_lost"), (0, 5, "boom_beaten")]),
    ({}, bid(13), [(1, -5, "boom_lost"), (0, 5, "boom_beaten")]),
    ({}, bid("meetje", 7, None), [(0, 1, "meetje_majority")]),
    ({}, bid("meetje", 5, 0), [(0, -2, "meetje_fine"), (1, 1, "meetje_majority")]),
    ({}, bid("meetje", 0, None), [(0, -7, "meetje_fine"), (1, 1, "meetje_majority")]),
    (FREE, bid("meetje", 5, None), [(1, 1, "meetje_majority")]),
    (BARE, {"tricks": 8}, [(0, 8, "tricks"), (1, 5, "tricks")]),
    (BARE, {"tricks": 13}, [(0, 13, "tricks")]),
    (OVER_SIX, {"tricks": 8}, [(0, 2, "tricks")]),
    (OVER_SIX, {"tricks": 6}, [(1, 1, "tricks")]),
]


@pytest.mark.parametrize(("rules", "entry", "awards"), ROWS)
def test_awards_of_an_entry(rules, entry, awards):
    """Every award names side, points and why; a bid of a number is told by who made it."""
    line = replay(GAME, GAME.table(NAMES, 0), rules, (Deal("1", "deal", entry, None),)).lines[0]
    assert line.problems == ()
    assert [(found.side, found.points, found.why) for found in line.awards] == awards
    for found in line.awards:
        named = found.why in ("made", "all_tricks", "short", "boom_made", "boom_lost")
        assert found.values.get("bidder") == (entry["declarer"] if named else None)


@pytest.mark.parametrize("rules", [{}, NINE, SEVEN, FREE])
def test_hints_are_what_the_ends_of_the_deal_give(rules):
    """What a bid would gain when it is just made, and what it would lose at least and at most."""
    sheet = replay(GAME, GAME.table(NAMES, 0), rules, ())
    chips = next(field for field in board(sheet)["fields"] if field["key"] == "contract")["choices"][0]
    for chip in chips:
        contract, values = chip["value"], chip["hint"]["values"]
        declarer = 0 if contract == "meetje" else 1
        need = 7 if contract == "meetje" else contract
        gains = {took: gain_of(sheet, bid(contract, took, declarer), declarer % 2) for took in range(14)}
        lost = [gain for took, gain in gains.items() if took < need]
        assert (gains[need], max(lost)) == (values["up_gain"], values["down_gain"])
        assert min(lost) == values.get("most_gain", values["down_gain"])


def gain_of(sheet: Any, entry: dict[str, Any], side: int) -> int:
    """What a deal brings to a side."""
    assert not problems(GAME, sheet.standing, entry)
    return extend(GAME, sheet, (Deal("d", "deal", entry, None),)).lines[-1].points[side]
