"""Confirmation of a line by whoever owns this phone: agreed or disputed; and the question who they are."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from drawing.confirmations import dispute_text
from models.log.errors import SENTENCES
from models.log.granted_match import GrantedMatch
from models.log.match_state import MatchState
from scoring.deals import CONFIRMABLE_KINDS, CONFIRMATION_KINDS, Confirmation, current_versions, disputes
from scoring.words import Line
from web.auth.claimed_seat import Owner, phone_owner, seats_of_other_phones
from web.auth.session_grants import device_id
from web.fragment_cache import cached_fragment, fill_placeholders, render_fragment
from web.history import Words, line_words
from web.i18n.locale import current_language, gettext, language_code
from web.i18n.messages import formatter_at
from web.tree_html import html

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
    parts = (
        confirmation.seat,
        confirmation.known,
        confirmation.lost,
        confirmation.elsewhere,
        confirmation.taking,
        confirmation.fault,
    )
    facts = (
        state.hash,
        language_code(),
        "asked",
        match.uid,
        parts,
        confirmation.seat is not None and confirmation.here,
    )
    drawn = cached_fragment(facts, lambda: render_fragment("live/_confirm.html", confirmation=confirmation))
    return Markup(fill_placeholders(drawn, state.version))  # noqa: S704  drawn by our own templates


def refusal_text(codes: list[str]) -> str:
    """Why an answer was refused."""
    return gettext(str(SENTENCES[codes[0]])) if codes and codes[0] in SENTENCES else gettext("This cannot be answered.")
