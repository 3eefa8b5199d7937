"""Seasons: the list, one with its standings, a new one, changed and deleted ones."""

from __future__ import annotations

from datetime import date

from flask import abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from models.base import db, today
from models.review.ratings.circle import rated
from models.review.season.seasons import find_season, open_day, seasons_of
from models.review.season.standings import SeasonTable, season_table
from models.review.season.sums import SeasonEvening, season_evenings
from models.review_tables import Season
from models.transaction import circle_transaction
from web.auth.guard import own_circle
from web.review.damaged_matches import damaged_links
from web.review.open_past import CirclePast, open_past
from web.review.season.forms import SeasonForm
from web.review.season.page import (
    days_words,
    evening_rows,
    heads,
    person_rows,
    rule_words,
    shown_words,
    stick_of,
    table_rows,
)
from web.routes import SCORE_CIRCLE, WATCH_CIRCLE, Pages

bp = Pages("season", __name__)
MOST_SEASONS = 500  # of a circle


@bp.get("/review/seasons", needs=WATCH_CIRCLE)
def show_seasons() -> str:
    """The seasons of the circle."""
    found = [(season, days_words(season)) for season in seasons_of(own_circle().id)]
    return render_template("review/season/seasons.html", seasons=found)


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
    season, now = known_season(uid), today()
    here = open_past()
    evenings, table = standing_of(here, season, now, open_day(here.circle.id, now))
    return render_template(
        "review/season/season.html",
        season=season,
        days=days_words(season),
        rules=[*rule_words(season), *shown_words(table)],
        evenings=evenings,
        evening_rows=evening_rows(evenings),
        left=table.left,
        begun=season.first <= now,
        stick=stick_of(season, evenings, table.left),
        rows=person_rows(here.past, season, table),
        bounded=table.left and any(row.reach is not None for row in table.rows),
        heads=heads(evenings),
        cells=table_rows(here.past, evenings, table),
        damaged=damaged_links(here.damaged),
    )


def standing_of(
    here: CirclePast, season: Season, now: date, open_day: date | None
) -> tuple[list[SeasonEvening], SeasonTable]:
    """The evenings of a season and its table, kept while neither they nor the season change."""
    said = season.first, season.last, tuple(season.games), season.counts
    ratings = rated(here.past, here.circle.id, only_game(season))
    key = "season", *said, season.evenings, season.best_of, season.at_least, now, open_day, ratings.fixed

    def work_out() -> tuple[list[SeasonEvening], SeasonTable]:
        evenings = season_evenings(here.past, ratings, season)
        return evenings, season_table(season, evenings, now, open_day)

    return here.past.kept_until(key, season.last, work_out)


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
    return render_template("review/season/form.html", form=form, season=season)


def known_season(uid: str) -> Season:
    """The season of an address; 404 for none of this circle."""
    return find_season(own_circle().id, uid) or abort(404)


def only_game(season: Season) -> str | None:
    """The game of a season that has one only."""
    return season.games[0] if len(season.games) == 1 else None


def leads_to(season: Season) -> Response:
    """To the page of a season."""
    return redirect(url_for("season.show_season", uid=season.uid), 303)
