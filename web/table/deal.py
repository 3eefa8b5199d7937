"""The page of one recorded deal or ruling: remove it, bring it back, take back what became of it last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flask import abort, redirect, url_for
from flask.typing import ResponseReturnValue

from models.log.append import append
from models.log.errors import SENTENCES, DuplicateUid, Refused, StaleVersion
from models.log.granted_match import GrantedMatch
from models.log.read import read
from models.log.state import MatchState
from scoring.words import Problem, Record
from table import deal
from table.deal import DealPage
from table.match import last_amendment
from table.preview import Preview
from web.auth.browser import phone_owner
from web.auth.guard import granted_match, may_score, record_author
from web.history import Words, log_of
from web.i18n.locale import current_language
from web.preview import preview_of, try_record
from web.routes import SCORE_MATCH, WATCH_MATCH, Pages
from web.table.confirm import LineConfirmation
from web.table.record import form_after, form_uid
from web.table.stale_entry import entries_since, render_drawn

if TYPE_CHECKING:
    from scoring.words import Entry, Values


def find_record(state: MatchState, of: str) -> Record:
    """The record of this uid; 404 when the match has none that has a page."""
    return deal.find_record(list(state.records), of) or abort(404)


bp = Pages("deal", __name__)


@bp.get("/m/<slug:uid>/deal/<slug:of>", needs=WATCH_MATCH)
def show_deal(uid: str, of: str) -> str:
    """The page of a record."""
    match = granted_match(uid)
    state = read(match)
    return render_deal(match, state, find_record(state, of))


def render_deal(
    match: GrantedMatch,
    state: MatchState,
    record: Record,
    problems: tuple[Problem, ...] = (),
    updates: Sequence[Words] = (),
) -> str:
    """The page of a record. problems: why it could not be changed; updates: what others have recorded."""

    def try_out(kind: str, body: Values) -> Preview | None:
        after = try_record(state, kind, body)
        return preview_of(state, after) if after else None

    table, answers, scores = url_for("table.show_table", uid=match.uid), state.answers.get(record.uid, ()), may_score()
    log, language = log_of(state), current_language()
    drawn = DealPage(language, table, log, record, answers, try_out, scores, scores, SENTENCES)
    faults = [drawn.formatter.format({"code": problem.code, "values": problem.values}) for problem in problems]
    confirmation = LineConfirmation(match.uid, state, phone_owner(match.evening_uid, state), record.uid)
    more = {"faults": faults, "confirmation": confirmation}
    return render_drawn("table/deal.html", drawn, state.version, updates, **more)


@bp.post("/m/<slug:uid>/deal/<slug:of>/strike", needs=SCORE_MATCH)
def strike(uid: str, of: str) -> ResponseReturnValue:
    """Cross a deal out on the sheet: it did not happen."""
    match = granted_match(uid)
    return record_change(match, find_record(read(match), of), "strike", {"of": of, "crossed": True})


@bp.post("/m/<slug:uid>/deal/<slug:of>/restore", needs=SCORE_MATCH)
def restore(uid: str, of: str) -> ResponseReturnValue:
    """Restore a struck deal."""
    match = granted_match(uid)
    return record_change(match, find_record(read(match), of), "restore", {"of": of})


@bp.post("/m/<slug:uid>/deal/<slug:of>/undo", needs=SCORE_MATCH)
def undo(uid: str, of: str) -> ResponseReturnValue:
    """Undo the last amendment of a deal."""
    return toggle_amendment(uid, of, "strike")


@bp.post("/m/<slug:uid>/deal/<slug:of>/redo", needs=SCORE_MATCH)
def redo(uid: str, of: str) -> ResponseReturnValue:
    """Redo the amendment that was undone last."""
    return toggle_amendment(uid, of, "restore")


def toggle_amendment(uid: str, of: str, kind: str) -> ResponseReturnValue:
    """Strike or restore a deal's last amendment; a repeated request, or none to change, only shows the deal."""
    match = granted_match(uid)
    state = read(match)
    record = find_record(state, of)
    amendment = last_amendment(list(state.records), record.uid, struck=kind == "restore")
    if amendment is None or any(known.uid == form_uid() for known in state.records):
        return redirect(url_for("deal.show_deal", uid=uid, of=of), 303)
    return record_change(match, record, kind, {"of": amendment.uid})


def record_change(match: GrantedMatch, record: Record, kind: str, body: Entry) -> ResponseReturnValue:
    """Append a record about this one and show its page; refused ones come back with the reasons."""
    state = read(match)
    try:
        append(match, kind, form_uid(), body, form_after(state), **record_author(match))
    except Refused as refused:
        return render_deal(match, state, record, problems=refused.problems), 422
    except (StaleVersion, DuplicateUid):
        now = read(match)
        return render_deal(match, now, record, updates=entries_since(now, form_after(state))), 409
    return redirect(url_for("deal.show_deal", uid=match.uid, of=record.uid), 303)
