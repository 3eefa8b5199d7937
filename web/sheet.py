"""The sheet of a match as markup, cached line by line, and its clock: when it began, until when it lasts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone, tzinfo
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from models.base import from_millis, now, to_millis
from models.cache import Cache
from models.log.state import MatchState
from scoring.board import board_line
from scoring.game import Game
from scoring.words import Line
from table import sheet, status
from table.form_entry import parse_int
from table.screen import DrawnLine, Table, drawn_lines
from table.status import Clock, extended_minutes, minutes_gone
from web.i18n.locale import current_language, language_code
from web.i18n.messages import MarkupFormatter
from web.markup import html

if TYPE_CHECKING:
    from scoring.words import Rules
    from table.node import Content


LINE_SIZE = 4_000  # bytes that a drawn line takes, about


_line_cache: Cache[list[DrawnLine]] = Cache(16 << 20, lambda lines: LINE_SIZE * (1 + len(lines)))


def cached_lines(table: Table, written: Callable[[Content], Content] = html) -> list[DrawnLine]:
    """Every line of a match drawn, oldest first; only those that changed are drawn anew. written: the form of a row.

    A line is worded with the names of its time, so that a match has others once a player was replaced, or a name was
    taken out of it.
    """
    key = (written, table.place.here, language_code(), table.standing.table, *dict.fromkeys(table.seating.values()))
    return _line_cache.put(key, drawn_lines(table, _line_cache.get(key) or [], written))


def line_text(line: Line, formatter: MarkupFormatter) -> tuple[Markup, Markup]:
    """Head and story of a line: who, and what happened."""
    head, story, _ = sheet.row_texts(formatter.nodes, board_line(formatter.game, line))
    return html(head), html(story)


def rule_text(option: Any, value: Any) -> str:
    """A house rule and its value: "Meetje that falls short: Pays nothing"."""
    return sheet.rule_in_words(current_language(), option, value)


def rule_value_text(option: Any, value: Any) -> str:
    """The value of a house rule."""
    return sheet.rule_value(current_language(), option, value)


def totals_change(before: tuple[int, ...] | None, after: tuple[int, ...] | None, first: int = 0) -> Markup:
    """Running totals from the first side on; those that changed with the old value."""
    return html(sheet.changed_totals(current_language(), before, after, first))


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
    return status.minutes_until(text, local.hour * 60 + local.minute)


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
