"""Scoring handed over: a link for one use lets another phone keep score; this phone goes on or only watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, url_for

from models.tables.grant import SCORE
from web.auth import session_grants
from web.auth.forms import LinkForm
from web.auth.guard import OnlyWatching, may_score, opened_here, own_evening, put_down_here
from web.auth.share_links import made

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue
    from werkzeug import Response

    from web.auth.share_links import Made

bp = Blueprint("pencil", __name__)


@bp.get("/m/<slug:uid>/pencil")
def pencil(uid: str) -> str:
    """Who writes: hand it over, or, after it was put down, take it up again."""
    opened_here(uid)
    if not may_score() and not put_down_here():
        raise OnlyWatching
    return page(uid)


def page(uid: str, form: LinkForm | None = None, made: Made | None = None) -> str:
    """The page; with the link when it was just made."""
    form = form or LinkForm(formdata=None)
    return render_template("auth/handover.html", uid=uid, form=form, made=made, down=put_down_here())


@bp.post("/m/<slug:uid>/pencil")
def hand_over(uid: str) -> ResponseReturnValue:
    """A link that makes one other phone a scorer of this evening."""
    evening = own_evening(opened_here(uid).evening_uid)
    form = LinkForm()
    if not form.validate():
        return page(uid, form), 422
    return page(uid, made=made(evening, SCORE, form.name.data, once=True))


@bp.post("/m/<slug:uid>/pencil/<any(down, up):which>")
def put(uid: str, which: str) -> Response:
    """From now on this phone only watches here, or it writes again."""
    evening = own_evening(opened_here(uid).evening_uid)
    if not may_score() and not put_down_here():
        raise OnlyWatching
    session_grants.put_down(evening, which == "down")
    return redirect(url_for("table.table", uid=uid), 303)
