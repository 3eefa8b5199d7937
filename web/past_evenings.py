"""Past evenings: searched a page at a time with their money, and entered afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import NamedTuple

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from sqlalchemy import ColumnElement, or_, select

from models.base import db, now, today
from models.review.money import balances_of
from models.review.people import People
from models.review.tables import MatchReview
from models.tables import Circle, Evening, Match, MatchSeat, Result
from models.transaction import circle_transaction
from scoring.games import games
from web.auth.guard import own_circle
from web.evening.summary import evening_rows
from web.evening.views import PastEveningForm, unit_words
from web.http.requests import whole_number
from web.i18n.dates import year_days, year_number
from web.i18n.locale import gettext, in_digits, marked, money
from web.recent import inside
from web.routes import SCORE_CIRCLE, WATCH_CIRCLE, Pages

PAGE = 12  # evenings: the log of each of their matches is verified
LONGEST_WORDS = 80  # characters

Choices = list[tuple[str, str]]


class Search(NamedTuple):
    """What was asked for, as it stands in the address; empty for all."""

    person: str
    game: str
    place: str
    year: str
    words: str
    page: int

    @property
    def filters(self) -> dict[str, str]:
        """The filters in use, without the page."""
        return {key: value for key, value in self._asdict().items() if value and key != "page"}


def parse_search() -> Search:
    """The search in the address; 404 for a page that is none."""
    asked_for = {key: request.args.get(key, "").strip() for key in Search._fields[:-1]}
    page = whole_number(request.args.get("page", "1"))
    if not page or len(asked_for["words"]) > LONGEST_WORDS:
        abort(404)
    return Search(**asked_for, page=page)


class FoundEvenings(NamedTuple):
    """The evenings of a page, newest first, the ids of those on all pages, and how many pages there are."""

    evenings: Sequence[Evening]
    ids: list[int]
    pages: int


def page_of(circle: Circle, people: People, search: Search) -> FoundEvenings:
    """The evenings that fit; 404 for a person, a game, a year or a page that is none."""
    query = select(Evening.id, Evening.place, Evening.note).where(inside(circle), *conditions(people, search))
    rows = db.session.execute(query.order_by(Evening.date.desc(), Evening.id.desc())).all()
    words = search.words.casefold()
    ids = [row.id for row in rows if words in f"{row.place}\n{row.note}".casefold()]
    pages = max(1, -(-len(ids) // PAGE))
    if search.page > pages:
        abort(404)
    asked = ids[(search.page - 1) * PAGE : search.page * PAGE]
    evenings = {evening.id: evening for evening in db.session.scalars(select(Evening).where(Evening.id.in_(asked)))}
    return FoundEvenings([evenings[number] for number in asked], ids, pages)


def conditions(people: People, search: Search) -> list[ColumnElement[bool]]:
    """What is true of the evenings that fit."""
    asked_for: list[ColumnElement[bool]] = []
    if search.person:
        asked_for.append(with_person(people.ids_of(people.by_uid(search.person) or abort(404))))
    if search.game:
        key = search.game if search.game in games() else abort(404)
        asked_for.append(Evening.id.in_(select(Match.evening_id).where(Match.game == key)))
    if search.place:
        asked_for.append(Evening.place == search.place)
    if search.year:
        asked_for.append(Evening.date.between(*year_days(whole_number(search.year)) or abort(404)))
    return asked_for


def with_person(ids: tuple[int, ...]) -> ColumnElement[bool]:
    """Evenings where one of these players sat down, or sat at an end."""
    sat = select(Match.evening_id).join(MatchSeat, MatchSeat.match_id == Match.id).where(MatchSeat.player_id.in_(ids))
    ended = select(Match.evening_id).join(Result, Result.match_id == Match.id).where(Result.player_id.in_(ids))
    return or_(Evening.id.in_(sat), Evening.id.in_(ended))


def choices(circle: Circle, people: People) -> dict[str, Choices]:
    """What can be chosen, each as value and words, all first."""
    rows = db.session.execute(select(Evening.place, Evening.date).where(inside(circle)).distinct()).all()
    played = set(db.session.scalars(select(Match.game).join(Match.evening).where(inside(circle)).distinct()))
    places = sorted({row.place for row in rows if row.place}, key=str.casefold)
    persons = sorted(people.persons.values(), key=lambda person: person.name.casefold())
    years = [str(number) for number in sorted({year_number(row.date) for row in rows}, reverse=True)]
    return {
        "person": [("", gettext("Everybody")), *[(person.uid, person.name) for person in persons]],
        "game": [
            ("", gettext("All games")),
            *[(key, gettext(game.name)) for key, game in games().items() if key in played],
        ],
        "place": [("", gettext("All places")), *[(place, place) for place in places]],
        "year": [("", gettext("All years")), *[(year, in_digits(year)) for year in years]],
    }


def money_totals(circle: Circle, people: People, search: Search, found: Collection[int]) -> list[tuple[Markup, str]]:
    """What everybody got or paid on the evenings of these ids, which were found, who got most first: one statement.

    In words and as an amount: "Ann gets", "2.50". Each evening is settled by itself, as its page says.
    """
    ids, totals = select(Evening.id).where(inside(circle), *conditions(people, search)), Counter[str]()
    for evening, settled in balances_of(people, MatchReview.evening_id.in_(ids)).items():
        for who, amount in settled.items() if evening in found else ():
            totals[who] += amount
    names = {who: people.names.get(who, who) for who in totals}
    return [
        (marked("{name} gets" if amount > 0 else "{name} pays", name=unit_words([names[who]])), money(abs(amount)))
        for who, amount in sorted(totals.items(), key=lambda pair: (-pair[1], names[pair[0]]))
        if amount
    ]


bp = Pages("evenings", __name__)


@bp.get("/evenings", needs=WATCH_CIRCLE)
def show_evenings() -> str:
    """The past evenings that fit what was asked for."""
    circle, search = own_circle(), parse_search()
    people = People(circle.id)
    page = page_of(circle, people, search)
    return render_template(
        "evening/evenings.html",
        search=search,
        found=page,
        rows=evening_rows(page.evenings),
        choices=choices(circle, people),
        money_totals=money_totals(circle, people, search, page.ids),
    )


DOUBLE_TAP = timedelta(minutes=1)


@bp.get("/evenings/past", needs=SCORE_CIRCLE)
def show_past_form() -> str:
    """The form: which day, and where."""
    return past_page(PastEveningForm())


def past_page(form: PastEveningForm) -> str:
    """The page with its form."""
    return render_template("evening/past.html", form=form, latest=today().isoformat())


@bp.post("/evenings/past", needs=SCORE_CIRCLE)
def create_past_evening() -> ResponseReturnValue:
    """Create the evening, ready for its matches; sent twice it is the same one."""
    form = PastEveningForm()
    if not form.validate():
        return past_page(form), 422
    circle, place = own_circle(), form.place.data
    with circle_transaction(circle.id) as session:
        recent = select(Evening).where(Evening.circle_id == circle.id, Evening.created_at > now() - DOUBLE_TAP)
        same = recent.where(Evening.hidden.is_(False), Evening.date == form.day, Evening.place == place)
        evening = db.session.scalar(same) or Evening(circle=circle, date=form.day, place=place)
        session.add(evening)
        session.flush()
    return redirect(url_for("evening.show_evening", uid=evening.uid), 303)
