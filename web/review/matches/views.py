"""The matches behind a number of review."""

from __future__ import annotations

from flask import render_template

from web.review.matches.page import MatchesPage
from web.review.open_past import open_past
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("matches", __name__)


@bp.get("/review/matches", needs=WATCH_CIRCLE)
def show_matches() -> str:
    """The matches that the address asks for (web/review/matches/address.py): game, who, partner, against, won, …"""
    return render_template("review/matches/matches.html", page=MatchesPage(open_past()))
