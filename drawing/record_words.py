"""Records of a log in words: deals, bids, rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.entry_words import entry_words
from drawing.locale import fill_in
from drawing.node import between, node
from drawing.rule_periods import rule_changes
from drawing.sheet_rows import row_texts, rules_changed
from scoring.board import board_line, plain_message
from scoring.deals import RESULT
from scoring.entry_shape import without_nulls

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.messages import MessageFormatter
    from drawing.node import Content
    from drawing.rule_periods import RuleChange
    from scoring.game import Game
    from scoring.words import Entry, Line, Record, Rules, Standing


def line_words(formatter: MessageFormatter, line: Line) -> Content:
    """A line of the sheet in one sentence: who, and what happened."""
    head, story, _ = row_texts(formatter, board_line(formatter.game, line))
    return [head, ": ", story] if story else head


def bid_words(formatter: MessageFormatter, standing: Standing, body: Entry) -> Content:
    """A bid as the board shows it, or else by its fields: "Ann said 8"."""
    spoken = plain_message(formatter.game.pending_bid(standing, without_nulls(body)))
    language, big = formatter.language, spoken["values"].get("big")
    if big is None:
        each: list[Content] = [[label, ": ", value] for label, value in entry_words(standing, body, formatter)]
        return between(each, language.gettext("; "))
    if not formatter.mentions(spoken["code"], "big"):
        return [formatter.format(spoken), " ", formatter.value("big", big)]
    n = spoken["values"].get("n")
    marks = language.ngettext("{num} mark", "{num} marks", n, num=n) if n is not None and type(big) is str else ""
    return [formatter.format(spoken), ", ", marks] if marks else formatter.format(spoken)


def ruling_words(formatter: MessageFormatter, record: Record, held: Rules, before: Rules | None = None) -> Content:
    """A record that is no deal; formatter: of the table before it, held: the house rules in force.

    before: the rules before it, to name the old values as well.
    """
    kind, body, gettext = record.kind, record.body, formatter.language.gettext
    if kind == "adjust":
        note = node("bdi", {}, body["note"]) if body.get("note") else gettext("without a note")
        return [gettext("A ruling"), ": ", note]
    if kind == RESULT:
        words = gettext("Only the result was written down: {name} won")
        return fill_in(words, {"name": formatter.side(body["winner"])})
    if kind == "rules":
        return [gettext("House rules from here on"), ": ", rules_words(formatter, body, before)]
    if kind == "seat":
        return seat_words(formatter, body)
    if kind == "reopen":
        return gettext("The match goes on")
    return close_words(formatter.language, formatter.game, held)


def close_words(language: Language, game: Game, rules: Rules) -> str:
    """What closing a match means: time is up, the table ended it, or it was given up."""
    if not game.closing_decides(rules):
        return language.gettext("The match was given up")
    return language.gettext("The match was ended") if game.minutes(rules) is None else language.gettext("Time is up")


def rules_words(formatter: MessageFormatter, body: Entry, before: Rules | None) -> str:
    """House rules that changed, by label and value; a damaged change as it was recorded."""
    rules, language = body.get("rules"), formatter.language
    if type(rules) is not dict:
        return str(rules)
    if not before:
        return rules_changed(formatter, rules)
    after = dict(before)
    after.update(rules)
    changes = rule_changes(language, formatter.game, before, after)
    return language.gettext("; ").join([rule_change_words(language, change) for change in changes])


def rule_change_words(language: Language, change: RuleChange) -> str:
    """A house rule that changed: "Meetje that falls short: Pays nothing (was: Pays what it lacks to seven)"."""
    return language.gettext("{label}: {now} (was: {was})", label=change.label, now=change.now, was=change.was)


def seat_words(formatter: MessageFormatter, body: Entry) -> Content:
    """Another dealer, or another player in a seat."""
    gettext = formatter.language.gettext
    if "dealer" in body:
        return fill_in(gettext("{name} deals from here on"), {"name": formatter.name(body["dealer"])})
    names: dict[str, Content] = {"new": node("bdi", {}, body["player"]), "old": formatter.name(body["seat"])}
    return fill_in(gettext("{new} plays for {old} from here on"), names)
