"""What a phone whose owner sits at the table is asked about a line of the sheet: is that right? And who they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from drawing.confirmations import dispute_text
from models.log.errors import SENTENCES
from scoring.confirmations import CONFIRMABLE_KINDS, CONFIRMATION_KINDS, current_versions, disputes
from web.auth.claimed_seat import held_elsewhere, owner
from web.auth.session_grants import device
from web.fragment_cache import kept, rendered, sealed
from web.history.entry_text import line_words
from web.i18n.locale import gettext, language, list_of, speaking
from web.i18n.messages import speaker_at
from web.tree_html import html

if TYPE_CHECKING:
    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from scoring.confirmations import Confirmation
    from scoring.words import Line
    from web.auth.claimed_seat import Owner
    from web.history.entry_text import Words

PLACE = Markup("<!--asked-->")  # where a page that is kept for all who look at it has what only this phone is asked


class Asked:
    """A line and what was answered to it; of: the line's uid, the newest line without one.

    fault: why the last answer was not taken. elsewhere: the seats that other phones answer for; taking: the one of
    them that the owner of this phone says to sit in.
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
        self.speaker = speaker_at(state.game.key, state.sheet.standing.table)
        self.given = state.answers.get(self.line.deal.uid, ()) if self.line else ()

    def _meant(self, line: Line) -> bool:
        return line.deal.uid == self.of if self.of else line.deal.kind in CONFIRMABLE_KINDS

    @property
    def version(self) -> str:
        """What an answer names: the line as it is now."""
        if self.line is None:
            return ""
        return current_versions(list(self.state.records), self.state.live.deals)[self.line.deal.uid]

    @property
    def names(self) -> list[tuple[int, Markup, bool]]:
        """Everybody who sits here, and whether another phone answers for them."""
        seats = range(len(self.speaker.players))
        return [(seat, self.speaker.name(seat), seat in self.elsewhere) for seat in seats]

    @property
    def me(self) -> Markup:
        """Who asks."""
        return Markup("") if self.seat is None else self.speaker.name(self.seat)

    @property
    def mine(self) -> Confirmation | None:
        """What they have answered to this line as it is now."""
        return next((answer for answer in self.given if answer.seat == self.seat), None)

    @property
    def here(self) -> bool:
        """Whether that was said on this phone."""
        said = [
            trace.device
            for record, trace in zip(self.state.records, self.state.traces, strict=True)
            if record.kind in CONFIRMATION_KINDS
            and record.body["of"] == self.version
            and record.body["seat"] == self.seat
        ]
        return bool(said) and said[-1] == device()

    @property
    def due(self) -> bool:
        """Whether they are asked and have not answered."""
        return self.seat is not None and self.line is not None and self.mine is None

    @property
    def unexplained(self) -> bool:
        """Whether they said that it is not right, and not yet why."""
        return self.mine is not None and self.mine.kind == "dispute" and not self.mine.note

    @property
    def title(self) -> str:
        """The line by its number."""
        if self.line is None or self.line.deal.kind != "deal" or self.line.problems:
            return gettext("A line of the sheet")
        return gettext("Deal {n}", n=self.line.number)

    @property
    def words(self) -> Words:
        """The line in words."""
        return line_words(self.line, self.speaker) if self.line else ""

    @property
    def doubts(self) -> list[tuple[Confirmation, Markup, Markup]]:
        """Every answer that says it is not right, with who gave it and the whole of it in words."""
        told = speaking()
        return [
            (answer, Markup("<bdi>{}</bdi>").format(answer.name), html(dispute_text(told, answer)))
            for answer in disputes(self.given)
        ]

    @property
    def agreed(self) -> Markup | None:
        """The names of those who agreed."""
        names = [Markup("<bdi>{}</bdi>").format(answer.name) for answer in self.given if answer.kind == "agree"]
        return list_of(names) if names else None


def asked_now(match: GrantedMatch, state: MatchState, **more: Any) -> Asked:
    """What this phone is asked about the newest line."""
    elsewhere = held_elsewhere(match.evening_uid, state)
    return Asked(match.uid, state, owner(match.evening_uid, state), elsewhere=elsewhere, **more)


def block(match: GrantedMatch, state: MatchState, **more: Any) -> Markup:
    """The part of the follow screen that asks; the same for all phones of which the same is known."""
    asked = asked_now(match, state, **more)
    told = (asked.seat, asked.known, asked.lost, asked.elsewhere, asked.taking, asked.fault)
    facts = (state.hash, language(), "asked", match.uid, told, asked.seat is not None and asked.here)
    drawn = kept(facts, lambda: rendered("live/_confirm.html", asked=asked))
    return Markup(sealed(drawn, state.version))  # noqa: S704  drawn by our own templates


def refusal(codes: list[str]) -> str:
    """Why an answer was not taken."""
    return gettext(str(SENTENCES[codes[0]])) if codes and codes[0] in SENTENCES else gettext("This cannot be answered.")
