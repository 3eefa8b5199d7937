"""Hiding an evening: left out of every list, with all its matches as they are, until somebody shows it again."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, url_for
from werkzeug import Response

from models.db.transaction import write_transaction
from models.people.delete_empty import is_empty
from web.auth.guard import own_evening

bp = Blueprint("hide", __name__)


@bp.post("/e/<slug:uid>/hide")
def hide_evening(uid: str) -> Response:
    """The evening is left out of the lists; an empty one can be deleted and is not hidden."""
    found = own_evening(uid)
    if is_empty(found):
        abort(409)
    with write_transaction():
        found.hidden = True
    return redirect(url_for("home.show_home", hidden=uid), 303)


@bp.post("/e/<slug:uid>/show")
def unhide_evening(uid: str) -> Response:
    """The evening is in the lists again."""
    found = own_evening(uid)
    with write_transaction():
        found.hidden = False
    return redirect(url_for("evening.show_evening", uid=uid), 303)
