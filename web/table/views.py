"""The table: the screen people live in, and every saying that is made there."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict

from drawing.form_action import everybody_passed, open_questions, parse_record
from drawing.taps import has_taps as says_something
from drawing.undo import turn_of
from models.log.granted_match import read_granted
from models.tables.grant import WATCH
from scoring.pad import nothing_chosen
from web.auth.guard import opened_here
from web.live.follow_page import followed
from web.new_match.card_draw import draw
from web.table.clock import longer
from web.table.own_entry import own_entry
from web.table.record import (
    cached_page,
    conflict_with_own,
    filled_page,
    form_after,
    form_uid,
    half_made,
    record_entry,
    redirect_on,
    redirect_to,
    texts,
    version_in,
)
from web.table.replay_steps import sheet_at
from web.table.stale_entry import news

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue
    from werkzeug import Response

    from drawing.undo import Step
    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from scoring.words import Entry, Sheet

bp = Blueprint("table", __name__)
bp.add_app_template_global(half_made)


@bp.get("/m/<slug:uid>")
def table(uid: str) -> str:
    """The table screen, with what the address says is half tapped; for who may only watch the follow screen."""
    match = opened_here(uid)
    if match.right == WATCH:
        return followed(match)
    state, said, began = read_granted(match), "said" in request.args, version_in("X-Began")
    since = len(state.sheet.lines) if version_in("X-Part") == state.version else None
    if len(request.args) == said:
        return cached_page(match, state, said, since)
    if began is not None and state.records_after(began):
        return looked_late(match, state, began)
    return filled_page(match, state, request.args, step=request.args.get("step"), said=said, since=since)


@bp.post("/m/<slug:uid>")
def tap(uid: str) -> Response:
    """A tap that records nothing yet: what is half made goes into the address, the form's own secrets do not."""
    opened_here(uid)
    if "back" in request.form:  # Undo and Redo know the whole address
        back = parse_qsl(request.form["back"])
        return redirect_to(url_for("table.table", uid=uid) + ("?" + urlencode(back) if back else ""))
    return redirect_to(half_made(uid))


@bp.post("/m/<slug:uid>/cut")
def cut(uid: str) -> Response:
    """Draw a card for every seat, to settle what the form asks; what else it says stays half made."""
    match = opened_here(uid)
    state = read_granted(match)
    cards = draw(state.game.key, len(state.sheet.standing.table.players))
    return redirect_to(half_made(uid, **{"cut." + request.form.get("cut", ""): cards}))


@bp.post("/m/<slug:uid>/say")
def say(uid: str) -> ResponseReturnValue:
    """Record the bid, or the deal when the form is of another step; a deal of the play step includes the bid."""
    match = opened_here(uid)
    state = read_granted(match)
    sheet, form = as_known(state), texts(request.form)
    kind, entry = parse_record(state.game, sheet, form)
    silent = nothing_chosen(state.game, sheet.standing, entry) if kind == "deal" and not everybody_passed(form) else ()
    if silent:
        return filled_page(match, state, MultiDict(), problems=silent), 422
    asked = open_questions(state.game, sheet, kind, entry, form)
    if asked:
        return redirect_to(f"{url_for('table.table', uid=uid)}?{urlencode(sorted(asked.items()), doseq=True)}")
    return record_entry(match, state, kind, entry)


def as_known(state: MatchState) -> Sheet:
    """The sheet that the form was made on, so that a form which comes a second time says the same again."""
    after = form_after(state)
    return sheet_at(state, after) if state.records_after(after) else state.sheet


def looked_late(match: GrantedMatch, state: MatchState, after: int) -> str:
    """The same for a look: what is half made was begun on this version."""
    form, step = texts(request.args), request.args.get("step")
    if not says_something(form):
        return filled_page(match, state, request.args, step=step, news=news(state, after))
    own = own_entry(state, after, form)
    return conflict_with_own(match, state, after, own, {**own.texts, **form})


@bp.post("/m/<slug:uid>/undo")
def undo(uid: str) -> ResponseReturnValue:
    """Take back what was done last."""
    match = opened_here(uid)
    state = read_granted(match)
    return turned(match, state, turn_of(list(state.records)).undo)


@bp.post("/m/<slug:uid>/redo")
def redo(uid: str) -> ResponseReturnValue:
    """Do again what was taken back last."""
    match = opened_here(uid)
    state = read_granted(match)
    return turned(match, state, turn_of(list(state.records)).redo)


@bp.post("/m/<slug:uid>/close")
def close(uid: str) -> ResponseReturnValue:
    """End the match as it stands, where that decides it; where totals are level one more deal does."""
    match = opened_here(uid)
    return recorded_once(match, read_granted(match), "close", {})


@bp.post("/m/<slug:uid>/reopen")
def reopen(uid: str) -> ResponseReturnValue:
    """Go on with a match that was ended or given up."""
    match = opened_here(uid)
    return recorded_once(match, read_granted(match), "reopen", {})


@bp.post("/m/<slug:uid>/longer")
def lengthen(uid: str) -> ResponseReturnValue:
    """Give a match on the clock 15 minutes more."""
    match = opened_here(uid)
    state = read_granted(match)
    minutes = longer(state.game, state.sheet.standing.rules, match.started_at)
    if minutes is None:
        abort(400)
    return recorded_once(match, state, "rules", {"rules": {"length_value": minutes}})


def recorded_once(match: GrantedMatch, state: MatchState, kind: str, body: Entry) -> ResponseReturnValue:
    """Append a record; the same tap twice only shows the table."""
    return twice(state) or record_entry(match, state, kind, body)


def twice(state: MatchState) -> Response | None:
    """The way to the table after a tap that was recorded already; None for one that comes for the first time."""
    known = next((record for record in state.records if record.uid == form_uid()), None)
    if known is None:
        return None
    return redirect_on(state, known) or redirect(url_for("table.table", uid=state.uid), 303)


def turned(match: GrantedMatch, state: MatchState, step: Step | None) -> ResponseReturnValue:
    """Strike or restore; the same tap twice, or nothing to turn, only shows the table."""
    if step is None:
        return twice(state) or redirect(url_for("table.table", uid=match.uid), 303)
    return recorded_once(match, state, step.kind, step.body)
