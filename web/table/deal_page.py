"""The page of one saying, put into words: entry, awards, and what the last change of it did."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from flask import abort
from markupsafe import Markup

from models.log.dry_run import dry_run
from models.log.errors import Refused
from scoring.confirmations import without_confirmations
from scoring.deals import RESULT, STRUCK, entry_in, in_sheet_order
from scoring.game import complete
from web.history.entry_text import entry_words, ruling_words
from web.history.log_text import struck_now
from web.i18n.locale import gettext
from web.i18n.messages import Speaker, plain_problems
from web.preview.page import Foreseen
from web.preview.rule_periods import shifts
from web.preview.sheet_diff import changes, end_changed, speaker_by_line
from web.table.replay_steps import sheet_of, without_last

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.log.match_state import MatchState
    from models.tables.match import Match
    from scoring.words import Award, Deal, Entry, Problem, Record, Sheet
    from web.history.entry_text import Words
    from web.preview.rule_periods import Shift
    from web.preview.sheet_diff import Change

SHOWN = ("deal", RESULT, "adjust", "rules", "seat", "close", "reopen")
CHANGING = ("amend", "strike", "restore")


class Given(NamedTuple):
    """Points to a side with the reason."""

    side: int
    points: int
    why: Words


class DealPage:
    """A saying of the sheet as its page shows it."""

    def __init__(
        self,
        match: Match,
        state: MatchState,
        record: Record,
        problems: tuple[Problem, ...] = (),
        news: Sequence[Words] = (),
    ) -> None:
        self.uid, self.of, self.version = match.uid, record.uid, state.version
        self.game, self.state, self.record = state.game, state, record
        self.standing = sheet_before(state, record, dealer_of(state, record)).standing
        self.table = self.standing.table
        self.speaker = Speaker(self.game.key, self.table.players, self.table.sides)
        self.entry = entry_of_saying(state, record)
        self.line = next((line for line in state.sheet.lines if line.deal.uid == record.uid), None)
        self.struck = all(deal.uid != record.uid for deal in standing_deals(state))
        self.news, self.refused = news, [self.speaker.say(problem) for problem in plain_problems(problems)]

    @cached_property
    def turned(self) -> Foreseen | None:
        """What striking it would change, or restoring it; nothing where that cannot be."""
        try:
            kind, crossed = ("restore", {}) if self.struck else ("strike", {"crossed": True})
            return Foreseen(self.state, dry_run(self.state, kind, {"of": self.of, **crossed}))
        except Refused:
            return None

    @property
    def other_rules(self) -> list[Shift]:
        """The house rules in force for this deal that the match did not begin with."""
        return shifts(self.game, complete(self.game, self.state.rules), self.standing.rules)

    @property
    def title(self) -> str:
        """What the page is about."""
        if self.record.kind != "deal":
            return gettext("A ruling") if self.record.kind == "adjust" else gettext("An entry")
        return gettext("A deal") if self.line is None or self.faults else gettext("Deal {n}", n=self.line.number)

    @property
    def dealer(self) -> Words:
        """Who dealt."""
        return self.speaker.name(self.standing.dealer)

    @property
    def said(self) -> list[tuple[str, Words]]:
        """The entry of a deal, label and value."""
        return entry_words(self.standing, self.entry, self.speaker) if self.record.kind == "deal" else []

    @property
    def words(self) -> Words:
        """What is no deal, in words."""
        return "" if self.record.kind == "deal" else ruling_words(self.record, self.speaker, self.standing.rules)

    @property
    def faults(self) -> list[Words]:
        """Why the line is not counted."""
        found = plain_problems(self.line.problems) if self.line else []
        return [self.speaker.say(problem) for problem in found]

    @property
    def awards(self) -> list[Given]:
        """Who got what, and why."""
        given = self.line.awards if self.line else ()
        return [Given(award.side, award.points, self.reason(award)) for award in given]

    def reason(self, award: Award) -> Words:
        """Why a side got what it got; a bid by the name of who made it, whichever side it was good for."""
        why, bidder = self.speaker.say({"code": award.why, "values": award.values}), award.values.get("bidder")
        return why if bidder is None else Markup("{}: {}").format(self.speaker.name(bidder), why)

    @property
    def sides(self) -> list[int]:
        """Every side: first those who got something, in the order of the lines that say so."""
        each = range(len(self.standing.totals))
        return list(dict.fromkeys([given.side for given in self.awards] + list(each)))

    @property
    def points_count(self) -> bool:
        """Whether the totals of this game are points, and worth showing."""
        return self.game.has_totals

    @property
    def last_change(self) -> str:
        """The kind of the last saying of the match if it was about this one; undo or redo if about its amendment."""
        last = self.state.records_after(0)[-1]
        if last.kind not in CHANGING:
            return ""
        if last.body["of"] == self.of:
            return last.kind
        of = next(said for said in self.state.records if said.uid == last.body["of"])
        about = of.kind == "amend" and of.body["of"] == self.of
        return {"strike": "undo", "restore": "redo"}[last.kind] if about else ""

    @property
    def changes(self) -> list[Change]:
        """What that last saying changed, line by line."""
        return changes(without_last(self.state), self.state.sheet, speaker_by_line(self.state))

    @property
    def end_changed(self) -> Words:
        """What it changed about the end of the match."""
        return end_changed(without_last(self.state), self.state.sheet, self.speaker)


def said_in(state: MatchState, of: str) -> Record:
    """The saying of this uid; 404 when the match has none that has a page."""
    return next((record for record in state.records if record.uid == of and record.kind in SHOWN), None) or abort(404)


def last_amendment(state: MatchState, record: Record, struck: bool) -> Record | None:
    """The newest amendment of a deal that is struck, or that is not; None where there is none."""
    gone = struck_now(state)
    said = [said for said in state.records if said.kind == "amend" and said.body["of"] == record.uid]
    return next((amend for amend in reversed(said) if (amend.uid in gone) == struck), None)


def sheet_before(state: MatchState, record: Record, dealer: int | None = None) -> Sheet:
    """The sheet in front of a record, by all that still stands before it, with who dealt then where that is known."""
    order = [said.uid for said in in_sheet_order(without_confirmations(list(state.records)))]
    earlier = order[: order.index(record.uid)]
    sheet = sheet_of(state, tuple(deal for deal in standing_deals(state) if deal.uid in earlier))
    return sheet if dealer is None else sheet._replace(standing=sheet.standing._replace(dealer=dealer))


def standing_deals(state: MatchState) -> tuple[Deal, ...]:
    """All that stands of a log; what is crossed out on the sheet is left out."""
    return tuple(deal for deal in state.live.deals if deal.kind != STRUCK)


def dealer_of(state: MatchState, record: Record) -> int | None:
    """Who dealt a deal, as it was said last; None for what is no deal."""
    known = [deal.dealer for deal in state.live.deals if deal.uid == record.uid]
    return (known or [record.body["dealer"] if record.kind == "deal" else None])[0]


def entry_of_saying(state: MatchState, record: Record) -> Entry:
    """What was said, as it was amended last."""
    live = [deal.entry for deal in state.live.deals if deal.uid == record.uid]
    amended = [said.body["entry"] for said in state.records if said.kind == "amend" and said.body["of"] == record.uid]
    return (live or [entry_in(record.body) if record.kind == "deal" else record.body, *amended])[-1]
