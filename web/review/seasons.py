"""Seasons: the list, one with its standings, a new one, changed and deleted ones."""

from __future__ import annotations

from flask import abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from werkzeug import Response

from models.base import db, today
from models.review.season import (
    open_day,
    season_evenings,
    season_table,
    seasons_of,
)
from models.review.tables import Season
from models.transaction import circle_transaction
from scoring.games import games
from web.auth.guard import own_circle
from web.i18n.locale import gettext, list_of
from web.review.code_words import tenths
from web.review.opened import open_review
from web.review.rows import across
from web.review.season_form import COUNT_WORDS, SeasonForm
from web.routes import SCORE_CIRCLE, WATCH_CIRCLE, Pages

bp = Pages("season", __name__)
MOST_SEASONS = 500  # of a circle
MOST_PEOPLE, MOST_EVENINGS = 40, 24  # rows, and evenings of the table: the last ones


@bp.get("/review/seasons", needs=WATCH_CIRCLE)
def show_seasons() -> str:
    """The seasons of the circle."""
    return render_template("review/seasons.html", seasons=seasons_of(own_circle().id))


@bp.get("/review/seasons/new", needs=SCORE_CIRCLE)
def show_new() -> str:
    """The form of a new season."""
    return render_template("review/season_form.html", form=SeasonForm(formdata=None))


@bp.post("/review/seasons", needs=SCORE_CIRCLE)
def create() -> ResponseReturnValue:
    """A new season."""
    circle, form = own_circle(), SeasonForm()
    if not form.validate():
        return render_template("review/season_form.html", form=form), 422
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
        games=list_of([gettext(games()[key].name) for key in season.games if key in games()]),
        counts=gettext(COUNT_WORDS[season.counts]),
        evenings=evenings,
        table=table,
        begun=season.first <= today(),
        people=review.people,
        scale=max([1.0, *(row.reach or row.total for row in table.rows)]),
        most=MOST_PEOPLE,
        first=max(0, len(evenings) - MOST_EVENINGS),
        bounded=table.left and any(row.reach is not None for row in table.rows),
        across=across,
        tenths=tenths,
    )


@bp.get("/review/season/<slug:uid>/edit", needs=SCORE_CIRCLE)
def show_edit(uid: str) -> str:
    """The form of a season that is there."""
    season = known_season(uid)
    return render_template("review/season_form.html", form=SeasonForm(formdata=None, obj=season), season=season)


@bp.post("/review/season/<slug:uid>", needs=SCORE_CIRCLE)
def save(uid: str) -> ResponseReturnValue:
    """Change a season."""
    season, form = known_season(uid), SeasonForm()
    if not form.validate():
        return render_template("review/season_form.html", form=form, season=season), 422
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


def known_season(uid: str) -> Season:
    """The season of an address; 404 for none of this circle."""
    query = select(Season).where(Season.circle_id == own_circle().id, Season.uid == uid)
    return db.session.scalar(query) or abort(404)


def leads_to(season: Season) -> Response:
    """To the page of a season."""
    return redirect(url_for("season.show_season", uid=season.uid), 303)
