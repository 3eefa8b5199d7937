"""Amends a deal, or adds one that was forgotten before it, on a pad for the match as it stood then.

The entry is held in the address; only the last button records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from drawing.amendment import Amendment
from drawing.form_action import HIDDEN_NAMES, is_incomplete
from drawing.match_log import standing_deals
from models.log.append import append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.granted_match import GrantedMatch
from models.log.match_state import MatchState
from models.log.read import read
from scoring.sheet import bid_problems
from web.auth.guard import granted_match, record_author
from web.fragment_cache import fill_placeholders
from web.table.amend_page import AmendPage, form_in_address, make_amendment
from web.table.deal_page import find_record
from web.table.match_log import log_of
from web.table.record import form_after, form_texts, form_uid
from web.table.stale_entry import entries_since

if TYPE_CHECKING:
    from drawing.form_entry import Form

bp = Blueprint("amend", __name__)
RULE, ENTRY_RULE = "/m/<slug:uid>/deal/<slug:of>/<any(amend, before):way>", "<string(maxlength=2000):entry>"


@bp.get(RULE)
@bp.get(f"{RULE}/{ENTRY_RULE}")
def show_amendment(uid: str, of: str, way: str, entry: str | None = None) -> str:
    """The deal on its pad, as recorded or as the address says, with the draft."""
    match = granted_match(uid)
    state, amendment = find_amendment(match, of, way, form_in_address(entry) if entry else None)
    return render_amendment(match, state, amendment, form_texts(request.args))


@bp.post(f"{RULE}/{ENTRY_RULE}")
def update_draft(uid: str, of: str, way: str, entry: str) -> Response:
    """Put an incomplete form into the address."""
    find_amendment(granted_match(uid), of, way, None)
    return redirect(draft_address(uid, of, way, entry), 303)


@bp.post(f"{RULE}/{ENTRY_RULE}/say")
def update_entry(uid: str, of: str, way: str, entry: str) -> Response:
    """Put a completed form into the entry in the address; a bid that lacks something stays a draft."""
    _, amendment = find_amendment(granted_match(uid), of, way, form_in_address(entry))
    kind, changed = amendment.with_form(form_texts(request.form))
    if is_incomplete(kind, bid_problems(changed.game, changed.before.standing, changed.entry)):
        return redirect(draft_address(uid, of, way, entry), 303)
    return redirect(url_for("amend.show_amendment", uid=uid, of=of, way=way, entry=changed.written), 303)


@bp.post(RULE)
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
    return state, make_amendment(state, record, form, forgotten=way == "before")


def draft_address(uid: str, of: str, way: str, entry: str) -> str:
    """The address of the page with the form so far."""
    half = [(name, text) for name, text in request.form.items(multi=True) if name not in HIDDEN_NAMES]
    return f"{url_for('amend.show_amendment', uid=uid, of=of, way=way, entry=entry)}?{urlencode(half)}"


def render_amendment(match: GrantedMatch, state: MatchState, amendment: Amendment, form: Form, **more: Any) -> str:
    """The amend page."""
    if form and "step" not in form:
        form = {**form, "step": ["play"]}
    page = AmendPage(match, state, amendment, form, **more)
    return fill_placeholders(render_template("table/amend.html", page=page), page.version)
