"""Deleting what holds nothing: a match of which nothing was recorded, an evening without matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, url_for

from models.emptying import delete_evening, delete_match
from web.access import own_evening, own_match

if TYPE_CHECKING:
    from werkzeug import Response

bp = Blueprint("emptying", __name__)


@bp.post("/m/<uid>/delete")
def match(uid: str) -> Response:
    """The match is gone, unless something was recorded in it meanwhile."""
    found = own_match(uid)
    evening = found.evening.uid
    if not delete_match(found):
        abort(409)
    return redirect(url_for("evening.evening", uid=evening), 303)


@bp.post("/e/<uid>/delete")
def evening(uid: str) -> Response:
    """The evening is gone, unless there is something in it."""
    if not delete_evening(own_evening(uid)):
        abort(409)
    return redirect(url_for("home.home"), 303)
