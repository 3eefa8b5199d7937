"""Handover of scoring: a link for one use lets another phone score; this phone goes on or only watches."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from models.tables.grant import SCORE
from web.auth import session_grants
from web.auth.forms import LinkForm
from web.auth.guard import OnlyWatching, granted_match, handed_over_here, may_score, own_evening
from web.auth.share_links import NewLink, create_new_link

bp = Blueprint("handover", __name__)


@bp.get("/m/<slug:uid>/handover")
def show_handover(uid: str) -> str:
    """The page that hands scoring over, or takes it back."""
    granted_match(uid)
    if not may_score() and not handed_over_here():
        raise OnlyWatching
    return render_page(uid)


def render_page(uid: str, form: LinkForm | None = None, made: NewLink | None = None) -> str:
    """The page, with the link when it was just created."""
    form = form or LinkForm(formdata=None)
    return render_template("auth/handover.html", uid=uid, form=form, made=made, down=handed_over_here())


@bp.post("/m/<slug:uid>/handover")
def hand_over(uid: str) -> ResponseReturnValue:
    """Create a link for one use that lets another phone score in this evening."""
    evening = own_evening(granted_match(uid).evening_uid)
    form = LinkForm()
    if not form.validate():
        return render_page(uid, form), 422
    return render_page(uid, made=create_new_link(evening, SCORE, form.name.data, once=True))


@bp.post("/m/<slug:uid>/handover/<any(give, take_back):which>")
def give_or_take_back(uid: str, which: str) -> Response:
    """Let this phone only watch here, or score again."""
    evening = own_evening(granted_match(uid).evening_uid)
    if not may_score() and not handed_over_here():
        raise OnlyWatching
    session_grants.set_handed_over(evening, which == "give")
    return redirect(url_for("table.show_table", uid=uid), 303)
