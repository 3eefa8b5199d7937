"""Sharing an evening: its standing link, its spoken code, and links for guests elsewhere."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from models.grants.spoken_code import create_code, current_code, expire_code
from models.grants.standing_link import current_secret, get_or_create_link, replace_link
from models.tables.evening import Evening
from web.auth.forms import LinkForm
from web.auth.guard import own_evening
from web.auth.share_links import NewLink, create_new_link, link_qr_code, link_transaction, server_key
from web.http.security import unseen_by_others
from web.i18n.dates import evening_words

bp = Blueprint("evening_link", __name__)


@bp.post("/e/<slug:uid>/share")
def create_link(uid: str) -> Response:
    """Create the standing link if there is none, and go to its page."""
    evening = own_evening(uid)
    if current_secret(evening, server_key()) is None:
        with link_transaction():
            get_or_create_link(evening, server_key())
    return redirect(url_for("evening_link.show_link", uid=uid), 303)


@bp.get("/e/<slug:uid>/share")
def show_link(uid: str) -> str:
    """The page that shares an evening; creates nothing."""
    return render_page(own_evening(uid))


def render_page(evening: Evening, form: LinkForm | None = None, made: NewLink | None = None) -> str:
    """The page with the current code and the new link, or else the standing one."""
    unseen_by_others()
    secret = None if made else current_secret(evening, server_key())
    return render_template(
        "auth/evening_link.html",
        evening=evening,
        form=form or LinkForm(formdata=None),
        made=made,
        link=link_qr_code(secret) if secret else None,
        code=current_code(evening, server_key()),
        when=evening_words(evening),
    )


@bp.post("/e/<slug:uid>/standing")
def replace_standing_link(uid: str) -> Response:
    """Replace the standing link; the old one ends."""
    evening = own_evening(uid)
    with link_transaction():
        replace_link(evening, server_key())
    return redirect(url_for("evening_link.show_link", uid=uid), 303)


@bp.post("/e/<slug:uid>/code")
def create_spoken_code(uid: str) -> Response:
    """Replace the spoken code."""
    evening = own_evening(uid)
    with link_transaction():
        expire_code(evening)
        if evening.closed_at is None:
            create_code(evening, server_key())
    return redirect(url_for("evening_link.show_link", uid=uid), 303)


@bp.post("/e/<slug:uid>/links")
def create_guest_link(uid: str) -> ResponseReturnValue:
    """Create a link to this evening only."""
    evening = own_evening(uid)
    form = LinkForm()
    if not form.validate():
        return render_page(evening, form), 422
    return render_page(evening, made=create_new_link(evening, form.right.data, form.name.data))
