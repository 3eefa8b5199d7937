"""Dates, evenings, times and lengths of time as text; for Persian readers in their own calendar."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from itertools import pairwise

from babel.dates import format_date
from persiantools.jdatetime import MONTH_NAMES_FA, JalaliDate

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

PERSIAN_BEFORE = 1700  # numbers of years below it are Persian ones
YEARS = range(1000, 2999)
PERSIAN_LETTERS = 3  # what is left of a month's name; elsewhere CLDR has narrow names
LONGEST_PAUSE = timedelta(hours=4)  # of a match, or between two of an evening: longer, and it went on another day
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


def year_number(of: date) -> int:
    """The number of the year that a day is in, by the reader's calendar."""
    return int(JalaliDate(of).year) if language_code() == "fa" else of.year  # type: ignore[no-untyped-call]


def year_days(number: int | None) -> tuple[date, date] | None:
    """The first and the last day of the reader's year of this number; None for an impossible one.

    A number of the other calendar means the year around its middle.
    """
    if number is None or number not in YEARS:
        return None
    year = year_number(solar_day(number, 7) if number < PERSIAN_BEFORE else date(number, 7, 1))
    first, after = (solar_day(n) if language_code() == "fa" else date(n, 1, 1) for n in (year, year + 1))
    return first, after - timedelta(days=1)


def solar_day(year: int, month: int = 1) -> date:
    """The first day of a Persian month."""
    return JalaliDate(year, month, 1).to_gregorian()  # type: ignore[no-untyped-call]


def month_names() -> list[str]:
    """The names of the months of the reader's calendar, as short as they get."""
    if language_code() == "fa":
        return [name[:PERSIAN_LETTERS] for name in MONTH_NAMES_FA if name]
    return [format_date(date(2000, n, 1), "LLLLL", locale=language_code()) for n in range(1, 13)]


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


def hours_words(times: Iterable[tuple[datetime, datetime]]) -> str:
    """From when to when, and how long that was: "19:40 to 23:05, 3 h 25"; empty where it went on another day.

    times: when each match began, and when its last record was made.
    """
    known = sorted(times)
    gaps = [now - was for (_, was), (now, _) in pairwise(known)] + [end - begin for begin, end in known]
    if not known or max(gaps) > LONGEST_PAUSE:
        return ""
    begin, end = known[0][0], max(end for _, end in known)
    if clock(begin) == clock(end) and end - begin < timedelta(minutes=1):
        return clock(begin.astimezone())
    length = length_words(round((end - begin).total_seconds() / 60) or 1)
    return gettext(
        "{begin} to {end}, {length}", begin=clock(begin.astimezone()), end=clock(end.astimezone()), length=length
    )
