"""The house rules of a match by period, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from drawing import rule_periods
from models.log.match_state import MatchState
from web.i18n.locale import current_language
from web.tree_html import html

if TYPE_CHECKING:
    from scoring.words import Rules


def rules_of_deal(state: MatchState, number: int | None) -> Rules:
    """The house rules of the deal with this number; those in force now without one."""
    return rule_periods.rules_in_deal(state.game, state.rules, state.sheet, number)


def periods_section(state: MatchState, here: str) -> Markup:
    """Which house rules held from which deal to which; empty where they never changed. here: address of the table."""
    language = current_language()
    changed = rule_periods.periods_with_changes(language, state.game, state.rules, state.sheet)
    return html(rule_periods.periods_section(language, here, changed))
