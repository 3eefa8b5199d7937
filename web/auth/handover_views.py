"""The pencil handed over: a link for once that lets another phone write, and this phone goes on or only watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, url_for

from models.tables.grant import SCORE
from web.auth import session_grants
from web.auth.guard import OnlyWatching, may_score, opened_here, own_evening, put_down_here
from web.auth.share_links import asked, made

if TYPE_CHECKING:
    from werkzeug import Response

Answer = str | tuple[str, int]

bp = Blueprint("pencil", __name__)


@bp.get("/m/<slug:uid>/pencil")
def pencil(uid: str) -> str:
    """Who writes: hand it over, or, after it was put down, take it up again."""
    opened_here(uid)
    if not may_score() and not put_down_here():
        raise OnlyWatching
    return shown(uid)


def shown(uid: str, **more: object) -> str:
    """The page; with the link when it was just made."""
    words: dict[str, object] = {"typed": "", "fault": "", "made": None} | more
    return render_template("auth/handover.html", uid=uid, down=put_down_here(), **words)


@bp.post("/m/<slug:uid>/pencil")
def hand_over(uid: str) -> Answer:
    """A link that makes one other phone a scorer of this evening."""
    evening = own_evening(opened_here(uid).evening_uid)
    _, name, fault = asked()
    if fault:
        return shown(uid, typed=name, fault=fault), 422
    return shown(uid, made=made(evening, SCORE, name, once=True))


@bp.post("/m/<slug:uid>/pencil/<any(down, up):which>")
def put(uid: str, which: str) -> Response:
    """From now on this phone only watches here, or it writes again."""
    evening = own_evening(opened_here(uid).evening_uid)
    if not may_score() and not put_down_here():
        raise OnlyWatching
    session_grants.put_down(evening, which == "down")
    return redirect(url_for("table.table", uid=uid), 303)
