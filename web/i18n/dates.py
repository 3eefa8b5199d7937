"""Days, evenings and times in words: for Persian readers by their own calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babel.dates import format_date
from persiantools.jdatetime import JalaliDate

from models.column_types import UNKNOWN_DATE
from web.evening.recent_queries import today
from web.i18n.locale import gettext, in_digits, language

if TYPE_CHECKING:
    from datetime import date, datetime

    from models.tables.evening import Evening

SHAPES = {
    "named": "EEEE d MMMM",
    "named_year": "EEEE d MMMM y",
    "short": "d MMM",
    "short_year": "d MMM y",
    "number": "d",
    "month": "MMM",
    "year": "y",
    "weekday": "EEEE",
}
"""What a day can be said as, in the patterns of CLDR."""

UNKNOWN = {"number": "?", "month": "", "year": "", "weekday": ""}
APART = "\u2068{}\u2069"  # what is typed keeps its direction to itself
GERMAN = {"named": "EEEE, d. MMMM", "named_year": "EEEE, d. MMMM y", "short": "d. MMM", "short_year": "d. MMM y"}


def day(date: date, shape: str = "named") -> str:
    """A day in the reader's language and calendar; where none can be read that, in few words or none."""
    if date == UNKNOWN_DATE:
        return UNKNOWN.get(shape) or ("" if shape in UNKNOWN else gettext("day unknown"))
    code = language()
    pattern = GERMAN.get(shape, SHAPES[shape]) if code == "de" else SHAPES[shape]
    return in_digits(jalali(date, pattern) if code == "fa" else format_date(date, pattern, locale=code))


def jalali(date: date, pattern: str) -> str:
    """A day by the Persian calendar, its parts as in a pattern of CLDR; months are never shortened there."""
    solar = JalaliDate(date)  # type: ignore[no-untyped-call]
    parts = {"d": str(solar.day), "y": str(solar.year), "EEEE": solar.strftime("%A", locale="fa")}
    parts["MMMM"] = parts["MMM"] = solar.strftime("%B", locale="fa")
    return " ".join(parts[part] for part in pattern.split(" "))


def is_this_year(date: date) -> bool:
    """Whether a day lies in the year that the reader's calendar shows today."""
    return day(date, "year") == day(today(), "year")


def long_day(date: date) -> str:
    """A day with its name, and with its year unless that is this one."""
    return day(date, "named" if is_this_year(date) else "named_year")


def clock(at: datetime) -> str:
    """A time of day: 20:14."""
    return in_digits(at.strftime("%H:%M"))


def evening_words(evening: Evening) -> str:
    """When and where: "tonight · The Plough", with the year unless it is this one."""
    shape = "short" if is_this_year(evening.date) else "short_year"
    when = gettext("tonight") if evening.date == today() else day(evening.date, shape)
    return f"{when} · {APART.format(evening.place)}" if evening.place else when
