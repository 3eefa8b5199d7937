"""The review of a circle."""

from __future__ import annotations

from flask import render_template, url_for

from models.base import db
from models.tables import Evening
from web.http.requests import address_with
from web.review.circle.page import circle_page
from web.review.damaged_matches import damaged_links
from web.review.filters import filters
from web.review.open_past import open_past
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("review", __name__)


@bp.get("/review", needs=WATCH_CIRCLE)
def show_review() -> str:
    """All that was played, or what the filters leave of it."""
    here = open_past()
    last = here.past.matches[-1:]
    evening = db.session.get(Evening, last[0].evening_id) if last else None
    page = circle_page(here, filters(), evening)
    return render_template(
        "review/circle/circle.html", page=page, circle=here.circle, damaged=damaged_links(here.damaged)
    )


@bp.get("/review/how-sure", needs=WATCH_CIRCLE)
def show_how_sure() -> str:
    """What strokes, floors and verdicts mean; the way back keeps the filters."""
    return render_template(
        "review/circle/how_sure.html", back=address_with(url_for("review.show_review"), filters().said)
    )
