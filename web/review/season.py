"""Seasons: the list, one with its standings, a new one, changed and deleted ones."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape
from werkzeug import Response

from models.base import db, today
from models.review.people import People, Person
from models.review.season import SeasonEvening, find_season, open_day, season_evenings, seasons_of
from models.review.season_standings import SeasonRow, SeasonTable, season_table
from models.review.tables import Season
from models.transaction import circle_transaction
from scoring.games import games
from web.auth.guard import own_circle
from web.i18n.dates import day
from web.i18n.locale import gettext, list_of, ngettext, num
from web.review.number_format import tenths
from web.review.opened import open_review
from web.review.rows import across
from web.review.season_form import SeasonForm, count_words
from web.routes import SCORE_CIRCLE, WATCH_CIRCLE, Pages

bp = Pages("season", __name__)
MOST_SEASONS = 500  # of a circle
MOST_PEOPLE, MOST_EVENINGS = 40, 24  # rows, and evenings of the table: the last ones


@bp.get("/review/seasons", needs=WATCH_CIRCLE)
def show_seasons() -> str:
    """The seasons of the circle."""
    seasons = [(season, days_words(season)) for season in seasons_of(own_circle().id)]
    return render_template("review/seasons.html", seasons=seasons)


@bp.get("/review/seasons/new", needs=SCORE_CIRCLE)
def show_new() -> str:
    """The form of a new season."""
    return form_page(SeasonForm(formdata=None), None)


@bp.post("/review/seasons", needs=SCORE_CIRCLE)
def create() -> ResponseReturnValue:
    """A new season."""
    circle, form = own_circle(), SeasonForm()
    if not form.validate():
        return form_page(form, None), 422
    with circle_transaction(circle.id) as session:
        if len(seasons_of(circle.id)) >= MOST_SEASONS:
            abort(409)
        session.add(season := Season(circle_id=circle.id, **form.values()))
    return leads_to(season)


@bp.get("/review/season/<slug:uid>", needs=WATCH_CIRCLE)
def show_season(uid: str) -> str:
    """How a season stands."""
    season, review = known_season(uid), open_review()
    evenings = season_evenings(season, review.people)
    table = season_table(season, evenings, today(), open_day(review.circle.id, today()))
    return render_template(
        "review/season.html",
        season=season,
        days=days_words(season),
        rules=rule_words(season),
        evenings=evenings,
        table=table,
        begun=season.first <= today(),
        rows=season_rows(review.people, season, table),
        most=MOST_PEOPLE,
        bounded=table.left and any(row.reach is not None for row in table.rows),
        heads=["", *[num(n + 1) for n in range(len(evenings))][-MOST_EVENINGS:], gettext("Sum")],
        cells=table_rows(review.people, evenings, table),
    )


@bp.get("/review/season/<slug:uid>/edit", needs=SCORE_CIRCLE)
def show_edit(uid: str) -> str:
    """The form of a season that is there."""
    season = known_season(uid)
    return form_page(SeasonForm(formdata=None, obj=season), season)


@bp.post("/review/season/<slug:uid>", needs=SCORE_CIRCLE)
def save(uid: str) -> ResponseReturnValue:
    """Change a season."""
    season, form = known_season(uid), SeasonForm()
    if not form.validate():
        return form_page(form, season), 422
    with circle_transaction(season.circle_id):
        for key, value in form.values().items():
            setattr(season, key, value)
    return leads_to(season)


@bp.post("/review/season/<slug:uid>/delete", needs=SCORE_CIRCLE)
def delete(uid: str) -> Response:
    """A season is gone; its evenings stay as they are."""
    season = known_season(uid)
    with circle_transaction(season.circle_id):
        db.session.delete(season)
    return redirect(url_for("season.show_seasons"), 303)


def form_page(form: SeasonForm, season: Season | None) -> str:
    """The page with the form of a season."""
    return render_template("review/season_form.html", form=form, season=season)


def known_season(uid: str) -> Season:
    """The season of an address; 404 for none of this circle."""
    return find_season(own_circle().id, uid) or abort(404)


def leads_to(season: Season) -> Response:
    """To the page of a season."""
    return redirect(url_for("season.show_season", uid=season.uid), 303)


def days_words(season: Season) -> str:
    """From when to when."""
    return gettext("{first} to {last}", first=day(season.first, "short_year"), last=day(season.last, "short_year"))


def rule_words(season: Season) -> list[str]:
    """How a season counts, a sentence each."""
    names = list_of([gettext(games()[key].name) for key in season.games if key in games()])
    words = [count_words(season.counts), str(names) if season.games else gettext("All games")]
    if season.best_of:
        many = ngettext("The best evening of each counts.", "The best {num} evenings of each count.", season.best_of)
        words.append(many)
    if season.at_least:
        words.append(ngettext("A place needs {num} evening.", "A place needs {num} evenings.", season.at_least))
    return words


class StandingRow(NamedTuple):
    """A person's row: what they have, what is sure of it and can still be had on a stick, and the verdict."""

    person: Person
    side: int
    place: int | None
    total: str
    sure: str
    reach: str
    leader: str
    verdict: str


def season_rows(people: People, season: Season, table: SeasonTable) -> list[StandingRow]:
    """The rows of the standings; the places on the stick are empty where nothing is bounded."""
    most = max([1.0, *(row.reach or row.total for row in table.rows)])
    rows = []
    for row in table.rows[:MOST_PEOPLE]:
        person = people.persons[row.person]
        drawn = row.sure is not None and row.reach is not None and table.leader is not None
        sure, reach, leader = (
            across((value or 0) / most) if drawn else "" for value in (row.sure, row.reach, table.leader)
        )
        words, total = verdict(season, table, row), tenths(row.total)
        rows.append(StandingRow(person, people.side(person), row.place, total, sure, reach, leader, words))
    return rows


def verdict(season: Season, table: SeasonTable, row: SeasonRow) -> str:
    """What the season still holds for somebody."""
    if row.place is None and not (table.left and row.can_win):
        return gettext("too few evenings: {n} of {of}", n=row.attended, of=season.at_least)
    if not table.left:
        return gettext("won the season") if row.can_win else ""
    if row.can_win and row.place == 1:
        return gettext("leads")
    if row.reach is None:
        return gettext("can still win") if row.can_win else gettext("cannot win any more")
    if row.can_win:
        return gettext("can still win: reaches {n}", n=tenths(row.reach))
    return gettext("cannot win any more: reaches {n}", n=tenths(row.reach))


def table_rows(people: People, evenings: list[SeasonEvening], table: SeasonTable) -> list[list[Any]]:
    """A row a person, a cell an evening; what does not count is struck."""
    first = max(0, len(evenings) - MOST_EVENINGS)
    return [
        [Markup("<bdi>{}</bdi>").format(people.persons[row.person].name)]
        + [cell(value, n in row.struck) for n, value in enumerate(row.brought[first:], first)]
        + [Markup("<b>{}</b>").format(tenths(row.total))]
        for row in table.rows[:MOST_PEOPLE]
    ]


def cell(value: float | None, struck: bool) -> Any:
    """What an evening brought; nothing for who was not there."""
    if value is None:
        return ""
    return Markup("<s>{}</s>").format(tenths(value)) if struck else escape(tenths(value))
