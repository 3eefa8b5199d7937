"""Amends a deal, or adds one that was forgotten before it, on a pad for the match as it stood then.

The entry is held in the address; only the last button records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from models.log.append import append, dry_run
from models.log.errors import SENTENCES, DuplicateUid, Refused, StaleVersion
from models.log.granted_match import GrantedMatch
from models.log.read import read
from models.log.state import MatchState
from scoring.sheet import bid_problems
from scoring.words import Problem
from table.amend import AmendPage
from table.amendment import Amendment, make_amendment
from table.match import standing_deals
from table.preview import Preview
from table.taps import HIDDEN_NAMES, is_incomplete
from web.auth.guard import granted_match, record_author
from web.history import Words, log_of
from web.http.requests import readable
from web.i18n.locale import current_language
from web.preview import preview_of
from web.routes import SCORE_MATCH, Pages
from web.table.deal import find_record
from web.table.record import form_after, form_texts, form_uid
from web.table.stale_entry import entries_since, render_drawn

if TYPE_CHECKING:
    from table.form_entry import Form


def form_in_address(text: str) -> Form:
    """The form in an address."""
    return parse_qs(readable(text), keep_blank_values=True)


bp = Pages("amend", __name__)
RULE, ENTRY_RULE = "/m/<slug:uid>/deal/<slug:of>/<any(amend, before):way>", "<string(maxlength=2000):entry>"


@bp.get(RULE, needs=SCORE_MATCH)
@bp.get(f"{RULE}/{ENTRY_RULE}", needs=SCORE_MATCH)
def show_amendment(uid: str, of: str, way: str, entry: str | None = None) -> str:
    """The deal on its pad, as recorded or as the address says, with the draft."""
    match = granted_match(uid)
    state, amendment = find_amendment(match, of, way, form_in_address(entry) if entry else None)
    return render_amendment(match, state, amendment, form_texts(request.args))


@bp.post(f"{RULE}/{ENTRY_RULE}", needs=SCORE_MATCH)
def update_draft(uid: str, of: str, way: str, entry: str) -> Response:
    """Put an incomplete form into the address."""
    find_amendment(granted_match(uid), of, way, None)
    return redirect(draft_address(uid, of, way, entry), 303)


@bp.post(f"{RULE}/{ENTRY_RULE}/say", needs=SCORE_MATCH)
def update_entry(uid: str, of: str, way: str, entry: str) -> Response:
    """Put a completed form into the entry in the address; a bid that lacks something stays a draft."""
    _, amendment = find_amendment(granted_match(uid), of, way, form_in_address(entry))
    kind, changed = amendment.with_form(form_texts(request.form))
    if is_incomplete(kind, bid_problems(changed.game, changed.before.standing, changed.entry)):
        return redirect(draft_address(uid, of, way, entry), 303)
    return redirect(url_for("amend.show_amendment", uid=uid, of=of, way=way, entry=changed.written), 303)


@bp.post(RULE, needs=SCORE_MATCH)
def record_amendment(uid: str, of: str, way: str) -> ResponseReturnValue:
    """Record the deal as the form says."""
    match = granted_match(uid)
    state, amendment = find_amendment(match, of, way, form_texts(request.form))
    if amendment.open:
        return render_amendment(match, state, amendment, {}), 422
    deal = redirect(url_for("deal.show_deal", uid=uid, of=form_uid() if amendment.forgotten else of), 303)
    if not amendment.differs:
        return deal
    try:
        append(match, amendment.kind, form_uid(), amendment.body, form_after(state), **record_author(match))
    except Refused:
        return render_amendment(match, state, amendment, {}), 422
    except (StaleVersion, DuplicateUid):
        state, amendment = find_amendment(match, of, way, form_texts(request.form))
        return render_amendment(match, state, amendment, {}, updates=entries_since(state, form_after(state))), 409
    return deal


def find_amendment(match: GrantedMatch, of: str, way: str, form: Form | None) -> tuple[MatchState, Amendment]:
    """The match, and its deal of this uid as recorded or as a form says; 404 for none, or one that is struck."""
    state = read(match)
    record = find_record(state, of)
    if record.kind != "deal" or all(deal.uid != of for deal in standing_deals(log_of(state))):
        abort(404)
    return state, make_amendment(log_of(state), record, form, forgotten=way == "before")


def draft_address(uid: str, of: str, way: str, entry: str) -> str:
    """The address of the page with the form so far."""
    half = [(name, text) for name, text in request.form.items(multi=True) if name not in HIDDEN_NAMES]
    return f"{url_for('amend.show_amendment', uid=uid, of=of, way=way, entry=entry)}?{urlencode(half)}"


def render_amendment(
    match: GrantedMatch, state: MatchState, amendment: Amendment, form: Form, updates: Sequence[Words] = ()
) -> str:
    """The amend page. form: the draft on its pad; updates: what others recorded meanwhile."""

    def try_out(change: Amendment) -> tuple[Preview | None, tuple[Problem, ...]]:
        if change.blank:
            return None, ()
        try:
            return preview_of(state, dry_run(state, change.kind, change.body)), ()
        except Refused as refused:
            return None, refused.problems

    if form and "step" not in form:
        form = {**form, "step": ["play"]}
    table = url_for("table.show_table", uid=match.uid)
    page = AmendPage(current_language(), table, amendment, form, try_out, SENTENCES)
    return render_drawn("table/amend.html", page, state.version, updates)
