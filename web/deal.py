"""One deal, or another saying of the sheet: what it was, what it scored and why; amend, strike, restore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from drawing.entries import entry_of
from models.foresight import foreseen
from models.log import append
from models.reading import read
from models.refusals import Clash, Refused, Stale
from scoring.shape import tidy
from web.access import current_grant, own_match
from web.deal_page import DealPage
from web.foreseen import Foreseen
from web.news import news_since
from web.table import SEALS, form_after, form_uid, texts

if TYPE_CHECKING:
    from models.folds import Reading
    from models.matches import Match
    from scoring.words import Entry, Record

Answer = Response | tuple[str, int]
SHOWN = ("deal", "adjust", "rules", "seat", "close", "reopen")

bp = Blueprint("deal", __name__)


@bp.get("/m/<uid>/deal/<of>")
def deal(uid: str, of: str) -> str:
    """What this saying was, what it did, and the form that amends it, filled in as the address says."""
    match = own_match(uid)
    reading = read(match)
    record = said_in(reading, of)
    if not request.args or record.kind != "deal":
        return shown(match, reading, record)
    return shown(match, reading, record, filled=texts(request.args), **looked_at(match, reading, record))


def looked_at(match: Match, reading: Reading, record: Record) -> dict[str, Any]:
    """What the entry in the address would change, or why it cannot be."""
    page = DealPage(match, reading, record)
    entry = entry_of(page.fields, texts(request.args), len(page.speaker.players))
    if tidy(entry) == tidy(page.entry):
        return {}
    try:
        return {"seen": Foreseen(reading, foreseen(reading, "amend", {"of": record.uid, "entry": entry}))}
    except Refused as refused:
        return {"not_so": refused.problems}


def said_in(reading: Reading, of: str) -> Record:
    """The saying of this uid; 404 when the match has none that has a page."""
    return next((record for record in reading.records if record.uid == of and record.kind in SHOWN), None) or abort(404)


def shown(match: Match, reading: Reading, record: Record, **more: Any) -> str:
    """The page of a saying."""
    return render_template("deal.html", page=DealPage(match, reading, record, **more))


@bp.post("/m/<uid>/deal/<of>/amend")
def amend(uid: str, of: str) -> Answer:
    """The deal was in truth what the form says, as a whole; or what that would change, if it only asks."""
    match = own_match(uid)
    reading = read(match)
    record = said_in(reading, of)
    if "look" in request.form:
        said = [(name, text) for name, text in request.form.items(multi=True) if name not in (*SEALS, "look")]
        return redirect(f"{url_for('deal.deal', uid=uid, of=of)}?{urlencode(said)}", 303)
    page = DealPage(match, reading, record)
    entry = entry_of(page.fields, texts(request.form), len(page.speaker.players))
    if tidy(entry) == tidy(page.entry):
        return redirect(url_for("deal.deal", uid=uid, of=of), 303)
    return recorded(match, record, "amend", {"of": of, "entry": entry})


@bp.post("/m/<uid>/deal/<of>/strike")
def strike(uid: str, of: str) -> Answer:
    """It did not happen."""
    match = own_match(uid)
    return recorded(match, said_in(read(match), of), "strike", {"of": of})


@bp.post("/m/<uid>/deal/<of>/restore")
def restore(uid: str, of: str) -> Answer:
    """It did happen after all."""
    match = own_match(uid)
    return recorded(match, said_in(read(match), of), "restore", {"of": of})


def recorded(match: Match, record: Record, kind: str, body: Entry) -> Answer:
    """Append a saying about this one and show its page; what is refused comes back filled in, with the reasons."""
    reading = read(match)
    typed = texts(request.form) if kind == "amend" else None
    try:
        append(match, kind, form_uid(), body, form_after(reading), grant=current_grant())
    except Refused as refused:
        return shown(match, reading, record, filled=typed, problems=refused.problems), 422
    except (Stale, Clash):
        now = read(match)
        return shown(match, now, record, filled=typed, news=news_since(now, form_after(reading))), 409
    return redirect(url_for("deal.deal", uid=match.uid, of=record.uid), 303)
