"""The players of a circle: a new one, another name, who no longer plays."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from models.db.transaction import circle_transaction, write_transaction
from models.tables.circle import Player
from web.auth.guard import own_circle
from web.circle.forms import PlayerForm
from web.circle.page import circle_page
from web.circle.players import own_player, page_number

bp = Blueprint("players", __name__)


@bp.post("/circle/players")
def add_player() -> ResponseReturnValue:
    """One more player."""
    circle = own_circle()
    with circle_transaction(circle.id) as session:
        form = PlayerForm(circle)
        if form.validate():
            session.add(Player(circle_id=circle.id, name=form.name.data))
    return (circle_page(form), 422) if form.errors else back()


@bp.post("/circle/players/<slug:uid>")
def rename_player(uid: str) -> ResponseReturnValue:
    """Another name for the same person; sheets keep the names of the day."""
    circle = own_circle()
    with circle_transaction(circle.id):
        player = own_player(circle, uid)
        form = PlayerForm(circle, player)
        if form.validate():
            player.name = form.name.data
    return (circle_page(form), 422) if form.errors else back()


@bp.post("/circle/players/<slug:uid>/<any(retire, return):what>")
def retire_or_return(uid: str, what: str) -> Response:
    """Not offered any more for new matches, or offered again."""
    player = own_player(own_circle(), uid)
    with write_transaction():
        player.retired = what == "retire"
    return back()


def back() -> Response:
    """To the circle's page, where its players are many to the part of them that was looked at."""
    page = page_number()
    return redirect(url_for("circle.show_circle", part=page if page > 1 else None, _anchor="players"), 303)
