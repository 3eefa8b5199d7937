"""The house rules of a match on the phone, from its log; how the game is played stands on the page of its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import node
from drawing.rule_periods import periods_section, periods_with_changes, rules_in_deal
from drawing.rulings.page import bar
from drawing.sheet_rows import rule_value

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.match_log import MatchLog
    from drawing.node import Content
    from scoring.words import Values


def rules_parts(language: Language, here: str, log: MatchLog, number: int | None) -> Values:
    """Title and trees: the rules in the deal of this number, those in force now without one. here: of the table."""
    gettext, game = language.gettext, log.game
    periods = periods_with_changes(language, game, log.rules, log.sheet)
    rules = rules_in_deal(game, log.rules, log.sheet, number)
    rows: list[Content] = [
        node(
            "div",
            {},
            node("dt", {}, gettext(option.label)),
            node("dd", {}, node("b", {}, rule_value(language, option, rules[option.key]))),
        )
        for option in game.relevant_options(rules, len(log.table.players))
    ]
    title = gettext("House rules")
    words = [gettext(game.name), " ", node("small", {}, gettext("the rules"))]
    link = node("a", {"class": "go quiet", "href": "/rules/" + game.key}, words)
    main = [periods_section(language, here, periods), node("dl", {"class": "settled"}, rows), link]
    header = node("header", {"class": "bar wrap"}, bar(language, game, here, gettext("The table"), title))
    return {"title": title, "trees": [header, node("main", {"class": "wrap stack"}, main)]}
