"""The page of a game in review."""

from __future__ import annotations

from flask import render_template

from models.review.past.prepare import MORE
from web.review.game.page import GamePage
from web.review.game.prepare import prepare_games
from web.review.open_past import known_game, open_past
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("game_review", __name__)
bp.record_once(lambda _: MORE.add(prepare_games))


@bp.get("/review/g/<slug:game>", needs=WATCH_CIRCLE)
def show_game(game: str) -> str:
    """The panels of a game; year or last in the address say when."""
    here = open_past()
    return render_template("review/game/game.html", page=GamePage(here, known_game(game)))
