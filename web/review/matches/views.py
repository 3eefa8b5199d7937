"""The matches behind a number of review."""

from __future__ import annotations

from flask import Blueprint, render_template

from web.review.matches.page import MatchesPage
from web.review.open_past import open_past

bp = Blueprint("matches", __name__)


@bp.get("/review/matches")
def show_matches() -> str:
    """The matches that the address asks for (web/review/matches/address.py): game, who, partner, against, won, …"""
    return render_template("review/matches/matches.html", page=MatchesPage(open_past()))
