"""Dates, evenings, times and lengths of time as text; for Persian readers in their own calendar."""

from __future__ import annotations

from datetime import date, datetime

from babel.dates import format_date
from persiantools.jdatetime import JalaliDate

from models.base import today
from models.tables import Evening
from web.i18n.locale import gettext, in_digits, language_code, ngettext

PATTERNS = {
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

ISOLATED = "\u2068{}\u2069"  # what is typed keeps its direction to itself
GERMAN_PATTERNS = {
    "named": "EEEE, d. MMMM",
    "named_year": "EEEE, d. MMMM y",
    "short": "d. MMM",
    "short_year": "d. MMM y",
}


def day(date: date, shape: str = "named") -> str:
    """A date in the reader's language and calendar."""
    code = language_code()
    pattern = GERMAN_PATTERNS.get(shape, PATTERNS[shape]) if code == "de" else PATTERNS[shape]
    return in_digits(jalali(date, pattern) if code == "fa" else format_date(date, pattern, locale=code))


def jalali(date: date, pattern: str) -> str:
    """A date in the Persian calendar by a CLDR pattern; its months have no short names."""
    solar = JalaliDate(date)  # type: ignore[no-untyped-call]
    parts = {"d": str(solar.day), "y": str(solar.year), "EEEE": solar.strftime("%A", locale="fa")}
    parts["MMMM"] = parts["MMM"] = solar.strftime("%B", locale="fa")
    return " ".join(parts[part] for part in pattern.split(" "))


def is_this_year(date: date) -> bool:
    """Whether a date is in the current year of the reader's calendar."""
    return day(date, "year") == day(today(), "year")


def long_day(date: date) -> str:
    """Weekday and date, with the year unless it is this one."""
    return day(date, "named" if is_this_year(date) else "named_year")


def clock(at: datetime) -> str:
    """A time of day: 20:14."""
    return in_digits(at.strftime("%H:%M"))


def evening_words(evening: Evening) -> str:
    """Date and place of an evening: "tonight · The Plough", with the year unless it is this one."""
    shape = "short" if is_this_year(evening.date) else "short_year"
    when = gettext("tonight") if evening.date == today() else day(evening.date, shape)
    return f"{when} · {ISOLATED.format(evening.place)}" if evening.place else when


def length_words(minutes: int) -> str:
    """A length: "3 h 10", "45 minutes"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return ngettext("{num} minute", "{num} minutes", rest)
    return gettext("{hours} h {minutes}", hours=hours, minutes=rest) if rest else gettext("{hours} h", hours=hours)
