"""What the table is told in Hearts: before a deal, what ends the match, and a scored deal in the sheet's row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.hearts.score import MOON

from scoring.words import Need, Say

if TYPE_CHECKING:
    from scoring.words import Line, Standing

PASSES = ("pass_left", "pass_right", "pass_across", "pass_none")


def prompt(standing: Standing) -> tuple[Say, ...]:
    """Who deals, where three cards are passed to, and what leads."""
    passing = standing.rules["passing"] == "four"
    passes = (Say(PASSES[(standing.number - 1) % len(PASSES)], {}),) if passing else ()
    return (Say("deals", {"dealer": standing.dealer}),) + passes + (Say("leads", {}),)


def needs(standing: Standing) -> tuple[Need, ...]:
    """Who could end the match in this deal, and with how many points."""
    left = [standing.rules["target"] - total for total in standing.totals]
    return tuple([Need(side, "ends", {"n": n}) for side, n in enumerate(left) if 0 < n <= MOON])


def sheet_row(line: Line) -> tuple[Say, Say]:
    """Who shot the moon or else took most, and what everybody took."""
    taken = line.deal.entry["points"]
    if MOON in taken:
        return Say("head_moon", {"seat": taken.index(MOON)}), Say("story_moon", {})
    parts = [{"code": "seat_took", "values": {"seat": seat, "n": n}} for seat, n in enumerate(taken) if n]
    return Say("head_most", {"seat": taken.index(max(taken))}), Say("story", {"took_parts": parts})
