"""One deal, or another saying of the sheet: what it was, what it scored and why; strike, restore, undo an amendment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, url_for

from models.log.append import append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.read import read
from web.auth.guard import own_match, writer
from web.table.deal_page import DealPage, last_amendment, said_in
from web.table.record import form_after, form_uid
from web.table.stale_entry import news_since

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from models.log.match_state import MatchState
    from models.tables.match import Match
    from scoring.words import Entry, Record

bp = Blueprint("deal", __name__)


@bp.get("/m/<slug:uid>/deal/<slug:of>")
def deal(uid: str, of: str) -> str:
    """What this saying was and what it did."""
    match = own_match(uid)
    state = read(match)
    return shown(match, state, said_in(state, of))


def shown(match: Match, state: MatchState, record: Record, **more: Any) -> str:
    """The page of a saying."""
    return render_template("table/deal.html", page=DealPage(match, state, record, **more))


@bp.post("/m/<slug:uid>/deal/<slug:of>/strike")
def strike(uid: str, of: str) -> ResponseReturnValue:
    """It did not happen: a deal is crossed out on the sheet."""
    match = own_match(uid)
    return recorded(match, said_in(read(match), of), "strike", {"of": of, "crossed": True})


@bp.post("/m/<slug:uid>/deal/<slug:of>/restore")
def restore(uid: str, of: str) -> ResponseReturnValue:
    """It did happen after all."""
    match = own_match(uid)
    return recorded(match, said_in(read(match), of), "restore", {"of": of})


@bp.post("/m/<slug:uid>/deal/<slug:of>/undo")
def undo(uid: str, of: str) -> ResponseReturnValue:
    """What the deal was amended to last was not so."""
    return turned_back(uid, of, "strike")


@bp.post("/m/<slug:uid>/deal/<slug:of>/redo")
def redo(uid: str, of: str) -> ResponseReturnValue:
    """It was so after all."""
    return turned_back(uid, of, "restore")


def turned_back(uid: str, of: str, kind: str) -> ResponseReturnValue:
    """Strike or restore the last amendment of a deal; the same tap twice, or nothing to turn, only shows the deal."""
    match = own_match(uid)
    state = read(match)
    record = said_in(state, of)
    found = last_amendment(state, record, struck=kind == "restore")
    if found is None or any(said.uid == form_uid() for said in state.records):
        return redirect(url_for("deal.deal", uid=uid, of=of), 303)
    return recorded(match, record, kind, {"of": found.uid})


def recorded(match: Match, record: Record, kind: str, body: Entry) -> ResponseReturnValue:
    """Append a saying about this one and show its page; what is refused comes back with the reasons."""
    state = read(match)
    try:
        append(match, kind, form_uid(), body, form_after(state), **writer(match))
    except Refused as refused:
        return shown(match, state, record, problems=refused.problems), 422
    except (StaleVersion, DuplicateUid):
        now = read(match)
        return shown(match, now, record, news=news_since(now, form_after(state))), 409
    return redirect(url_for("deal.deal", uid=match.uid, of=record.uid), 303)
