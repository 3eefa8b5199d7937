"""The clock of a match: when it began, until when it lasts, and 15 minutes more."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone, tzinfo
from typing import TYPE_CHECKING

from drawing import clock
from drawing.clock import Clock, extended_minutes, minutes_gone
from drawing.form_entry import parse_int
from drawing.table_page import Table
from models.base import from_millis, now, to_millis
from models.log.match_state import MatchState
from scoring.game import Game

if TYPE_CHECKING:
    from scoring.words import Rules

MAX_OFFSET = 14 * 60  # minutes that any clock on earth is off


def start_minute(started_at: datetime) -> datetime:
    """The full minute that a match counts as begun at, so that it also ends on one."""
    return from_millis((to_millis(started_at) + 30_000) // 60_000 * 60_000)


def clock_of(started_at: datetime) -> Clock:
    """The clock for a page."""
    at = start_minute(started_at)
    local = at.astimezone()
    return Clock(str(to_millis(at)), local.hour * 60 + local.minute)


def minutes_until(text: str, started_at: datetime, zone: tzinfo | None) -> int | None:
    """Minutes from the start to a time of day like 22:30, in any language's digits; None for another text."""
    local = start_minute(started_at).astimezone(zone)
    return clock.minutes_until(text, local.hour * 60 + local.minute)


def zone_of(text: str) -> tzinfo | None:
    """Time zone from a phone's minutes east of Greenwich; None, which means the server's, without them."""
    east = parse_int(text)
    return timezone(timedelta(minutes=east)) if type(east) is int and abs(east) <= MAX_OFFSET else None


def extended_length(game: Game, rules: Rules, started_at: datetime) -> int | None:
    """Minutes of a match with 15 more, counted from now once time is up; None without a clock."""
    minutes = game.minutes(rules)
    if minutes is None:
        return None
    return extended_minutes(minutes, minutes_gone(clock_of(started_at), to_millis(now())))


def last_deal_number(table: Table, state: MatchState) -> int | None:
    """The number of the last deal of a match as known by now; None without a clock."""
    minutes = table.game.minutes(table.standing.rules)
    if not minutes or table.began is None or table.clock() is None:
        return None
    played = {line.deal.uid for line in state.sheet.lines if line.deal.kind == "deal" and not line.problems}
    pairs = zip(state.records, state.traces, strict=True)
    times = [trace.at for record, trace in pairs if record.uid in played]
    return count_deals(int(table.began.began) + minutes * 60_000, times)


def count_deals(ends: int, times: list[int]) -> int:
    """The number of the last deal, the one in play when time is up; ends and times in milliseconds."""
    return 1 + sum(1 for at in times if at < ends)
