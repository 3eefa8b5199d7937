"""This phone: how the app comes to its home screen, how it starts there, and how the phone forgets everything.

An app on the home screen starts with the link that takes it in while that is open (models/grants.py).
"""

from __future__ import annotations

import json
from typing import Any

from flask import current_app, redirect, render_template, request, session, url_for
from werkzeug import Response

from models.grants import create_way, find_way, redeem
from models.tables import Grant
from models.transaction import circle_transaction
from web.auth import browser
from web.auth.guard import GrantEnded, current_grant
from web.auth.rate_limit import limited_guess
from web.http.security import unseen_by_others
from web.i18n.locale import current_language, gettext
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
    if browser.held_uids() or not secret.isascii():
        return home
    grant = limited_guess("link", lambda: find_way(secret))
    if grant and request.headers.get("Sec-Fetch-Site") not in ("same-origin", "none"):
        return redirect(url_for("join.open_link", secret=secret), 303)
    if grant and redeem(grant):
        browser.add_grant(grant)
    return home


@bp.post("/forget-phone", needs=PUBLIC)
def forget_phone() -> Response:
    """Take this browser's grants and all that it has stored; the links of others stay."""
    session.clear()
    answer = redirect(url_for("home.show_home"), 303)
    answer.headers["Clear-Site-Data"] = '"cache", "cookies", "storage"'
    return answer


INK, PAPER = "#141917", "#e6ebd6"  # of the first picture while it starts, and around the page: --paper by night, by day
ICONS = (("192", "any"), ("512", "any"), ("512", "maskable"))


@bp.get("/app.webmanifest", needs=PUBLIC)
def show_manifest() -> Response:
    """The manifest in the reader's language; while a way in is open for this browser, the start address holds it."""
    unseen_by_others()
    return current_app.response_class(
        json.dumps(manifest(), ensure_ascii=False), content_type="application/manifest+json"
    )


def manifest() -> dict[str, Any]:
    """The manifest as data."""
    language, home = current_language(), url_for("home.show_home")
    shortcuts = [(gettext("Continue"), home), (gettext("New match"), url_for("new_match.show_draft"))]
    vector = {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    return {
        "id": home,
        "start_url": start_address(),
        "scope": home,
        "name": gettext("Tallystick"),
        "short_name": gettext("Tallystick"),
        "description": gettext("Keeps score of card games played at a real table."),
        "lang": language.code,
        "dir": "rtl" if language.rtl else "ltr",
        "display": "standalone",
        "background_color": INK,
        "theme_color": INK,
        "icons": [*(icon(size, purpose) for size, purpose in ICONS), vector],
        "screenshots": [screenshot("table", gettext("The table")), screenshot("story", gettext("Story"))],
        "shortcuts": [{"name": name, "url": address} for name, address in shortcuts],
    }


def icon(size: str, purpose: str) -> dict[str, str]:
    """An icon of static/icons/."""
    name = f"icons/{size}.png" if purpose == "any" else f"icons/{size}-{purpose}.png"
    return {"src": asset(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def screenshot(name: str, label: str) -> dict[str, str]:
    """A picture of static/screenshots/, which browsers show where they offer to install."""
    address = asset(f"screenshots/{name}.webp")
    return {"src": address, "sizes": "780x1688", "type": "image/webp", "form_factor": "narrow", "label": label}


def asset(name: str) -> str:
    """The address of a static file."""
    return str(current_app.config["ASSETS"][name])
