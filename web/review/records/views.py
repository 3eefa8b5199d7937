"""Records of the circle, the page of one, and its picture."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from web.review.damaged_matches import damaged_links
from web.review.open_past import open_past
from web.review.picture.answer import answer_with
from web.review.records.page import RecordsPage
from web.review.records.record import found_record, record_card, record_page
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("records", __name__)


@bp.get("/review/records", needs=WATCH_CIRCLE)
def show_records() -> str:
    """Who holds what, of all games or of one."""
    return render_template("review/records/records.html", page=RecordsPage(open_past()))


@bp.get("/review/records/<slug:code>", needs=WATCH_CIRCLE)
def show_record(code: str) -> ResponseReturnValue:
    """One record, of a game or over all: who holds it, who equalled it; the list where nobody does."""
    here, game = open_past(), request.args.get("game")
    one = found_record(here, code, game)
    if one is None:
        return redirect(url_for("records.show_records", game=game), 303)
    return render_template("review/records/record.html", page=record_page(one), damaged=damaged_links(here.damaged))


@bp.get("/review/records/<slug:code>/picture.png", needs=WATCH_CIRCLE)
def show_picture(code: str) -> ResponseReturnValue:
    """Its picture; the list where nobody holds it."""
    here, game = open_past(), request.args.get("game")
    one = found_record(here, code, game)
    if one is None:
        return redirect(url_for("records.show_records", game=game), 303)
    return answer_with(record_card(here.past, one, "letters" in request.args), f"record-{code}.png")
