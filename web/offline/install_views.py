"""This phone: how the app comes to its home screen, how it gets in there, and how the phone forgets everything."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug import Response

from models.grants.home_screen import find_way
from models.tables.grant import redeem
from web.auth import session_grants
from web.auth.guard import current_grant
from web.auth.rate_limit import limited_guess
from web.http.security import unseen_by_others
from web.offline.way_in import is_open, open_way

bp = Blueprint("install", __name__)


@bp.get("/install")
def show_install() -> str:
    """The steps, and the button that makes the phone forget."""
    return render_template("offline/install.html", known=current_grant() is not None, open=is_open())


@bp.post("/install")
def prepare_install() -> Response:
    """Make a link for the home screen, then show the steps."""
    open_way()
    return redirect(url_for("install.show_install"), 303)


@bp.get("/in")
def come_in() -> Response:
    """Take the link of a home screen, once, and go home; whoever is in already only goes home.

    A link asks first where another page led to it, or the browser does not say that none did (over plain http none
    does): it could be anybody's.
    """
    unseen_by_others()
    home = redirect(url_for("home.show_home"), 303)
    secret = request.args.get("once", "")
    if session_grants.held_uids() or not secret.isascii():
        return home
    grant = limited_guess("link", lambda: find_way(secret))
    if grant and request.headers.get("Sec-Fetch-Site") not in ("same-origin", "none"):
        return redirect(url_for("join.open_link", secret=secret), 303)
    if grant and redeem(grant):
        session_grants.add_grant(grant)
    return home


@bp.post("/forget-phone")
def forget_phone() -> Response:
    """Take this browser's grants and all that it has stored; the links of others stay."""
    session.clear()
    answer = redirect(url_for("home.show_home"), 303)
    answer.headers["Clear-Site-Data"] = '"cache", "cookies", "storage"'
    return answer
