"""The clock of a match that ends when time is up: its end, and the attributes from which script shows the time left."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.form_entry import parse_int
from drawing.node import node

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.node import Node

Clock = NamedTuple("Clock", [("began", "str"), ("minute", "int")])
"""When a match began: in milliseconds since 1970 as text, and as minute of the day where the server stands."""

DAY = 1440  # minutes
MINUTE = 60_000  # ms
EXTRA_MINUTES = 15  # more, as often as the table wants


def clock(language: Language, began: Clock, minutes: int, deal: int) -> Node:
    """The end of the match; script replaces it with the time left. deal is the number of the deal in play."""
    facts = {
        "class": "clock",
        "role": "timer",
        "data-began": began.began,
        "data-minutes": str(minutes),
        "data-deal": str(deal),
        "data-left": language.gettext("left"),
        "data-last": language.gettext("last deal"),
        "data-up": language.gettext("time is up"),
    }
    until = node("b", {}, time_of_day(language, began.minute + minutes))
    return node("match-clock", facts, node("small", {}, language.gettext("until")), until)


def time_of_day(language: Language, minute: int) -> str:
    """A minute of the day as on a clock: 22:30."""
    minute = minute % DAY
    return language.in_digits(f"{minute // 60}:{str(100 + minute % 60)[1:]}")


def minutes_until(text: str, minute: int) -> int | None:
    """Minutes from a minute of the day to a time like 22:30, in any language's digits; None for another text."""
    hours, _, minutes = text.strip().partition(":")
    at = (parse_int(hours), parse_int(minutes))
    if not (0 < len(hours) < 3 and len(minutes) == 2 and type(at[0]) is int and type(at[1]) is int):
        return None
    right = 0 <= at[0] < 24 and 0 <= at[1] < 60
    return (at[0] * 60 + at[1] - minute) % DAY or DAY if right else None


def minutes_gone(began: Clock, now: int) -> int:
    """Minutes from the start of a match until now (milliseconds since 1970); one that has begun counts whole."""
    return -((int(began.began) - now) // MINUTE)


def extended_minutes(minutes: int, gone: int) -> int:
    """The length of a match with more time, counted from now once its time is up."""
    return max(minutes, gone) + EXTRA_MINUTES
