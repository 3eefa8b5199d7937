"""The deals behind a number of review."""

from __future__ import annotations

from flask import Blueprint, render_template

from web.review.deals.page import DealsPage
from web.review.open_past import open_past

bp = Blueprint("deals", __name__)


@bp.get("/review/deals")
def show_deals() -> str:
    """The deals that the address asks for (web/review/deals/address.py): game, who, with, kind, bid, made, year, …"""
    return render_template("review/deals/deals.html", page=DealsPage(open_past()))
