"""Records of the circle."""

from __future__ import annotations

from flask import render_template

from web.review.open_past import open_past
from web.review.records.page import RecordsPage
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("records", __name__)


@bp.get("/review/records", needs=WATCH_CIRCLE)
def show_records() -> str:
    """Who holds what, of all games or of one."""
    return render_template("review/records/records.html", page=RecordsPage(open_past()))
