"""The year in review: ten cards, one below the other, and the picture of the year to share."""

from __future__ import annotations

from datetime import date

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models.base import today
from models.review.deals.scope import DealScope
from models.review.past.matches import Past
from models.review.people import Person
from models.review.ratings.circle import rated
from models.review.year.cards import year_of
from web.i18n.locale import gettext, in_digits
from web.review.calendar_years import span_of, year_number, years_of
from web.review.damaged_matches import damaged_links
from web.review.open_past import known_person, open_past
from web.review.opened import open_review
from web.review.picture import year_picture
from web.review.render import shown
from web.review.year.card import YearCard
from web.review.year.page import cards
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("year", __name__)


@bp.get("/review/year/<int:year>", needs=WATCH_CIRCLE)
def show_year(year: int) -> ResponseReturnValue:
    """A year; with "who" in the address the rival and the bid are that person's."""
    here, span = open_past(), span_of(year) or abort(404)
    if year_number(span[0]) != year:
        return redirect(url_for("year.show_year", year=year_number(span[0])))
    known = years_of(here.past)
    if not (min(known, default=year) <= year <= year_number(today())):
        abort(404)
    person = asked_person(here.past)
    return render_template(
        "review/year/year.html",
        year=year,
        circle=here.circle,
        years=[(in_digits(str(one)), url_for("year.show_year", year=one), one == year) for one in known],
        people=people_filters(here.past, year, person),
        cards=cards_of(here.past, here.circle.id, span, person),
        who=person.uid if person else None,
        damaged=damaged_links(here.damaged),
    )


@bp.get("/review/year/<int:year>/picture.png", needs=WATCH_CIRCLE)
def show_picture(year: int) -> ResponseReturnValue:
    """The picture of a year; its page where nothing was finished in it."""
    span = span_of(year) or abort(404)
    picture = year_picture(open_review(), *span)
    return shown(picture, f"year-{year}.png") if picture else redirect(url_for("year.show_year", year=year), 303)


def asked_person(past: Past) -> Person | None:
    """Whose year it is; None for everybody's."""
    return known_person(past, request.args["who"]) if request.args.get("who") else None


def cards_of(past: Past, circle_id: int, span: tuple[date, date], person: Person | None) -> list[YearCard]:
    """The cards of a year; none where nothing was finished in it."""
    found = year_of(past, rated(past, circle_id), *span, person)
    who = tuple(past.people.ids_of(person)) if person else ()
    scope = DealScope(circle_id, None, *span, who=who, version=past.version_of())
    return cards(found, scope, span, person) if found.matches else []


def people_filters(past: Past, year: int, person: Person | None) -> list[tuple[str, str, bool]]:
    """Everybody, then each by themselves: words, address, whether it is this one."""
    found = [(gettext("Everybody"), url_for("year.show_year", year=year), person is None)]
    ranked = [one for one in past.people.persons.values() if not one.unranked]
    return found + [(one.name, url_for("year.show_year", year=year, who=one.uid), one == person) for one in ranked]
