"""Rulings: points by the table's decision, other house rules from here on, another dealer or player, an early end.

Each is previewed first: its form leads to a page that says what would change, and only that one records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from models.db.circle_transaction import circle_transaction
from models.log.append import append
from models.log.dry_run import dry_run
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.read import read
from web.auth.guard import own_match, writer
from web.circle.players import player_called
from web.http.request import sent_fields
from web.preview.page import Foreseen
from web.table.record import form_after, form_uid
from web.table.ruling_forms import FORMS
from web.table.ruling_page import RulingsPage
from web.table.stale_entry import news_since

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from models.log.match_state import MatchState
    from models.tables.match import Match
    from web.table.ruling_forms import RulesForm, RulingForm

bp = Blueprint("rulings", __name__)


@bp.get("/m/<slug:uid>/rulings")
def rulings(uid: str) -> ResponseReturnValue:
    """The forms, with what holds now filled in; or what one of them, in the address, would change."""
    match = own_match(uid)
    state = read(match)
    if "what" not in request.args:
        return page(match, state)
    if "again" in request.args:
        return page(match, state, form_sent(state))
    return preview(match, state)


@bp.post("/m/<slug:uid>/rulings")
def rule(uid: str) -> ResponseReturnValue:
    """Record what one of the forms says, and go back to the table."""
    match = own_match(uid)
    state = read(match)
    if any(record.uid == form_uid() for record in state.records):  # a double tap
        return redirect(url_for("table.table", uid=uid), 303)
    form = form_sent(state)
    try:
        record(match, state, form)
    except Refused as refused:
        form.refuse(refused.problems)
        return page(match, state, form), 422
    except (StaleVersion, DuplicateUid):
        now = read(match)
        return preview(match, now, 409, news=news_since(now, form_after(state)))
    return redirect(url_for("table.table", uid=uid, said=1), 303)


def form_sent(state: MatchState) -> RulingForm | RulesForm:
    """The form that was sent; 400 for one that does not exist."""
    made = FORMS.get(sent_fields().get("what", "")) or abort(400)
    return made(state, sent_fields())


def page(match: Match, state: MatchState, form: RulingForm | RulesForm | None = None, **more: Any) -> str:
    """The forms, one of them as it was sent."""
    return render_template("table/rulings.html", page=RulingsPage(match, state, sent_fields(), form, **more))


def preview(match: Match, state: MatchState, status: int = 200, **more: Any) -> ResponseReturnValue:
    """What the form that was sent would change; the forms with what is wrong when it cannot be."""
    form = form_sent(state)
    try:
        after = dry_run(state, *form.entry())
    except Refused as refused:
        form.refuse(refused.problems)
        return page(match, state, form, **more), 422
    found = RulingsPage(match, state, sent_fields(), form, **more)
    return render_template("preview/preview.html", page=found, seen=Foreseen(state, after)), status


def record(match: Match, state: MatchState, form: RulingForm | RulesForm) -> None:
    """Record what a form says; a player whom the circle does not know yet belongs to it from now on."""
    with circle_transaction(match.evening.circle_id) as session:
        kind, body = form.entry()
        if "player" in body:
            found = player_called(body["player"], match.evening.circle)
            session.add(found)
            session.flush()
            body.update(player=found.name, player_uid=found.uid)
        append(match, kind, form_uid(), body, form_after(state), **writer(match))
