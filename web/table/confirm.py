"""Confirmations: a line agreed or disputed by whoever owns this phone, and the question who they are."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from models.log.append import append
from models.log.errors import SENTENCES, DuplicateUid, Refused
from models.log.granted_match import GrantedMatch, read_granted
from models.log.state import MatchState
from models.tables import SCORE
from scoring.deals import CONFIRMABLE_KINDS, CONFIRMATION_KINDS, Confirmation, current_versions, disputes
from scoring.words import Line
from table.form_entry import parse_int
from table.status import dispute_text
from web.auth.browser import (
    NOBODY,
    Owner,
    claim_player,
    device_id,
    phone_owner,
    reclaim_seat,
    seated_players,
    seats_of_other_phones,
)
from web.auth.guard import granted_match, record_author
from web.forms import Form, plain_text, text_field
from web.history import Words, line_words
from web.i18n.locale import current_language, gettext, language_code
from web.i18n.messages import formatter_at
from web.markup import cached_fragment, fill_placeholders, html, render_fragment
from web.routes import WATCH_MATCH, Pages
from web.table.record import form_uid, is_script_request


class ConfirmForm(Form):
    """What the buttons below a line send; its inputs are drawn by the pages, which are cached without their token."""

    answer = text_field(read=str)  # agree or dispute
    seat = text_field(read=str)  # for whom; "" for nobody, or for the owner of this phone
    take = text_field(read=str)  # whether the seat is taken over from another phone
    of = text_field(read=str)  # the version that was looked at
    line = text_field(read=str)  # the uid of the record whose page is to come back
    note = text_field(read=lambda text: plain_text(text).replace("\n", " "))


CONFIRMATION = Markup("<!--confirmation-->")  # in a page cached for all: where the part for this phone is filled in


class LineConfirmation:
    """A line and its answers; of: the line's uid, the newest line without one.

    fault: why the last answer was refused. elsewhere: the seats that other phones answer for; taking: the one of
    them that this phone's owner claims.
    """

    def __init__(
        self,
        uid: str,
        state: MatchState,
        owner: Owner,
        of: str = "",
        fault: str = "",
        elsewhere: tuple[int, ...] = (),
        taking: int | None = None,
    ) -> None:
        self.uid, self.state, self.of, self.fault = uid, state, of, fault
        self.elsewhere, self.taking = elsewhere, taking
        self.seat, self.known, self.lost = owner
        self.line = next((line for line in reversed(state.sheet.lines) if self._meant(line)), None)
        self.formatter = formatter_at(state.game.key, state.sheet.standing.table)
        self.given = state.answers.get(self.line.deal.uid, ()) if self.line else ()

    def _meant(self, line: Line) -> bool:
        return line.deal.uid == self.of if self.of else line.deal.kind in CONFIRMABLE_KINDS

    @property
    def version(self) -> str:
        """The version of the line that an answer names."""
        if self.line is None:
            return ""
        return current_versions(list(self.state.records), self.state.live.deals)[self.line.deal.uid]

    @property
    def names(self) -> list[tuple[int, Markup, bool]]:
        """Seat, name and whether another phone answers for it, of every player."""
        seats = range(len(self.formatter.players))
        return [(seat, self.formatter.name(seat), seat in self.elsewhere) for seat in seats]

    @property
    def me(self) -> Markup:
        """The name of this phone's owner; empty when they have no seat."""
        return Markup("") if self.seat is None else self.formatter.name(self.seat)

    @property
    def mine(self) -> Confirmation | None:
        """Their answer to this version of the line."""
        return next((answer for answer in self.given if answer.seat == self.seat), None)

    @property
    def here(self) -> bool:
        """Whether that answer came from this phone."""
        devices = [
            trace.device
            for record, trace in zip(self.state.records, self.state.traces, strict=True)
            if record.kind in CONFIRMATION_KINDS
            and record.body["of"] == self.version
            and record.body["seat"] == self.seat
        ]
        return bool(devices) and devices[-1] == device_id()

    @property
    def due(self) -> bool:
        """Whether their answer is missing."""
        return self.seat is not None and self.line is not None and self.mine is None

    @property
    def unexplained(self) -> bool:
        """Whether they disputed the line without a note."""
        return self.mine is not None and self.mine.kind == "dispute" and not self.mine.note

    @property
    def title(self) -> str:
        """The line by its number."""
        if self.line is None or self.line.deal.kind != "deal" or self.line.problems:
            return gettext("A line of the sheet")
        return gettext("Deal {n}", n=self.line.number)

    @property
    def words(self) -> Words:
        """The line as text."""
        return line_words(self.line, self.formatter) if self.line else ""

    @property
    def doubts(self) -> list[tuple[Confirmation, Markup, Markup]]:
        """Every dispute, with its author and its full text."""
        language = current_language()
        return [
            (answer, Markup("<bdi>{}</bdi>").format(answer.name), html(dispute_text(language, answer)))
            for answer in disputes(self.given)
        ]


