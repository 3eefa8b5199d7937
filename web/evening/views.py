"""An evening: its matches in order, its place and note, and whether it is still going on."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from models.base import db, now, today
from models.db.transaction import circle_transaction, write_transaction
from models.grants.spoken_code import current_code, expire_code
from models.log.match_state import PLAY
from models.people.delete_empty import is_empty
from models.tables.evening import Evening
from models.tail.branches import waiting_matches
from web.auth.guard import may_score, own_evening
from web.auth.share_links import server_key
from web.evening.evening_figures import figures_of
from web.evening.forms import EveningForm
from web.evening.list_page import has_damage
from web.evening.match_summary import Played, standing_in
from web.i18n.dates import evening_words, long_day

bp = Blueprint("evening", __name__)


@bp.get("/e/<slug:uid>")
def show_evening(uid: str) -> str:
    """The evening as it stands."""
    found = own_evening(uid)
    return evening_page(found, EveningForm(formdata=None, obj=found))


def evening_page(found: Evening, form: EveningForm) -> str:
    """The page of an evening with its form."""
    matches = matches_in(found)
    return render_template(
        "evening/evening.html",
        evening=found,
        form=form,
        matches=matches,
        waiting=waiting_matches(db.session.connection(), [match.id for match in matches]),
        figures=figures_of(found, matches),
        when=long_day(found.date),
        words=evening_words(found),
        empty=is_empty(found),
        damaged=has_damage(found, [name for match in matches for name in match.names]),
        typed_again=has_damage(found, []),
        latest=today().isoformat(),
        code=current_code(found, server_key()) if may_score() else "",
    )


def matches_in(found: Evening) -> list[Played]:
    """The evening's matches in order: with results, or with the totals of now where they go on."""
    return standing_in([found.id], (PLAY,))[found.id]


@bp.post("/e/<slug:uid>")
def save_evening(uid: str) -> ResponseReturnValue:
    """Save day, place and note."""
    found, form = own_evening(uid), EveningForm()
    if not form.validate():
        return evening_page(found, form), 422
    with write_transaction():
        found.place, found.note = form.place.data, form.note.data
        found.date = form.day or found.date
    return redirect(url_for("evening.show_evening", uid=uid), 303)


@bp.post("/e/<slug:uid>/<any(close, reopen):what>")
def close_or_reopen(uid: str, what: str) -> ResponseReturnValue:
    """Close the evening, or let it go on. Sent again, as by a phone that had no network, it changes nothing."""
    found = own_evening(uid)
    with circle_transaction(found.circle_id):
        if (found.closed_at is None) == (what == "close"):
            found.closed_at = now() if what == "close" else None
            expire_code(found)
    return redirect(url_for("evening.show_evening", uid=uid), 303)
