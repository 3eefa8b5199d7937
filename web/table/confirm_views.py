"""Confirmations: agree to a line or dispute it; claim the seat of this phone's owner."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from drawing.form_entry import parse_int
from models.log.append import append
from models.log.errors import DuplicateUid, Refused
from models.log.granted_match import GrantedMatch, read_granted
from models.log.match_state import MatchState
from models.tables.grant import SCORE
from scoring.deals import CONFIRMATION_KINDS
from web.auth.claimed_seat import NOBODY, claim_player, phone_owner, reclaim_seat, seated_players, seats_of_other_phones
from web.auth.guard import granted_match, record_author
from web.auth.session_grants import device_id
from web.fragment_cache import fill_placeholders
from web.i18n.locale import gettext
from web.table.confirm_page import LineConfirmation, confirm_fragment, newest_confirmation, refusal_text
from web.table.forms import ConfirmForm
from web.table.record import form_uid, is_script_request

MAX_ANSWERS = 6  # answers of a seat to a line as it is, from phones that only watch

bp = Blueprint("confirm", __name__)
END_MARK = Markup('<hr id="whole" hidden>')  # the mark that all of it came


@bp.get("/m/<slug:uid>/confirmation")
def show_confirmation(uid: str) -> str:
    """The confirmation that is due, for script that updates the follow screen."""
    return fragment_with_end(granted_match(uid))


def fragment_with_end(match: GrantedMatch, **more: Any) -> str:
    """The confirmation that is due as a part of a page, with a mark that it is complete."""
    return confirm_fragment(match, read_granted(match), **more) + END_MARK


@bp.post("/m/<slug:uid>/seat")
def claim_seat(uid: str) -> ResponseReturnValue:
    """Claim a seat for this phone's owner, or none for somebody who just watches."""
    match = granted_match(uid)
    state = read_granted(match)
    known = seated_players(state)
    form = ConfirmForm()
    seat = form.seat.data
    if seat and parse_int(seat) not in range(len(known)):
        abort(400)
    if seat and not form.take.data and parse_int(seat) in seats_of_other_phones(match.evening_uid, state):
        return render_confirmation(match, taking=parse_int(seat)), 409
    claim_player(match.evening_uid, known[parse_int(seat)] if seat else NOBODY)
    return redirect_back(match)


@bp.post("/m/<slug:uid>/answer")
def confirm_or_dispute(uid: str) -> ResponseReturnValue:
    """Record the answer of this phone's owner, or of a seat whose answer a scorer enters."""
    match = granted_match(uid)
    state = read_granted(match)
    form = ConfirmForm()
    kind, seat = form.answer.data, answering_seat(match, state, form.seat.data)
    if kind not in CONFIRMATION_KINDS:
        abort(400)
    if seat is None:
        return redirect_back(match)
    note = form.note.data if kind == "dispute" else ""
    body = {"of": form.of.data, "seat": seat} | ({"note": note} if note else {})
    if is_repeated(state, kind, body):
        return redirect_back(match)
    check = None if match.right == SCORE else partial(check_watcher, of=str(body["of"]), seat=seat)
    try:
        append(match, kind, form_uid(), body, state.version, check=check, **record_author(match))
    except TooManyAnswers as found:
        return show_refusal(match, str(found))
    except Refused as refused:
        return show_refusal(match, refusal_text([found.code for found in refused.problems]))
    except DuplicateUid:
        return show_refusal(match, refusal_text([]))
    return redirect_back(match)


def answering_seat(match: GrantedMatch, state: MatchState, named: str) -> int | None:
    """The seat that answers: the owner's, or the one that a scorer names."""
    if named and match.right == SCORE:
        return int(named) if parse_int(named) in range(len(state.table.players)) else abort(400)
    seat = phone_owner(match.evening_uid, state).seat
    if seat is not None:
        reclaim_seat(match.evening_uid)
    return seat


class TooManyAnswers(Exception):  # noqa: N818
    """Why a phone that may only watch cannot answer, as text."""


def check_watcher(state: MatchState, of: str, seat: int) -> None:
    """Raise TooManyAnswers when a watching phone has answered for another seat, or its seat too often."""
    given = [
        (record.body["seat"], trace.device)
        for record, trace in zip(state.records, state.traces, strict=True)
        if record.kind in CONFIRMATION_KINDS and record.body["of"] == of
    ]
    if any(by == device_id() and other != seat for other, by in given):
        raise TooManyAnswers(gettext("This phone has answered here for somebody else already."))
    if sum(other == seat for other, _ in given) >= MAX_ANSWERS:
        raise TooManyAnswers(refusal_text(["answered_often"]))


def is_repeated(state: MatchState, kind: str, body: dict[str, Any]) -> bool:
    """Whether this seat's last answer is the same: it is not recorded twice."""
    answers = [
        record for record in state.records if record.kind in CONFIRMATION_KINDS and record.body["of"] == body["of"]
    ]
    last = next((record for record in reversed(answers) if record.body["seat"] == body["seat"]), None)
    return last is not None and (last.kind, last.body) == (kind, body)


def redirect_back(match: GrantedMatch) -> ResponseReturnValue:
    """Back to where the form was: the part of the page, the page of the line, or the follow screen."""
    now = granted_match(match.uid)
    if is_script_request():
        return fragment_with_end(now)
    of = ConfirmForm().line.data
    if any(record.uid == of for record in read_granted(now).records):
        return redirect(url_for("deal.show_deal", uid=match.uid, of=of), 303)
    return redirect(url_for("follow.show_follow", uid=match.uid), 303)


def show_refusal(match: GrantedMatch, words: str) -> ResponseReturnValue:
    """Why an answer was not recorded, with the confirmation that is due."""
    return render_confirmation(granted_match(match.uid), fault=words), 409


def render_confirmation(match: GrantedMatch, **more: Any) -> str:
    """The confirmation that is due: for script the part of the page, else a page of its own."""
    if is_script_request():
        return fragment_with_end(match, **more)
    state = read_granted(match)
    page = render_template("live/confirm_refused.html", confirmation=newest_confirmation(match, state, **more))
    return fill_placeholders(page, state.version)


@bp.app_template_global()
def confirmation_of(uid: str, state: MatchState, of: str) -> LineConfirmation:
    """The confirmation of one line, for its own page."""
    match = granted_match(uid)
    return LineConfirmation(uid, state, phone_owner(match.evening_uid, state), of)
