"""The players of a circle: a new one, another name, who no longer plays."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from sqlalchemy import select
from werkzeug import Response

from models.base import db
from models.db.circle_transaction import circle_transaction
from models.db.transaction import write_transaction
from models.limits import check_player_limit
from models.log.errors import Refused
from models.tables.circle import Circle, Player
from web.auth.guard import own_circle
from web.circle.views import page_here, shown
from web.forms.validators import folded, name_fault, tidy
from web.i18n.locale import gettext
from web.i18n.messages import limit_words

Answer = Response | tuple[str, int]

bp = Blueprint("players", __name__)


@bp.post("/circle/players")
def add() -> Answer:
    """One more player."""
    own, name = own_circle(), tidy(request.form.get("name", ""))
    with circle_transaction(own.id) as session:
        fault = player_fault(own, name)
        if not fault:
            session.add(Player(circle_id=own.id, name=name))
    return (shown(typed={"new": name}, faults={"new": fault}), 422) if fault else back()


@bp.post("/circle/players/<slug:uid>")
def rename(uid: str) -> Answer:
    """Another name for the same person; sheets keep the names of the day."""
    own, name = own_circle(), tidy(request.form.get("name", ""))
    with circle_transaction(own.id):
        player = own_player(own, uid)
        fault = player_fault(own, name, but=player)
        player.name = player.name if fault else name
    return (shown(typed={uid: name}, faults={uid: fault}), 422) if fault else back()


@bp.post("/circle/players/<slug:uid>/<any(retire, return):what>")
def retire(uid: str, what: str) -> Answer:
    """Not offered any more for new matches, or offered again."""
    player = own_player(own_circle(), uid)
    with write_transaction():
        player.retired = what == "retire"
    return back()


def own_player(own: Circle, uid: str) -> Player:
    """A player of the circle; 404 when there is none, or when it is another circle's."""
    here = Player.uid == uid, Player.circle_id == own.id, Player.merged_into_id.is_(None)
    return db.session.scalar(select(Player).where(*here)) or abort(404)


def player_fault(own: Circle, name: str, but: Player | None = None) -> str:
    """What is wrong with a name for a player, in a sentence; nobody else may be called so."""
    fault = name_fault(name)
    if fault:
        return fault
    others = db.session.scalars(select(Player).where(Player.circle_id == own.id, Player.merged_into_id.is_(None)))
    if any(folded(other.name) == folded(name) for other in others if other is not but):
        return gettext("Somebody in this circle is already called {name}.", name=name)
    try:
        if but is None:
            check_player_limit(own.id)
    except Refused as refused:
        return limit_words(refused)
    return ""


def back() -> Response:
    """To the circle's page, where its players are many to the part of them that was looked at."""
    page = page_here()
    return redirect(url_for("circle.circle", part=page if page > 1 else None, _anchor="players"), 303)
