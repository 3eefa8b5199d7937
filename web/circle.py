"""A circle: its players and the links that open it."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, url_for
from sqlalchemy import select
from werkzeug import Response

from models.access import Grant, replace, revoke
from models.base import db
from models.people import Player
from models.writing import writing
from web import keyring
from web.access import current_grant, own_circle
from web.language import gettext
from web.links import asked, links_of, made, shown_once
from web.saved_rules import saved_in

Answer = Response | tuple[str, int]

bp = Blueprint("circle", __name__)


@bp.get("/circle")
def circle() -> str:
    """Players and links."""
    return shown()


def shown(**more: object) -> str:
    """The page of the circle; what was typed wrongly and why is by the uid of a player, "new" or "link"."""
    own = own_circle()
    here = Player.circle_id == own.id, Player.merged_into_id.is_(None)
    players = db.session.scalars(select(Player).where(*here).order_by(Player.retired, Player.id)).all()
    words: dict[str, object] = {"typed": {}, "faults": {}, "made": None} | more
    return render_template("circle.html", players=players, links=links_of(own), saved_rules=saved_in(own), **words)


@bp.post("/circle/links")
def make_link() -> Answer:
    """A new link to the whole circle."""
    right, name, fault = asked()
    if fault:
        return shown(typed={"link": name}, faults={"link": fault}), 422
    return shown(made=made(own_circle(), right, name)), 200


@bp.post("/circle/links/<uid>/revoke")
def revoke_link(uid: str) -> Answer:
    """The link opens nothing any more; that of this browser stays, or nobody could come back."""
    grant = own_link(uid)
    if grant is current_grant():
        return shown(faults={"link": gettext("This browser came in by that link, so it stays.")}), 422
    with writing():
        revoke(grant)
    return redirect(url_for("circle.circle", _anchor="links"), 303)


@bp.post("/circle/links/<uid>/replace")
def replace_link(uid: str) -> Answer:
    """A new link in place of one that opens nothing any more; this browser stays in."""
    old = own_link(uid)
    if old.code:
        abort(404)
    with writing():
        new, secret = replace(old)
    if old is current_grant():
        keyring.hold(new)
    return shown(made=shown_once(new, secret)), 200


def own_link(uid: str) -> Grant:
    """A link or code of the circle that was not revoked; 404 when there is none."""
    alive = Grant.circle_id == own_circle().id, Grant.revoked_at.is_(None)
    return db.session.scalar(select(Grant).where(Grant.uid == uid, *alive)) or abort(404)
