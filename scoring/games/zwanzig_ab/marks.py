"""The tally and the stick of Zwanzig ab as data for drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.words import Standing, Values

DRAWN = 120  # strokes; with a larger total on the board none are drawn


def marks(standing: Standing) -> Values:
    """The tally that the game is known for, as data for drawing: `kind` and what that kind needs."""
    start = standing.rules["start"]
    drawn = max(start, max(standing.totals)) <= DRAWN
    return {"kind": "five_bar_gates", "start": start} if drawn else {"kind": "none"}


def stick(standing: Standing) -> Values:
    """What the stick shows: `kind` cuts (a cut a deal) or slots (a match of known length)."""
    rule, now = standing.rules["special_deals"], standing.number - 1
    slots = [str(deal) for deal in range(1, 9)] + ([] if rule == "off" else ["♥"])
    if rule == "ninth_on":
        return {"kind": "slots", "slots": slots, "now": min(now, 8)}
    return {"kind": "slots", "slots": slots + [str(deal) for deal in range(len(slots) + 1, now + 2)], "now": now}