def newest_confirmation(match: GrantedMatch, state: MatchState, **more: Any) -> LineConfirmation:
    """The confirmation of the newest line by this phone."""
    elsewhere = seats_of_other_phones(match.evening_uid, state)
    return LineConfirmation(match.uid, state, phone_owner(match.evening_uid, state), elsewhere=elsewhere, **more)


def confirm_fragment(match: GrantedMatch, state: MatchState, **more: Any) -> Markup:
    """The part of the follow screen with the confirmation, cached for phones with the same owner and answers."""
    confirmation = newest_confirmation(match, state, **more)
    asked = confirmation
    owner = (asked.seat, asked.known, asked.lost, asked.seat is not None and asked.here)
    seats = (asked.elsewhere, asked.taking, asked.fault)
    facts = (state.hash, language_code(), "asked", match.uid, owner, seats)
    drawn = cached_fragment(facts, lambda: render_fragment("live/_confirm.html", confirmation=confirmation))
    return Markup(fill_placeholders(drawn, state.version))  # noqa: S704  drawn by our own templates


def refusal_text(codes: list[str]) -> str:
    """Why an answer was refused."""
    return gettext(str(SENTENCES[codes[0]])) if codes and codes[0] in SENTENCES else gettext("This cannot be answered.")


MAX_ANSWERS = 6  # answers of a seat to a line as it is, from phones that only watch

bp = Pages("confirm", __name__)
END_MARK = Markup('<hr id="whole" hidden>')  # the mark that all of it came


@bp.get("/m/<slug:uid>/confirmation", needs=WATCH_MATCH)
def show_confirmation(uid: str) -> str:
    """The confirmation that is due, for script that updates the follow screen."""
    return fragment_with_end(granted_match(uid))


def fragment_with_end(match: GrantedMatch, **more: Any) -> str:
    """The confirmation that is due as a part of a page, with a mark that it is complete."""
    return confirm_fragment(match, read_granted(match), **more) + END_MARK


@bp.post("/m/<slug:uid>/seat", needs=WATCH_MATCH)
def claim_seat(uid: str) -> ResponseReturnValue:
    """Claim a seat for this phone's owner, or none for somebody who just watches."""
    match = granted_match(uid)
    state = read_granted(match)
    players = seated_players(state)
    form = ConfirmForm()
    seat = form.seat.data
    if seat and parse_int(seat) not in range(len(players)):
        abort(400)
    if seat and not form.take.data and parse_int(seat) in seats_of_other_phones(match.evening_uid, state):
        return render_confirmation(match, taking=parse_int(seat)), 409
    claim_player(match.evening_uid, players[parse_int(seat)] if seat else NOBODY)
    return redirect_back(match)


@bp.post("/m/<slug:uid>/answer", needs=WATCH_MATCH)
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
    except TooManyAnswers as too_many:
        return show_refusal(match, str(too_many))
    except Refused as refused:
        return show_refusal(match, refusal_text([problem.code for problem in refused.problems]))
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
