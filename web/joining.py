"""Coming in: by a link, by one that is for once, by the code that somebody says; and from one circle to another."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from sqlalchemy import select
from werkzeug.exceptions import Forbidden

from models.access import SCORE, Grant, find_code, find_grant, take
from models.base import db
from models.folds import PLAY
from models.matches import Match
from web import keyring
from web.language import gettext
from web.limits import guess
from web.secrecy import unseen_by_others

if TYPE_CHECKING:
    from werkzeug import Response

Answer = str | tuple[str, int]

bp = Blueprint("joining", __name__)


class Used(Forbidden):
    """A link for once has let somebody in already."""

    @property
    def words(self) -> str:
        """What the page says."""
        return gettext("This link was good for once, and it has been used. Ask for another one.")


@bp.get("/join/<secret>")
def open_link(secret: str) -> Response:
    """Let the browser in, and lead it to an address without the secret; a link for once asks before it is used up."""
    unseen_by_others()
    grant = guess("link", lambda: find_grant(secret)) or abort(404)
    if grant.once:  # whoever only previews a link must not use it up
        session["offered"] = grant.id
        return redirect(url_for("joining.offered"), 303)
    return let_in(grant)


@bp.get("/join")
def offered() -> str:
    """What a link for once would let this browser do, and the button that takes it."""
    unseen_by_others()
    return render_template("offered.html", grant=on_offer())


@bp.post("/join")
def accept() -> Response:
    """Take what was offered, unless somebody else was quicker."""
    return let_in(on_offer())


def on_offer() -> Grant:
    """The grant of the link for once that this browser opened; refused in words when it is used up."""
    grant = db.session.get(Grant, session.get("offered", 0)) or abort(404)
    if grant.taken or not grant.in_force:
        raise Used
    return grant


def let_in(grant: Grant) -> Response:
    """Let this browser in by a grant; one that lets it do as much already stays as it is."""
    known = next((held for held in keyring.held() if held.in_force and held.does_all_of(grant)), None)
    if known is None and not take(grant):
        raise Used
    if known:
        keyring.arrange([known.id, *(other for other in keyring.ids() if other != known.id)])
    else:
        keyring.hold(grant)
    if grant.evening and grant.right == SCORE:
        keyring.put_down(grant.evening, False)
    return redirect(address_of(grant), 303)


def address_of(grant: Grant) -> str:
    """Where a grant leads: home; of an evening to its match that goes on."""
    if grant.evening is None:
        return url_for("home.home")
    going_on = select(Match.uid).where(Match.evening_id == grant.evening_id, Match.state == PLAY)
    match = db.session.scalar(going_on.order_by(Match.id.desc()).limit(1))
    return url_for("table.table", uid=match) if match else url_for("evening.evening", uid=grant.evening.uid)


@bp.get("/code")
def ask() -> str:
    """Where a spoken code is typed."""
    return render_template("code.html", typed="", fault="")


@bp.post("/code")
def enter() -> Answer | Response:
    """Let the browser watch the evening of the code."""
    typed = request.form.get("code", "")
    grant = guess("code", lambda: find_code(plain(typed)))
    if grant is None:
        fault = gettext("No evening has this code now. Ask for it again.")
        return render_template("code.html", typed=typed[:20], fault=fault), 422
    return let_in(grant)


def plain(typed: str) -> str:
    """A code with the digits that it was made of, whichever keyboard they came from, and without signs between."""
    letters = (str(unicodedata.digit(letter, letter)) for letter in typed[:40])
    return "".join(letter for letter in letters if letter.isalnum())


@bp.post("/switch")
def switch() -> Response:
    """Another circle of this phone becomes the one that home shows."""
    asked = request.form.get("grant", "")
    grant = next((held for held in keyring.held() if held.uid == asked and held.in_force), None) or abort(404)
    keyring.arrange([grant.id, *(other for other in keyring.ids() if other != grant.id)])
    return redirect(url_for("home.home"), 303)


@bp.post("/forget")
def forget() -> Response:
    """Let go of the links that open nothing any more."""
    keyring.arrange([held.id for held in keyring.held() if held.in_force])
    return redirect(url_for("home.home"), 303)
