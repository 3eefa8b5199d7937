"""Years in addresses: the reader's own, Persian or not; a number of the other calendar leads to the year around it."""

from __future__ import annotations

from datetime import date, timedelta

from persiantools.jdatetime import JalaliDate

from models.review.past.matches import Past
from web.i18n.locale import language_code
from web.review.charts.year import jalali_year, year_span

PERSIAN_BEFORE = 1700  # numbers of years below it are Persian ones
YEARS = range(1, 2999)


def year_number(of: date) -> int:
    """The number of the reader's year that a day is in."""
    return jalali_year(of) if language_code() == "fa" else of.year


def span_of(number: int) -> tuple[date, date] | None:
    """The first and the last day of the reader's year of this number; None for an impossible one."""
    middle = middle_of(number)
    if middle is None:
        return None
    first, following = year_span(middle)
    return first, following - timedelta(days=1)


def middle_of(number: int) -> date | None:
    """A day in the middle of a year of either calendar."""
    if number not in YEARS or number < 1000:
        return None
    if number < PERSIAN_BEFORE:
        found: date = JalaliDate(number, 7, 1).to_gregorian()  # type: ignore[no-untyped-call]
        return found
    return date(number, 7, 1)


def years_of(past: Past) -> list[int]:
    """The reader's years in which something was finished, the last one first."""
    return [year_number(first) for first, _ in reversed(past.spans(year_span))]
