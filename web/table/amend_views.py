"""A deal amended, or one written down that was forgotten before it: its pad, drawn for where the match stood then.

What it was in truth stands in the address as it is tapped; only the last button records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for

from drawing.form_action import is_incomplete
from models.log.append import append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.read import read
from scoring.sheet import bid_problems
from web.auth.guard import own_match, writer
from web.fragment_cache import sealed
from web.table.amend_page import AmendPage, said_in_address, truth_of
from web.table.deal_page import said_in, standing_deals
from web.table.record import SEALS, form_after, form_uid, texts
from web.table.stale_entry import news_since

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue
    from werkzeug import Response

    from drawing.form_entry import Form
    from models.tables.match import Match
    from web.table.amend_page import Truth

bp = Blueprint("amend", __name__)
PLACE, SAID = "/m/<slug:uid>/deal/<slug:of>/<any(amend, before):way>", "<string(maxlength=2000):said>"


@bp.get(PLACE)
@bp.get(f"{PLACE}/{SAID}")
def amend(uid: str, of: str, way: str, said: str | None = None) -> str:
    """The deal on its pad: as it was written down or as the address says, with what is half made."""
    match = own_match(uid)
    return shown(match, truth_here(match, of, way, said_in_address(said) if said else None), texts(request.args))


@bp.post(f"{PLACE}/{SAID}")
def tap(uid: str, of: str, way: str, said: str) -> Response:
    """A tap that is not complete: what is half made goes into the address."""
    truth_here(own_match(uid), of, way, None)
    return redirect(half_made(uid, of, way, said), 303)


@bp.post(f"{PLACE}/{SAID}/say")
def say(uid: str, of: str, way: str, said: str) -> Response:
    """A tap that would record at the table: the deal with that put in; a bid that lacks something is asked on."""
    truth = truth_here(own_match(uid), of, way, said_in_address(said))
    kind, told = truth.told(texts(request.form))
    if is_incomplete(kind, bid_problems(told.state.game, told.before.standing, told.entry)):
        return redirect(half_made(uid, of, way, said), 303)
    return redirect(url_for("amend.amend", uid=uid, of=of, way=way, said=told.written), 303)


@bp.post(PLACE)
def take(uid: str, of: str, way: str) -> ResponseReturnValue:
    """The deal was in truth what the form says, as a whole."""
    match = own_match(uid)
    truth = truth_here(match, of, way, texts(request.form))
    if truth.open:
        return shown(match, truth, {}), 422
    deal = redirect(url_for("deal.deal", uid=uid, of=form_uid() if truth.forgotten else of), 303)
    if not truth.differs:
        return deal
    try:
        append(match, truth.kind, form_uid(), truth.body, form_after(truth.state), **writer(match))
    except Refused:
        return shown(match, truth, {}), 422
    except (StaleVersion, DuplicateUid):
        now = truth_here(match, of, way, texts(request.form))
        return shown(match, now, {}, news=news_since(now.state, form_after(now.state))), 409
    return deal


def truth_here(match: Match, of: str, way: str, said: Form | None) -> Truth:
    """The deal of this uid as it was written down, or as a form says; 404 for what is no deal or is struck."""
    state = read(match)
    record = said_in(state, of)
    if record.kind != "deal" or all(deal.uid != of for deal in standing_deals(state)):
        abort(404)
    return truth_of(state, record, said, forgotten=way == "before")


def half_made(uid: str, of: str, way: str, said: str) -> str:
    """The address of the page with what the form says so far."""
    half = [(name, text) for name, text in request.form.items(multi=True) if name not in SEALS]
    return f"{url_for('amend.amend', uid=uid, of=of, way=way, said=said)}?{urlencode(half)}"


def shown(match: Match, truth: Truth, form: Form, **more: Any) -> str:
    """The page that amends a deal."""
    if form and "step" not in form:
        form = {**form, "step": ["play"]}
    page = AmendPage(match, truth, form, **more)
    return sealed(render_template("table/amend.html", page=page), page.version)
