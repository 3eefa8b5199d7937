"""Deleting what holds nothing: a match of which nothing was recorded, an evening without matches."""

from __future__ import annotations

from flask import Blueprint, abort, g, redirect, url_for
from sqlalchemy import select
from werkzeug import Response

from models.base import db
from models.people.delete_empty import delete_evening, delete_match
from models.tables.match import Match
from web.auth.guard import own_evening

bp = Blueprint("delete", __name__)


@bp.post("/e/<slug:uid>/matches/<slug:match>/delete")
def delete_empty_match(uid: str, match: str) -> Response:
    """The match of the evening is gone, unless something was recorded in it meanwhile."""
    here = Match.uid == match, Match.evening_id == own_evening(uid).id
    found = db.session.scalar(select(Match).where(*here))
    if found and not delete_match(found):
        abort(409)
    return redirect(url_for("evening.show_evening", uid=uid), 303)


@bp.post("/e/<slug:uid>/delete")
def delete_empty_evening(uid: str) -> Response:
    """The evening is gone, unless there is something in it; who deletes it twice is led home twice."""
    if not delete_evening(g.evening):
        abort(409)
    return redirect(url_for("home.show_home"), 303)
