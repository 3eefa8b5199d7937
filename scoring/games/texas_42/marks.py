"""The tally of Texas 42 as data for drawing: ALL, a stroke a mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.words import Standing, Values

TALLY = ("a_left", "a_right", "a_bar", "l1_stem", "l1_foot", "l2_stem", "l2_foot")  # one stroke a mark (TX-D21)


def marks(standing: Standing) -> Values:
    """The tally that the game is known for, as data for drawing: `kind` and what that kind needs."""
    if standing.rules["scoring"] == "points":
        return {"kind": "road", "target": standing.rules["target_points"]}
    target = standing.rules["target_marks"]
    return {"kind": "all", "target": target, "sides": [len(strokes(total)) for total in standing.totals]}


def strokes(total: int) -> list[str]:
    """The strokes of ALL that so many marks draw, in their order; more than seven still show it complete."""
    return list(TALLY[: max(0, total)])
