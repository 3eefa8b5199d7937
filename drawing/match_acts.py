"""What the menu of a match records: its end as it stands, that it goes on, and more time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.clock import extended_minutes, minutes_gone

if TYPE_CHECKING:
    from drawing.clock import Clock
    from scoring.game import Game
    from scoring.words import Sheet, Values

ACTS = ("close", "reopen", "longer")  # the last part of the addresses


def act_of(where: str, game: Game, sheet: Sheet, began: Clock, now: int | None) -> tuple[str, Values] | None:
    """Kind and body of what an address records; None where it cannot be. now: milliseconds since 1970, if known."""
    closed, minutes = sheet.standing.closed, game.minutes(sheet.standing.rules)
    if where == "close":
        return None if closed or sheet.outcome else ("close", {})
    if where == "reopen":
        return ("reopen", {}) if closed else None
    if minutes is None or now is None:
        return None
    return "rules", {"rules": {"length_value": extended_minutes(minutes, minutes_gone(began, now))}}
