"""Years of the reader's calendar, Persian or not; addresses name one by its own number.

A number of the other calendar is understood: it means the year around its middle.
"""

from __future__ import annotations

from datetime import date, timedelta

from babel.dates import format_date
from persiantools.jdatetime import JalaliDate

from web.i18n.locale import language_code

PERSIAN_BEFORE = 1700  # numbers of years below it are Persian ones
YEARS = range(1000, 2999)
PERSIAN_LETTERS = 3  # what is left of a month's name; elsewhere CLDR has narrow names


def year_span(of: date) -> tuple[date, date]:
    """The first day of the reader's year that this day is in, and that of the next year."""
    if language_code() != "fa":
        return date(of.year, 1, 1), date(of.year + 1, 1, 1)
    year = jalali_year(of)
    return jalali_day(year, 1).to_gregorian(), jalali_day(year + 1, 1).to_gregorian()


def jalali_year(of: date) -> int:
    """The Persian year of a day."""
    return int(JalaliDate(of).year)  # type: ignore[no-untyped-call]


def jalali_day(year: int, month: int) -> JalaliDate:
    """The first day of a Persian month."""
    return JalaliDate(year, month, 1)  # type: ignore[no-untyped-call]


def month_names(begin: date) -> list[str]:
    """The names of the twelve months of a year, as short as they get."""
    if language_code() == "fa":
        names = [jalali_day(jalali_year(begin), n).strftime("%B", locale="fa") for n in range(1, 13)]
        return [name[:PERSIAN_LETTERS] for name in names]
    return [format_date(date(begin.year, n, 1), "LLLLL", locale=language_code()) for n in range(1, 13)]


def year_number(of: date) -> int:
    """The number of the reader's year that a day is in."""
    return jalali_year(of) if language_code() == "fa" else of.year


def span_of(number: int | None) -> tuple[date, date] | None:
    """The first and the last day of the reader's year of this number; None for an impossible one."""
    if number is None or number not in YEARS:
        return None
    middle: date = jalali_day(number, 7).to_gregorian() if number < PERSIAN_BEFORE else date(number, 7, 1)
    first, following = year_span(middle)
    return first, following - timedelta(days=1)
