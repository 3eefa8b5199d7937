"""The page of one record of the sheet: entry, awards, and what its last change did."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from flask import abort
from markupsafe import Markup

from drawing.match_log import dealer_of, entry_of_record, sheet_before, standing_deals
from models.log.dry_run import dry_run
from models.log.errors import Refused
from models.log.match_state import PLAY
from scoring.deals import RESULT, REVISING_KINDS
from scoring.game import complete
from scoring.strikes import struck_uids
from web.history.entry_text import entry_words, ruling_words
from web.i18n.locale import gettext
from web.i18n.messages import MarkupFormatter, problem_messages
from web.preview.page import Preview
from web.preview.rule_periods import rule_changes
from web.preview.sheet_diff import changed_rows, end_change_words
from web.table.match_log import log_of
from web.table.replay_steps import sheet_without_last

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drawing.rule_periods import RuleChange
    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from scoring.words import Award, Problem, Record
    from web.history.entry_text import Words

KINDS_WITH_PAGE = ("deal", RESULT, "adjust", "rules", "seat", "close", "reopen")


class AwardText(NamedTuple):
    """Points of a side with the reason."""

    side: int
    points: int
    why: Words


class DealPage:
    """A record of the sheet as its page shows it."""

    def __init__(
        self,
        match: GrantedMatch,
        state: MatchState,
        record: Record,
        problems: tuple[Problem, ...] = (),
        updates: Sequence[Words] = (),
    ) -> None:
        self.uid, self.of, self.version = match.uid, record.uid, state.version
        self.game, self.state, self.record = state.game, state, record
        log = log_of(state)
        self.standing = sheet_before(log, record, dealer_of(log, record)).standing
        self.table = self.standing.table
        self.formatter = MarkupFormatter(self.game.key, self.table.players, self.table.sides)
        self.entry = entry_of_record(log, record)
        self.line = next((line for line in state.sheet.lines if line.deal.uid == record.uid), None)
        self.struck = all(deal.uid != record.uid for deal in standing_deals(log))
        self.updates, self.refused = updates, [self.formatter.format(problem) for problem in problem_messages(problems)]

    @cached_property
    def toggle_preview(self) -> Preview | None:
        """Preview of striking it, or of restoring it; None where that is refused."""
        try:
            kind, crossed = ("restore", {}) if self.struck else ("strike", {"crossed": True})
            return Preview(self.state, dry_run(self.state, kind, {"of": self.of, **crossed}))
        except Refused:
            return None

    @property
    def folded(self) -> bool:
        """Whether what changes a deal is folded away: in a match that is over it is seldom meant."""
        return self.state.status != PLAY and self.record.kind == "deal" and not self.struck

    @property
    def other_rules(self) -> list[RuleChange]:
        """The house rules in force for this deal that the match did not begin with."""
        return rule_changes(self.game, complete(self.game, self.state.rules), self.standing.rules)

    @property
    def title(self) -> str:
        """The title of the page."""
        if self.record.kind != "deal":
            return gettext("A ruling") if self.record.kind == "adjust" else gettext("An entry")
        return gettext("A deal") if self.line is None or self.faults else gettext("Deal {n}", n=self.line.number)

    @property
    def dealer(self) -> Words:
        """Who dealt."""
        return self.formatter.name(self.standing.dealer)

    @property
    def entry_fields(self) -> list[tuple[str, Words]]:
        """The entry of a deal, label and value."""
        return entry_words(self.standing, self.entry, self.formatter) if self.record.kind == "deal" else []

    @property
    def words(self) -> Words:
        """A record that is no deal, as text."""
        return "" if self.record.kind == "deal" else ruling_words(self.record, self.formatter, self.standing.rules)

    @property
    def faults(self) -> list[Words]:
        """Why the line does not count."""
        found = problem_messages(self.line.problems) if self.line else []
        return [self.formatter.format(problem) for problem in found]

    @property
    def awards(self) -> list[AwardText]:
        """Who got what, and why."""
        given = self.line.awards if self.line else ()
        return [AwardText(award.side, award.points, self.reason(award)) for award in given]

    def reason(self, award: Award) -> Words:
        """Why a side got its points; for a bid with the bidder's name, whichever side it was good for."""
        why, bidder = self.formatter.format({"code": award.why, "values": award.values}), award.values.get("bidder")
        return why if bidder is None else Markup("{}: {}").format(self.formatter.name(bidder), why)

    @property
    def sides(self) -> list[int]:
        """Every side: first those with awards, in their order."""
        each = range(len(self.standing.totals))
        return list(dict.fromkeys([given.side for given in self.awards] + list(each)))

    @property
    def points_count(self) -> bool:
        """Whether the totals of this game are points, and worth showing."""
        return self.game.has_totals

    @property
    def last_change(self) -> str:
        """The kind of the match's last record if it was about this one; undo or redo if about its amendment."""
        last = self.state.records_after(0)[-1]
        if last.kind not in REVISING_KINDS:
            return ""
        if last.body["of"] == self.of:
            return last.kind
        of = next(known for known in self.state.records if known.uid == last.body["of"])
        about = of.kind == "amend" and of.body["of"] == self.of
        return {"strike": "undo", "restore": "redo"}[last.kind] if about else ""

    @property
    def changes(self) -> Markup:
        """What that last record changed, line by line."""
        return changed_rows(sheet_without_last(self.state), self.state)

    @property
    def end_changed(self) -> Words:
        """What it changed about the end of the match."""
        return end_change_words(sheet_without_last(self.state), self.state.sheet, self.formatter)


def find_record(state: MatchState, of: str) -> Record:
    """The record of this uid; 404 when the match has none that has a page."""
    return next(
        (record for record in state.records if record.uid == of and record.kind in KINDS_WITH_PAGE), None
    ) or abort(404)


def last_amendment(state: MatchState, record: Record, struck: bool) -> Record | None:
    """The newest amendment of a deal that is struck, or that is not; None where there is none."""
    gone = struck_uids(state.records)
    amendments = [known for known in state.records if known.kind == "amend" and known.body["of"] == record.uid]
    return next((amend for amend in reversed(amendments) if (amend.uid in gone) == struck), None)
