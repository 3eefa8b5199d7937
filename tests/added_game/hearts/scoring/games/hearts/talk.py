"""What the table is told in Hearts: before a deal, what ends the match, and a scored deal in the sheet's row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.hearts.score import MOON

from scoring.words import Message, Need

if TYPE_CHECKING:
    from scoring.words import Line, Standing

PASSES = ("pass_left", "pass_right", "pass_across", "pass_none")


def prompt(standing: Standing) -> tuple[Message, ...]:
    """Who deals, where three cards are passed to, and what leads."""
    passing = standing.rules["passing"] == "four"
    passes = (Message(PASSES[(standing.number - 1) % len(PASSES)], {}),) if passing else ()
    return (Message("deals", {"dealer": standing.dealer}),) + passes + (Message("leads", {}),)


def needs(standing: Standing) -> tuple[Need, ...]:
    """Who could end the match in this deal, and with how many points."""
    left = [standing.rules["target"] - total for total in standing.totals]
    return tuple([Need(side, "ends", {"n": n}) for side, n in enumerate(left) if 0 < n <= MOON])


def sheet_row(line: Line) -> tuple[Message, Message]:
    """Who shot the moon or else took most, and what everybody took."""
    taken = line.deal.entry["points"]
    if MOON in taken:
        return Message("head_moon", {"seat": taken.index(MOON)}), Message("story_moon", {})
    parts = [{"code": "seat_took", "values": {"seat": seat, "n": n}} for seat, n in enumerate(taken) if n]
    return Message("head_most", {"seat": taken.index(max(taken))}), Message("story", {"took_parts": parts})
