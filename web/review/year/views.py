"""The year in review: ten cards, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, render_template, request, url_for

from models.review.ratings.circle import rated
from models.review.year.cards import year_of
from web.evening.recent_queries import today
from web.i18n.locale import gettext, in_digits
from web.review.calendar_years import middle_of, span_of, year_number, years_of
from web.review.damaged_matches import damaged_links
from web.review.open_past import known_person, open_past
from web.review.year.page import cards

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from models.review.past.matches import Past
    from models.review.past.people import Person

bp = Blueprint("year", __name__)


@bp.get("/review/year/<int:year>")
def show_year(year: int) -> ResponseReturnValue:
    """A year; with "who" in the address the rival and the bid are that person's."""
    here, middle, span = open_past(), middle_of(year), span_of(year)
    if middle is None or span is None:
        abort(404)
    if year_number(middle) != year:
        return redirect(url_for("year.show_year", year=year_number(middle)))
    known = years_of(here.past)
    if not (min(known, default=year) <= year <= year_number(today())):
        abort(404)
    person = known_person(here.past, request.args["who"]) if request.args.get("who") else None
    found = year_of(here.past, rated(here.past, here.circle.id), *span, person)
    who = here.past.people.ids_of(person) if person else None
    return render_template(
        "review/year/year.html",
        year=year,
        circle=here.circle,
        years=[(in_digits(str(one)), url_for("year.show_year", year=one), one == year) for one in known],
        people=people_filters(here.past, year, person),
        cards=cards(found, here.circle.id, span, who) if found.matches else [],
        damaged=damaged_links(here.damaged),
    )


def people_filters(past: Past, year: int, person: Person | None) -> list[tuple[str, str, bool]]:
    """Everybody, then each by themselves: words, address, whether it is this one."""
    found = [(gettext("Everybody"), url_for("year.show_year", year=year), person is None)]
    ranked = [one for one in past.people.persons.values() if not one.unranked]
    return found + [(one.name, url_for("year.show_year", year=year, who=one.uid), one == person) for one in ranked]
