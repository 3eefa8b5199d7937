"""The house rules of a match by period: which rules held from which deal to which."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.game import complete
from scoring.words import same
from web.i18n.locale import gettext
from web.table.sheet_rows import rule_value_text

if TYPE_CHECKING:
    from models.log.match_state import MatchState
    from scoring.game import Game
    from scoring.words import Option, Rules


class RulePeriod(NamedTuple):
    """Deals in a row with the same house rules; last is None for the rules in force now."""

    first: int
    last: int | None
    rules: Rules

    @property
    def words(self) -> str:
        """The range of deals as text."""
        if self.last is None:
            return gettext("From deal {n} on", n=self.first)
        if self.first == self.last:
            return gettext("Deal {n}", n=self.first)
        return gettext("Deals {first} to {last}", first=self.first, last=self.last)


class RuleChange(NamedTuple):
    """A house rule that changed: its label, both values, the help text of the new one."""

    label: str
    was: str
    now: str
    meaning: str


def rule_periods(state: MatchState) -> list[RulePeriod]:
    """Every period, oldest first; rules that held for no deal are left out."""
    found = [RulePeriod(1, None, complete(state.game, state.rules))]
    for line in state.sheet.lines:
        if line.deal.kind == "rules" and not line.problems:
            before = found.pop()
            if before.first < line.number:
                found.append(before._replace(last=line.number - 1))
            found.append(RulePeriod(line.number, None, before.rules | line.deal.entry["rules"]))
    return merge_equal(found)


def merge_equal(found: list[RulePeriod]) -> list[RulePeriod]:
    """Neighbouring periods with the same rules merged."""
    periods = found[:1]
    for period in found[1:]:
        if period.rules == periods[-1].rules:
            periods[-1] = periods[-1]._replace(last=period.last)
        else:
            periods.append(period)
    return periods


def rules_of_deal(state: MatchState, number: int | None) -> Rules:
    """The house rules of the deal with this number; those in force now without one."""
    known = rule_periods(state)
    held = [period for period in known if number is not None and period.first <= number]
    return (held or known[:1] if number is not None else known)[-1].rules


def rule_changes(game: Game, old: Rules, new: Rules) -> list[RuleChange]:
    """Every house rule that differs, in the order of the game."""
    return [
        rule_change(option, old[option.key], new[option.key])
        for option in game.options
        if not same(old[option.key], new[option.key])
    ]


def rule_change(option: Option, was: object, now: object) -> RuleChange:
    """One house rule with both values."""
    chosen = next((choice for choice in option.choices if same(choice.value, now)), None)
    meaning = gettext(chosen.help) if chosen and chosen.help else ""
    return RuleChange(gettext(option.label), rule_value_text(option, was), rule_value_text(option, now), meaning)


def periods_with_changes(state: MatchState) -> list[tuple[RulePeriod, list[RuleChange]]]:
    """Every period with its changes; empty when the rules never changed."""
    known = rule_periods(state)
    before = [known[0].rules, *[period.rules for period in known]]
    changed = [
        (period, rule_changes(state.game, old, period.rules)) for period, old in zip(known, before, strict=False)
    ]
    return changed if len(changed) > 1 else []
