"""The clock of a match on the server: when it began, until when it lasts, and 15 minutes more."""

from __future__ import annotations

import re
from datetime import timedelta, timezone
from typing import TYPE_CHECKING

from drawing.clock import Clock
from drawing.form_entry import parse_int
from models.base import from_millis, now, to_millis

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from drawing.table_page import Table
    from models.log.match_state import MatchState
    from scoring.game import Game
    from scoring.words import Rules

MINUTE = timedelta(minutes=1)
MORE = 15  # minutes, as often as the table wants
TIME = re.compile(r"(\d{1,2}):(\d{2})")
FARTHEST = 14 * 60  # minutes that any clock on earth is off


def began(started_at: datetime) -> datetime:
    """The full minute that a match is said to have begun at, so that it ends on a full one, too."""
    return from_millis((to_millis(started_at) + 30_000) // 60_000 * 60_000)


def clock_of(started_at: datetime) -> Clock:
    """The same for a page."""
    at = began(started_at)
    local = at.astimezone()
    return Clock(str(to_millis(at)), local.hour * 60 + local.minute)


def minutes_until(text: str, started_at: datetime, zone: tzinfo | None) -> int | None:
    """The minutes from the beginning to a time of day like 22:30 in any language's digits; None for another text."""
    found = TIME.fullmatch("".join(latin(letter) for letter in text.strip()))
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        return None
    at = began(started_at)
    end = at.astimezone(zone).replace(hour=int(found[1]), minute=int(found[2]))
    return int((end - at.astimezone(zone)) / MINUTE) % (24 * 60) or 24 * 60


def latin(letter: str) -> str:
    """A digit of any language as a Latin one; other letters as they are."""
    value = parse_int(letter)
    return str(value) if type(value) is int else letter


def zone_of(text: str) -> tzinfo | None:
    """The zone that a phone names by its minutes east of Greenwich; None, which is the server's, without them."""
    east = parse_int(text)
    return timezone(timedelta(minutes=east)) if type(east) is int and abs(east) <= FARTHEST else None


def longer(game: Game, rules: Rules, started_at: datetime) -> int | None:
    """The length of a match with 15 minutes more, counted from now where time is up already; None without a clock."""
    minutes = game.minutes(rules)
    if minutes is None:
        return None
    gone = -(-(now() - began(started_at)) // MINUTE)  # a minute begun counts whole
    return max(minutes, int(gone)) + MORE


def due(table: Table, state: MatchState) -> int | None:
    """The number of the last deal of a match as it is known by now; None without a time that was agreed."""
    minutes = table.game.minutes(table.standing.rules)
    if not minutes or table.began is None or table.clock() is None:
        return None
    played = {line.deal.uid for line in state.sheet.lines if line.deal.kind == "deal" and not line.problems}
    pairs = zip(state.records, state.traces, strict=True)
    times = [trace.at for record, trace in pairs if record.uid in played]
    return deals_due(int(table.began.began) + minutes * 60_000, times)


def deals_due(ends: int, times: list[int]) -> int:
    """The number of the last deal: the one in play when time is up; times are those at which deals were recorded."""
    return 1 + sum(1 for at in times if at < ends)
