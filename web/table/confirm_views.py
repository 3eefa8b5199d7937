"""Answers to a line of the sheet: agreed, or "wait, that's not right"; and who it is that answers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, redirect, render_template, url_for
from markupsafe import Markup

from drawing.form_entry import parse_int
from models.log.append import append
from models.log.errors import DuplicateUid, Refused
from models.log.granted_match import read_granted
from models.tables.grant import SCORE
from scoring.confirmations import CONFIRMATION_KINDS
from web.auth.claimed_seat import NOBODY, held_elsewhere, keep_seat, owner, sat_down, sitters
from web.auth.guard import opened_here, writer
from web.auth.session_grants import device
from web.fragment_cache import sealed
from web.i18n.locale import gettext
from web.table.confirm_page import Asked, asked_now, block, refusal
from web.table.forms import ConfirmForm
from web.table.record import form_uid, in_place

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState

MOST = 6  # answers of a seat to a line as it is, from phones that only watch

bp = Blueprint("answer", __name__)
WHOLE = Markup('<hr id="whole" hidden>')  # the mark that all of it came


@bp.get("/m/<slug:uid>/asked")
def asked(uid: str) -> str:
    """What this phone is asked just now, for script that keeps the follow screen up to date."""
    return part(opened_here(uid))


def part(match: GrantedMatch, **more: Any) -> str:
    """What is asked now, as script puts it in place."""
    return block(match, read_granted(match), **more) + WHOLE


@bp.post("/m/<slug:uid>/sits")
def sits(uid: str) -> ResponseReturnValue:
    """Who owns this phone: who sits in a seat of this table, or somebody who just watches."""
    match = opened_here(uid)
    state = read_granted(match)
    known = sitters(state)
    form = ConfirmForm()
    seat = form.seat.data
    if seat and parse_int(seat) not in range(len(known)):
        abort(400)
    if seat and not form.take.data and parse_int(seat) in held_elsewhere(match.evening_uid, state):
        return told(match, taking=parse_int(seat)), 409
    sat_down(match.evening_uid, known[parse_int(seat)] if seat else NOBODY)
    return gone_on(match)


@bp.post("/m/<slug:uid>/answer")
def answer(uid: str) -> ResponseReturnValue:
    """Record the answer of the seat that this phone's owner sits in, or of a seat whose answer a scorer writes down."""
    match = opened_here(uid)
    state = read_granted(match)
    form = ConfirmForm()
    kind, seat = form.answer.data, seat_of(match, state, form.seat.data)
    if kind not in CONFIRMATION_KINDS:
        abort(400)
    if seat is None:
        return gone_on(match)
    note = form.note.data if kind == "dispute" else ""
    body = {"of": form.of.data, "seat": seat} | ({"note": note} if note else {})
    if said_already(state, kind, body):
        return gone_on(match)
    check = None if match.right == SCORE else partial(check_watcher, of=str(body["of"]), seat=seat)
    try:
        append(match, kind, form_uid(), body, state.version, check=check, **writer(match))
    except TooMuch as found:
        return not_taken(match, str(found))
    except Refused as refused:
        return not_taken(match, refusal([found.code for found in refused.problems]))
    except DuplicateUid:
        return not_taken(match, refusal([]))
    return gone_on(match)


def seat_of(match: GrantedMatch, state: MatchState, named: str) -> int | None:
    """Who answers: the owner of this phone, unless who may score says for whom they write."""
    if named and match.right == SCORE:
        return int(named) if parse_int(named) in range(len(state.table.players)) else abort(400)
    seat = owner(match.evening_uid, state).seat
    if seat is not None:
        keep_seat(match.evening_uid)
    return seat


class TooMuch(Exception):  # noqa: N818
    """Why a phone that only watches cannot answer, in words."""


def check_watcher(state: MatchState, of: str, seat: int) -> None:
    """TooMuch when a phone that only watches has answered a line for another seat, or its seat too often."""
    given = [
        (record.body["seat"], trace.device)
        for record, trace in zip(state.records, state.traces, strict=True)
        if record.kind in CONFIRMATION_KINDS and record.body["of"] == of
    ]
    if any(by == device() and other != seat for other, by in given):
        raise TooMuch(gettext("This phone has answered here for somebody else already."))
    if sum(other == seat for other, _ in given) >= MOST:
        raise TooMuch(refusal(["answered_often"]))


def said_already(state: MatchState, kind: str, body: dict[str, Any]) -> bool:
    """Whether this seat's last answer is the same: it is not written down twice."""
    said = [record for record in state.records if record.kind in CONFIRMATION_KINDS and record.body["of"] == body["of"]]
    last = next((record for record in reversed(said) if record.body["seat"] == body["seat"]), None)
    return last is not None and (last.kind, last.body) == (kind, body)


def gone_on(match: GrantedMatch) -> ResponseReturnValue:
    """Where the form was: what is asked now, the page of the line, or the follow screen."""
    now = opened_here(match.uid)
    if in_place():
        return part(now)
    of = ConfirmForm().line.data
    if any(record.uid == of for record in read_granted(now).records):
        return redirect(url_for("deal.deal", uid=match.uid, of=of), 303)
    return redirect(url_for("follow.follow", uid=match.uid), 303)


def not_taken(match: GrantedMatch, words: str) -> ResponseReturnValue:
    """Why an answer was not recorded, and what is asked now."""
    return told(opened_here(match.uid), fault=words), 409


def told(match: GrantedMatch, **more: Any) -> str:
    """What is asked now: for script the part of the page, else a page of its own."""
    if in_place():
        return part(match, **more)
    state = read_granted(match)
    page = render_template("live/confirm_refused.html", asked=asked_now(match, state, **more))
    return sealed(page, state.version)


@bp.app_template_global()
def asked_about(uid: str, state: MatchState, of: str) -> Asked:
    """What is answered to one line and asked about it, for its own page."""
    match = opened_here(uid)
    return Asked(uid, state, owner(match.evening_uid, state), of)
