"""Rulings: points by the table's decision, other house rules from here on, another dealer or player, an early end.

Each is previewed first: its form leads to the preview, and only that page records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from models.db.circle_transaction import circle_transaction
from models.log.append import append
from models.log.dry_run import dry_run
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.read import read
from web.auth.guard import granted_match, own_circle, record_author
from web.circle.players import player_called
from web.http.request import sent_fields
from web.preview.page import Preview
from web.table.record import form_after, form_uid
from web.table.ruling_forms import FORMS
from web.table.ruling_page import RulingsPage
from web.table.stale_entry import entries_since

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from web.table.ruling_forms import RulesForm, RulingForm

bp = Blueprint("ruling", __name__)


@bp.get("/m/<slug:uid>/rulings")
def show_rulings(uid: str) -> ResponseReturnValue:
    """The forms, filled in with what holds now; or the preview of the one in the address."""
    match = granted_match(uid)
    state = read(match)
    if "what" not in request.args:
        return render_forms(match, state)
    if "again" in request.args:
        return render_forms(match, state, submitted_form(state))
    return render_preview(match, state)


@bp.post("/m/<slug:uid>/rulings")
def record_ruling(uid: str) -> ResponseReturnValue:
    """Record one of the forms and go back to the table."""
    match = granted_match(uid)
    state = read(match)
    if any(record.uid == form_uid() for record in state.records):  # a double tap
        return redirect(url_for("table.show_table", uid=uid), 303)
    form = submitted_form(state)
    try:
        append_ruling(match, state, form)
    except Refused as refused:
        form.refuse(refused.problems)
        return render_forms(match, state, form), 422
    except (StaleVersion, DuplicateUid):
        now = read(match)
        return render_preview(match, now, 409, updates=entries_since(now, form_after(state)))
    return redirect(url_for("table.show_table", uid=uid, recorded=1), 303)


def submitted_form(state: MatchState) -> RulingForm | RulesForm:
    """The form that was sent; 400 for an unknown one."""
    made = FORMS.get(sent_fields().get("what", "")) or abort(400)
    return made(state, sent_fields())


def render_forms(
    match: GrantedMatch, state: MatchState, form: RulingForm | RulesForm | None = None, **more: Any
) -> str:
    """The forms, one of them as sent."""
    return render_template("table/rulings.html", page=RulingsPage(match, state, sent_fields(), form, **more))


def render_preview(match: GrantedMatch, state: MatchState, status: int = 200, **more: Any) -> ResponseReturnValue:
    """The preview of the form that was sent; the forms with their errors when it is refused."""
    form = submitted_form(state)
    try:
        after = dry_run(state, *form.entry())
    except Refused as refused:
        form.refuse(refused.problems)
        return render_forms(match, state, form, **more), 422
    found = RulingsPage(match, state, sent_fields(), form, **more)
    return render_template("preview/preview.html", page=found, preview=Preview(state, after)), status


def append_ruling(match: GrantedMatch, state: MatchState, form: RulingForm | RulesForm) -> None:
    """Append the record of a form; a player unknown to the circle is added to it."""
    circle = own_circle()
    with circle_transaction(circle.id) as session:
        kind, body = form.entry()
        if "player" in body:
            found = player_called(body["player"], circle)
            session.add(found)
            session.flush()
            body.update(player=found.name, player_uid=found.uid)
        append(match, kind, form_uid(), body, form_after(state), **record_author(match))
