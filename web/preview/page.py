"""Preview of a record before it is made: the end of the match first, then deals, totals and rules."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import REVISING_KINDS, STRUCK
from web.history.entry_text import ruling_words
from web.i18n.locale import gettext, list_of, marked, ngettext
from web.i18n.messages import formatter_at
from web.preview.next_deal_diff import NextDealDiff
from web.preview.rule_periods import rule_changes
from web.preview.rules_text import sentence_diff
from web.preview.sheet_diff import changed_lines, formatter_by_line, lines_by_uid

if TYPE_CHECKING:
    from drawing.rule_periods import RuleChange
    from models.log.match_state import MatchState
    from scoring.words import Line, Outcome
    from web.history.entry_text import Words
    from web.preview.sheet_diff import LineChange


class TotalChange(NamedTuple):
    """The total of a side before and after."""

    side: int
    before: int
    after: int


class Preview:
    """Two states of a match, without a record and with it, compared; names are those of the table after it."""

    def __init__(self, before: MatchState, after: MatchState) -> None:
        self.before, self.after = before, after
        self.old, self.new = before.sheet, after.sheet
        self.game, self.record = before.game, after.records[-1]
        self.formatter = formatter_at(self.game.key, self.new.standing.table)

    @property
    def record_words(self) -> Words:
        """The record as text; empty when it is about another record."""
        if self.record.kind in REVISING_KINDS:
            return ""
        if self.record.kind == "rules":
            return gettext("House rules from here on")
        standing = self.old.standing
        return ruling_words(self.record, formatter_at(self.game.key, standing.table), standing.rules)

    @property
    def end(self) -> list[Words]:
        """What would change about the end of the match."""
        was, now = self.old.outcome, self.new.outcome
        if was is None and now is None:
            return self._state
        if now is None:
            return [gettext("The match would not be over any more.")]
        if was is None:
            return [marked("The match would be over now. It goes to {names}:", names=self.winners(now)), self.why]
        if was.winners != now.winners:
            names, others = self.winners(now), self.winners(was)
            return [marked("The match would go to {names} instead of {others}:", names=names, others=others), self.why]
        return []

    @property
    def _state(self) -> list[Words]:
        """What closing or reopening would mean while nobody has won."""
        was, now = self.old.standing, self.new.standing
        if was.closed == now.closed:
            return []
        if was.closed:
            return [gettext("The match would go on with deal {n}.", n=now.number)]
        if self.game.closing_decides(now.rules):
            return [gettext("Nobody is ahead: the match would go on until somebody is.")]
        given_up = gettext("It will have no winner, and no more deals can be recorded.")
        return [given_up, gettext("You can resume it any time.")]

    def winners(self, outcome: Outcome) -> Words:
        """Who has won."""
        return list_of([self.formatter.side(side) for side in outcome.winners])

    @property
    def why(self) -> Words:
        """Why the match would be over."""
        outcome = self.new.outcome
        return self.formatter.format({"code": outcome.why, "values": outcome.values}) if outcome else ""

    @property
    def not_counted(self) -> str:
        """How many deals would no longer count, or count again."""
        was, now = uncounted_deals(self.old.lines), uncounted_deals(self.new.lines)
        lost, found = len(now - was), len((was - now) & set(lines_by_uid(self.new)))
        words = [
            ngettext("{num} more deal would not count.", "{num} more deals would not count.", lost) if lost else "",
            ngettext("{num} deal would count again.", "{num} deals would count again.", found) if found else "",
        ]
        return " ".join(filter(None, words))

    @cached_property
    def lines(self) -> list[LineChange]:
        """Every line of the sheet that would change, without the new one."""
        others = tuple(line for line in self.new.lines if line.deal.uid != self.record.uid)
        return changed_lines(self.old, self.new._replace(lines=others), formatter_by_line(self.after))

    @property
    def points_count(self) -> bool:
        """Whether the totals of this game are points, and worth showing."""
        return self.game.has_totals

    @property
    def totals(self) -> list[TotalChange]:
        """The totals before and after, when they differ."""
        was, now = self.old.standing.totals, self.new.standing.totals
        if was == now or not self.points_count:
            return []
        return [TotalChange(side, was[side], now[side]) for side in range(len(now))]

    @cached_property
    def rules(self) -> list[RuleChange]:
        """The house rules that would change."""
        return rule_changes(self.game, self.old.standing.rules, self.new.standing.rules)

    @cached_property
    def prose(self) -> tuple[list[str], list[str]]:
        """The sentences of the rules that would go, and those that would come."""
        if not self.rules:
            return [], []
        return sentence_diff(self.game, self.old.standing.rules, self.new.standing.rules)

    @cached_property
    def next(self) -> NextDealDiff | None:
        """How the next deal would differ; None where there is none before or after."""
        if self.old.outcome or self.new.outcome or self.after.status != "play" or self.before.status != "play":
            return None
        return NextDealDiff(self.old, self.new, self.formatter, rules=bool(self.rules))

    @property
    def nothing(self) -> bool:
        """Whether no total, deal, rule and nothing about the next deal would change."""
        parts = (self.end, self.lines, self.totals, self.rules, self.next and self.next.anything)
        return not any(parts)


def uncounted_deals(lines: tuple[Line, ...]) -> set[str]:
    """The uids of the deals that do not count."""
    return {line.deal.uid for line in lines if line.problems and line.deal.kind != STRUCK}
