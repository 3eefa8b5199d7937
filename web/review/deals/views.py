"""The deals behind a number of review."""

from __future__ import annotations

from flask import render_template

from web.review.deals.page import DealsPage
from web.review.open_past import open_past
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("deals", __name__)


@bp.get("/review/deals", needs=WATCH_CIRCLE)
def show_deals() -> str:
    """The deals that the address asks for (web/review/deals/address.py): game, who, with, kind, bid, made, year, …"""
    return render_template("review/deals/deals.html", page=DealsPage(open_past()))
