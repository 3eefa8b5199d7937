"""Rules: how each game is played and scored, under the usual rules or under those of one table."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for

from scoring.game import defaults
from scoring.games import games
from web.i18n.locale import gettext
from web.rules.page import game_page, match_page

bp = Blueprint("rules", __name__)


@bp.get("/rules/<slug:game>")
def show_rules(game: str) -> str:
    """How a game is played by its usual rules; open to everybody."""
    found = games().get(game) or abort(404)
    return game_page(found, defaults(found), found.seats[0], url_for("home.show_home"), gettext("Home"))


@bp.get("/m/<slug:uid>/rules")
def show_match_rules(uid: str) -> str:
    """How the game is played at this table now, or how it was in the deal whose number is in the address."""
    return match_page(uid, saved="saved" in request.args)
