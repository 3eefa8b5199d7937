"""The house rules of a match by period: which rules held from which deal to which, and what changed between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.game import complete
from scoring.words import same
from table.node import node
from table.sheet import rule_value

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Option, Rules, Sheet
    from table.language import Language
    from table.node import Content, Node

RulePeriod = NamedTuple("RulePeriod", [("first", "int"), ("last", "int | None"), ("rules", "Rules")])
"""Deals in a row with the same house rules; last is None for the rules in force now."""

RuleChange = NamedTuple("RuleChange", [("label", "str"), ("was", "str"), ("now", "str"), ("meaning", "str")])
"""A house rule that changed: its label, both values in words, the help on the new one."""


def rule_periods(game: Game, rules: Rules, sheet: Sheet) -> list[RulePeriod]:
    """Every period of a match that began with these rules, oldest first; rules that held for no deal are left out."""
    found = [RulePeriod(1, None, complete(game, rules))]
    for line in sheet.lines:
        if line.deal.kind == "rules" and not line.problems:
            before = found.pop()
            if before.first < line.number:
                found.append(RulePeriod(before.first, line.number - 1, before.rules))
            held = dict(before.rules)
            held.update(line.deal.entry["rules"])
            found.append(RulePeriod(line.number, None, held))
    return merge_equal(found)


def rules_in_deal(game: Game, rules: Rules, sheet: Sheet, number: int | None) -> Rules:
    """The house rules of the deal with this number; those in force now without one."""
    known = rule_periods(game, rules, sheet)
    held = known if number is None else [period for period in known if period.first <= number] or known[:1]
    return held[-1].rules


def merge_equal(found: list[RulePeriod]) -> list[RulePeriod]:
    """Neighbouring periods with the same rules merged."""
    periods = found[:1]
    for period in found[1:]:
        if period.rules == periods[-1].rules:
            periods[-1] = RulePeriod(periods[-1].first, period.last, period.rules)
        else:
            periods.append(period)
    return periods


def period_words(language: Language, period: RulePeriod) -> str:
    """The range of deals as text."""
    if period.last is None:
        return language.gettext("From deal {n} on", n=period.first)
    if period.first == period.last:
        return language.gettext("Deal {n}", n=period.first)
    return language.gettext("Deals {first} to {last}", first=period.first, last=period.last)


def rule_changes(language: Language, game: Game, old: Rules, new: Rules) -> list[RuleChange]:
    """Every house rule that differs, in the order of the game."""
    changed = [option for option in game.options if not same(old[option.key], new[option.key])]
    return [rule_change(language, option, old[option.key], new[option.key]) for option in changed]


def rule_change(language: Language, option: Option, was: Any, now: Any) -> RuleChange:
    """One house rule with both values."""
    chosen = [choice.help for choice in option.choices if choice.help and same(choice.value, now)]
    meaning = language.gettext(chosen[0]) if chosen else ""
    label = language.gettext(option.label)
    return RuleChange(label, rule_value(language, option, was), rule_value(language, option, now), meaning)


def periods_with_changes(
    language: Language, game: Game, rules: Rules, sheet: Sheet
) -> list[tuple[RulePeriod, list[RuleChange]]]:
    """Every period with its changes; empty when the rules never changed."""
    known = rule_periods(game, rules, sheet)
    if len(known) < 2:
        return []
    before = [known[0].rules] + [period.rules for period in known]
    return [(period, rule_changes(language, game, before[n], period.rules)) for n, period in enumerate(known)]


def periods_section(language: Language, here: str, periods: list[tuple[RulePeriod, list[RuleChange]]]) -> Node | None:
    """Which house rules held from which deal to which; None where they never changed."""
    if not periods:
        return None
    rows: list[Content] = [period_row(language, here, period, changes) for period, changes in periods]
    head = node("h2", {}, language.gettext("House rules that changed on the way"))
    return node("section", {"class": "stack"}, head, node("dl", {"class": "settled"}, rows))


def period_row(language: Language, here: str, period: RulePeriod, changes: list[RuleChange]) -> Node:
    """A period: its deals, with a link to the rules of then, and what changed."""
    address = f"{here}/rules?deal={period.first}"
    link = node("a", {"class": "back", "href": address}, period_words(language, period))
    shifts: list[Content] = [change_line(language, change) for change in changes]
    what = shifts or node("b", {}, language.gettext("The rules of the first deal"))
    return node("div", {}, node("dt", {}, link), node("dd", {}, what))


def change_line(language: Language, change: RuleChange) -> Node:
    """A house rule with its new value, and the one before."""
    was = node("small", {}, language.gettext("before: {value}", value=change.was))
    return node("p", {}, change.label, ": ", node("b", {}, change.now), " ", was)
