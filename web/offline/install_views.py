"""This phone: how the app comes to its home screen, how it gets in there, and how the phone forgets everything.

An app on the home screen starts with the link that takes it in while that is open (models/links.py).
"""

from __future__ import annotations

from flask import redirect, render_template, request, session, url_for
from werkzeug import Response

from models.grants import redeem
from models.links import create_way, find_way
from models.tables import Grant
from models.transaction import circle_transaction
from web.auth import session_grants
from web.auth.guard import GrantEnded, current_grant
from web.auth.rate_limit import limited_guess
from web.http.security import unseen_by_others
from web.i18n.locale import gettext
from web.routes import PUBLIC, Pages

KEY = "home screen"  # in the session: the secret of the link that was made last


def open_way() -> None:
    """Make a link for this browser's home screen; none for a stranger, nor for who came in by a spoken code.

    Raises GrantEnded.
    """
    grant = current_grant()
    if grant is None or grant.expires_at is not None:
        return
    with circle_transaction(grant.circle_id) as database:
        database.refresh(grant)
        if not grant.in_force:
            raise GrantEnded(grant)
        session[KEY] = create_way(grant, way_name(grant))


def way_name(grant: Grant) -> str:
    """What the circle's list calls a link made with a grant; one for a single phone already gives it its own name."""
    own = grant.name if grant.once else ""
    return own or gettext("Home screen of {name}", name=grant.name or grant.circle.name)


def is_open() -> bool:
    """Whether a link waits to be taken."""
    return isinstance(session.get(KEY), str) and find_way(session[KEY]) is not None


def start_address() -> str:
    """Where the app starts: with the link while it is open."""
    return url_for("install.come_in", once=session[KEY]) if is_open() else url_for("home.show_home")


bp = Pages("install", __name__)


@bp.get("/install", needs=PUBLIC)
def show_install() -> str:
    """The steps, and the button that makes the phone forget."""
    return render_template("offline/install.html", known=current_grant() is not None, open=is_open())


@bp.post("/install", needs=PUBLIC)
def prepare_install() -> Response:
    """Make a link for the home screen, then show the steps."""
    open_way()
    return redirect(url_for("install.show_install"), 303)


@bp.get("/in", needs=PUBLIC)
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


@bp.post("/forget-phone", needs=PUBLIC)
def forget_phone() -> Response:
    """Take this browser's grants and all that it has stored; the links of others stay."""
    session.clear()
    answer = redirect(url_for("home.show_home"), 303)
    answer.headers["Clear-Site-Data"] = '"cache", "cookies", "storage"'
    return answer
