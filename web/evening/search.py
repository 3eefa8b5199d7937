"""Past evenings searched by person, game, place, year and words; a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple

from flask import abort, request
from sqlalchemy import ColumnElement, or_, select

from models.base import db
from models.column_types import UNKNOWN_DATE
from models.review.past.people import People, Person
from models.tables.circle import Circle
from models.tables.evening import Evening
from models.tables.match import Match, MatchSeat
from models.tables.result import Result
from scoring.games import games
from web.http.requests import whole_number
from web.i18n.dates import day
from web.i18n.locale import gettext
from web.recent import inside
from web.review.charts.year import year_span
from web.review.filters import last_year_of, span_of

PAGE = 20  # evenings
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


class Found(NamedTuple):
    """The evenings of a page, newest first, the ids of those on all pages, and how many pages there are."""

    evenings: Sequence[Evening]
    ids: list[int]
    pages: int


def found(circle: Circle, people: People, search: Search) -> Found:
    """The evenings that fit; 404 for a person, a game, a year or a page that is none."""
    query = select(Evening.id, Evening.place, Evening.note).where(inside(circle), *conditions(people, search))
    rows = db.session.execute(query.order_by(Evening.date.desc(), Evening.id.desc())).all()
    words = search.words.casefold()
    ids = [row.id for row in rows if words in f"{row.place}\n{row.note}".casefold()]
    pages = max(1, -(-len(ids) // PAGE))
    if search.page > pages:
        abort(404)
    here = ids[(search.page - 1) * PAGE : search.page * PAGE]
    evenings = {one.id: one for one in db.session.scalars(select(Evening).where(Evening.id.in_(here)))}
    return Found([evenings[one] for one in here], ids, pages)


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
        since, before = span_of(search.year)
        asked_for += [Evening.date >= since, Evening.date < before]
    return asked_for


def with_person(ids: list[int]) -> ColumnElement[bool]:
    """Evenings where one of these players sat down, or sat at an end."""
    sat = select(Match.evening_id).join(MatchSeat, MatchSeat.match_id == Match.id).where(MatchSeat.player_id.in_(ids))
    ended = select(Match.evening_id).join(Result, Result.match_id == Match.id).where(Result.player_id.in_(ids))
    return or_(Evening.id.in_(sat), Evening.id.in_(ended))


def choices(circle: Circle, people: People) -> dict[str, Choices]:
    """What can be chosen, each as value and words, all first."""
    rows = db.session.execute(select(Evening.place, Evening.date).where(inside(circle)).distinct()).all()
    played = set(db.session.scalars(select(Match.game).join(Match.evening).where(inside(circle)).distinct()))
    places = sorted({row.place for row in rows if row.place}, key=str.casefold)
    return {
        "person": with_all(gettext("Everybody"), people_choices(people.persons.values())),
        "game": with_all(gettext("All games"), [(key, gettext(games()[key].name)) for key in games() if key in played]),
        "place": with_all(gettext("All places"), [(place, place) for place in places]),
        "year": with_all(gettext("All years"), years_of(row.date for row in rows)),
    }


def with_all(words: str, found: Choices) -> Choices:
    """Choices after the one of all."""
    return [("", words), *found]


def people_choices(people: Iterable[Person]) -> Choices:
    """Everybody by name."""
    return sorted(((one.uid, one.name) for one in people), key=lambda pair: pair[1].casefold())


def years_of(days: Iterable[Any]) -> Choices:
    """The reader's years of these days, the latest first."""
    spans: set[tuple[date, date]] = {year_span(one) for one in days if one != UNKNOWN_DATE}
    return [(str(last_year_of(*span)), day(span[0], "year")) for span in sorted(spans, reverse=True)]
