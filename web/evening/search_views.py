"""Past evenings: all of them, searched and a page at a time; and as a calendar."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from models.review.past.people import People
from web.auth.guard import own_circle
from web.evening.calendar import calendar_of
from web.evening.list_page import evening_rows
from web.evening.money_totals import money_totals
from web.evening.search import choices, found, parse_search

bp = Blueprint("evenings", __name__)


@bp.get("/evenings")
def show_evenings() -> str:
    """The past evenings that fit what was asked for."""
    circle, search = own_circle(), parse_search()
    people = People(circle.id)
    page = found(circle, people, search)
    return render_template(
        "evening/evenings.html",
        search=search,
        found=page,
        rows=evening_rows(page.evenings),
        choices=choices(circle, people),
        money_totals=money_totals(page.ids),
    )


@bp.get("/review/evenings.ics")
def download_calendar() -> Response:
    """The past evenings for a calendar: date, place, who won."""
    answer = Response(calendar_of(own_circle()), mimetype="text/calendar")
    answer.headers["Content-Disposition"] = 'attachment; filename="evenings.ics"'
    return answer
