"""A circle: sitting down for the first time, its page, and the links that let other phones in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, after_this_request, redirect, render_template, request, url_for
from sqlalchemy import select
from werkzeug import Response

from models.access import SCORE, Grant, find_grant, make_grant, revoke, seen
from models.base import db
from models.people import Circle, Player
from models.writing import writing
from scoring.games import games
from web.access import current_circle, current_grant, own_circle, remember
from web.days import day
from web.language import gettext
from web.names import folded, name_fault, plain_text, tidy, twice
from web.qr import code

if TYPE_CHECKING:
    from collections.abc import Sequence

Answer = Response | tuple[str, int]
FIELDS = 4  # names that the welcome asks for
MOST_NAMES = 20
MOST_LINKS = 200
LONGEST_LINK_NAME = 40

bp = Blueprint("circle", __name__)


@bp.post("/circle")
def sit_down() -> Answer:
    """A new circle of the people whose names were typed, with this browser in it; one that has a circle keeps it."""
    typed = [tidy(name) for name in request.form.getlist("name")[:MOST_NAMES]]
    faults = welcome_faults(typed)
    if faults:
        names, shelf = typed + [""] * (FIELDS - len(typed)), list(games().values())
        return render_template("welcome.html", names=names, faults=faults, games=shelf), 422
    if current_circle() is None:
        remember(new_circle([name for name in typed if name]))
    return redirect(url_for("new_match.new"), 303)


def welcome_faults(typed: list[str]) -> dict[int, str]:
    """What is wrong with the names by the place of their field; empty fields are not."""
    faults = {n: fault for n, name in enumerate(typed) if name and (fault := name_fault(name))}
    names = [name for name in typed if name]
    again = twice(names)
    if again:
        second = len(typed) - 1 - [folded(name) for name in reversed(typed)].index(folded(again))
        faults.setdefault(second, gettext("Two people are called {name}. Tell them apart.", name=again))
    if len(names) < 2 and not faults:
        empty = next((n for n, name in enumerate(typed) if not name), 0)
        faults[empty] = gettext("A match needs at least two people.")
    return faults


def new_circle(names: list[str]) -> Grant:
    """A grant to score in a new circle of these players."""
    with writing() as session:
        own = Circle(name=", ".join(names))
        session.add_all([own, *(Player(circle=own, name=name) for name in names)])
        grant, _ = make_grant(own, SCORE)
        session.flush()
        return grant


@bp.get("/circle")
def circle() -> str:
    """Players and links."""
    return shown(own_circle())


def shown(own: Circle, **more: object) -> str:
    """The page of a circle; what was typed wrongly and why is by the uid of a player, "new" or "link"."""
    here = Player.circle_id == own.id, Player.merged_into_id.is_(None)
    players = db.session.scalars(select(Player).where(*here).order_by(Player.retired, Player.id)).all()
    words: dict[str, object] = {"typed": {}, "faults": {}, "made": None} | more
    return render_template("circle.html", players=players, links=links_of(own), own=current_grant(), day=day, **words)


def links_of(own: Circle) -> Sequence[Grant]:
    """The links that open the circle, newest first."""
    query = select(Grant).where(Grant.circle_id == own.id, Grant.revoked_at.is_(None), Grant.spoken.is_(False))
    return db.session.scalars(query.order_by(Grant.id.desc()).limit(MOST_LINKS)).all()


@bp.post("/circle/links")
def make_link() -> Answer:
    """A new link, shown this once: only its hash is kept."""
    own, name = own_circle(), tidy(plain_text(request.form.get("name", "")))
    if len(name) > LONGEST_LINK_NAME:
        fault = gettext("This is too long: {most} characters fit here.", most=LONGEST_LINK_NAME)
        return shown(own, typed={"link": name}, faults={"link": fault}), 422
    with writing():
        _, secret = make_grant(own, SCORE, name)
    unseen_by_others()
    return shown(own, made=code(url_for("circle.join", secret=secret, _external=True))), 200


@bp.post("/circle/links/<uid>/revoke")
def revoke_link(uid: str) -> Answer:
    """The link opens nothing any more; that of this browser stays, or nobody could come back."""
    own, grant = own_circle(), db.session.scalar(select(Grant).where(Grant.uid == uid))
    if grant is None or grant.circle_id != own.id:
        abort(404)
    if grant is current_grant():
        return shown(own, faults={"link": gettext("This browser came in by that link, so it stays.")}), 422
    with writing():
        revoke(grant)
    return redirect(url_for("circle.circle", _anchor="links"), 303)


@bp.get("/join/<secret>")
def join(secret: str) -> Response:
    """Let the browser in and lead it to an address without the secret; one that is in already keeps its own grant."""
    unseen_by_others()
    grant = find_grant(secret) or abort(404)
    here = current_grant()
    if here is None or here.circle_id != grant.circle_id:
        remember(grant)
    seen(grant)
    return redirect(url_for("home.home"), 303)


def unseen_by_others() -> None:
    """The answer holds a secret: no cache keeps it, no other page learns its address."""

    @after_this_request
    def add_headers(response: Response) -> Response:
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response
