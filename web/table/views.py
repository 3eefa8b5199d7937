"""The table page and what is recorded there: bids, deals, the end of a match; undo and redo; a conflict settled."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.datastructures import MultiDict

from models.log.append import append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.granted_match import GrantedMatch, read_granted
from models.log.state import MatchState
from models.tables import WATCH
from scoring.board import nothing_chosen
from scoring.words import Sheet
from table.amendment import make_amendment
from table.form_entry import parse_int
from table.taps import everybody_passed, open_questions, parse_record
from table.taps import has_taps as says_something
from table.undo import Step, turn_of
from web.auth.guard import granted_match, record_author
from web.history import log_of, sheet_at
from web.new_match.draft import draw
from web.routes import SCORE_MATCH, WATCH_MATCH, Pages
from web.sheet import extended_length
from web.table.conflict import BOTH, MINE, THEIRS, first_deal_since, parse_own_entry
from web.table.follow import render_follow
from web.table.record import (
    cached_table,
    draft_address,
    filled_table,
    form_after,
    form_texts,
    form_uid,
    record_entry,
    record_once,
    redirect_to,
    render_conflict,
    repeated_tap,
    version_header,
)
from web.table.stale_entry import conflict_notice, update_notice

if TYPE_CHECKING:
    from table.form_entry import Form


bp = Pages("table", __name__)
bp.add_app_template_global(draft_address)


@bp.get("/m/<slug:uid>", needs=WATCH_MATCH)
def show_table(uid: str) -> str:
    """The table with the draft from the address; the follow screen for who may only watch."""
    match = granted_match(uid)
    if match.right == WATCH:
        return render_follow(match)
    state, recorded, began = read_granted(match), "recorded" in request.args, version_header("X-Began")
    since = len(state.sheet.lines) if version_header("X-Part") == state.version else None
    if len(request.args) == recorded:
        return cached_table(match, state, recorded, since)
    if began is not None and state.records_after(began):
        return show_draft_conflict(match, state, began)
    return filled_table(match, state, request.args, step=request.args.get("step"), recorded=recorded, since=since)


@bp.post("/m/<slug:uid>", needs=SCORE_MATCH)
def update_draft(uid: str) -> Response:
    """Put the half-filled form into the address, without its hidden fields; records nothing."""
    granted_match(uid)
    if "back" in request.form:  # Undo and Redo know the whole address
        back = parse_qsl(request.form["back"])
        return redirect_to(url_for("table.show_table", uid=uid) + ("?" + urlencode(back) if back else ""))
    return redirect_to(draft_address(uid))


@bp.post("/m/<slug:uid>/cut", needs=SCORE_MATCH)
def draw_cards(uid: str) -> Response:
    """Draw a card for every seat, as the form asks; the rest of the form stays a draft."""
    match = granted_match(uid)
    state = read_granted(match)
    cards = draw(state.game, len(state.sheet.standing.table.players))
    return redirect_to(draft_address(uid, **{"cut." + request.form.get("cut", ""): cards}))


@bp.post("/m/<slug:uid>/say", needs=SCORE_MATCH)
def record_deal(uid: str) -> ResponseReturnValue:
    """Record the bid, or the deal when the form is of another step; a deal of the play step includes the bid."""
    match = granted_match(uid)
    state = read_granted(match)
    sheet, form = sheet_of_form(state), form_texts(request.form)
    kind, entry = parse_record(state.game, sheet, form)
    silent = nothing_chosen(state.game, sheet.standing, entry) if kind == "deal" and not everybody_passed(form) else ()
    if silent:
        return filled_table(match, state, MultiDict(), problems=silent), 422
    draft = open_questions(state.game, sheet, kind, entry, form)
    if draft:
        return redirect_to(f"{url_for('table.show_table', uid=uid)}?{urlencode(sorted(draft.items()), doseq=True)}")
    return record_entry(match, state, kind, entry)


def sheet_of_form(state: MatchState) -> Sheet:
    """The sheet at the version that the form was made on, so that a form sent twice is read the same way."""
    after = form_after(state)
    return sheet_at(state, after) if state.records_after(after) else state.sheet


def show_draft_conflict(match: GrantedMatch, state: MatchState, after: int) -> str:
    """The page of a draft that was begun on this version, with what others recorded since."""
    form, step = form_texts(request.args), request.args.get("step")
    if not says_something(form):
        return filled_table(match, state, request.args, step=step, updates=update_notice(state, after))
    own = parse_own_entry(state, after, form)
    return render_conflict(match, state, after, own, {**own.texts, **form})


@bp.post("/m/<slug:uid>/close", needs=SCORE_MATCH)
def close_match(uid: str) -> ResponseReturnValue:
    """End the match as it stands, where that decides it; with level totals one more deal does."""
    match = granted_match(uid)
    return record_once(match, read_granted(match), "close", {})


@bp.post("/m/<slug:uid>/reopen", needs=SCORE_MATCH)
def reopen_match(uid: str) -> ResponseReturnValue:
    """Reopen a match that was ended or given up."""
    match = granted_match(uid)
    return record_once(match, read_granted(match), "reopen", {})


@bp.post("/m/<slug:uid>/longer", needs=SCORE_MATCH)
def extend_time(uid: str) -> ResponseReturnValue:
    """Give a match on the clock 15 minutes more."""
    match = granted_match(uid)
    state = read_granted(match)
    minutes = extended_length(state.game, state.sheet.standing.rules, match.started_at)
    if minutes is None:
        abort(400)
    return record_once(match, state, "rules", {"rules": {"length_value": minutes}})


@bp.post("/m/<slug:uid>/undo", needs=SCORE_MATCH)
def undo(uid: str) -> ResponseReturnValue:
    """Undo the last step."""
    match = granted_match(uid)
    state = read_granted(match)
    return record_step(match, state, turn_of(list(state.records)).undo)


@bp.post("/m/<slug:uid>/redo", needs=SCORE_MATCH)
def redo(uid: str) -> ResponseReturnValue:
    """Redo the step that was undone last."""
    match = granted_match(uid)
    state = read_granted(match)
    return record_step(match, state, turn_of(list(state.records)).redo)


def record_step(match: GrantedMatch, state: MatchState, step: Step | None) -> ResponseReturnValue:
    """Record an undo or redo step; a repeated request, or none to take, only shows the table."""
    if step is None:
        return repeated_tap(state) or redirect(url_for("table.show_table", uid=match.uid), 303)
    return record_once(match, state, step.kind, step.body)


@bp.post("/m/<slug:uid>/settle", needs=SCORE_MATCH)
def settle_conflict(uid: str) -> ResponseReturnValue:
    """Do what was chosen; the log keeps every record."""
    chosen = request.form.get("settle", "")
    if chosen == BOTH:
        match = granted_match(uid)
        state = read_granted(match)
        return record_entry(match, state, "deal", parse_own_entry(state, own_version(), own_form()).entry)
    if chosen == MINE:
        return amend_with_own(uid)
    return redirect(url_for("table.show_table", uid=uid), 303) if chosen == THEIRS else abort(400)


def amend_with_own(uid: str) -> ResponseReturnValue:
    """Amend their deal to the own entry; when the table has moved on, show the conflict anew."""
    match = granted_match(uid)
    state = read_granted(match)
    record = first_deal_since(state, own_version())
    if record is None:
        abort(400)
    amendment = make_amendment(log_of(state), record, own_form())
    try:
        append(
            match,
            "amend",
            form_uid(),
            {"of": record.uid, "entry": amendment.entry},
            form_after(state),
            **record_author(match),
        )
    except (Refused, StaleVersion, DuplicateUid):
        now = granted_match(uid)
        own = parse_own_entry(read_granted(now), own_version(), own_form())
        updates = conflict_notice(read_granted(now), own_version(), own)
        return filled_table(now, read_granted(now), MultiDict(own.texts), step="play", updates=updates), 409
    return redirect(url_for("table.show_table", uid=uid, recorded=1), 303)


def own_form() -> Form:
    """The own entry as the form carries it."""
    return {name: values for name, values in form_texts(request.form).items() if name not in ("settle", "since")}


def own_version() -> int:
    """The version that the own entry was made on."""
    version = parse_int(request.form.get("since", ""))
    return version if type(version) is int else abort(400)
