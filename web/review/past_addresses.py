"""Where the evenings and matches of a drawing are, for the table below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import url_for

from models.review.past.evening_uids import evenings_by_day
from web.review.charts.year import year_span

if TYPE_CHECKING:
    from datetime import date

    from models.review.past.match import PastMatch
    from web.review.open_past import CirclePast


def last_year(here: CirclePast, last: date) -> dict[date, str]:
    """The addresses of the evenings of a day's year, by day, up to that day."""
    found = evenings_by_day(here.circle.id, year_span(last)[0], last)
    return {day: url_for("story.show_story", uid=uid) for day, uid in found.items()}


def table_address(match: PastMatch) -> str:
    """Where a match is."""
    return url_for("table.show_table", uid=match.uid)
