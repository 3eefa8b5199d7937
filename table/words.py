"""Entries and records in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.board import board_line, plain_message
from scoring.deals import RESULT
from scoring.entry_shape import fault, without_nulls
from table.language import SUITS, fill_in, rank_word
from table.node import between, node
from table.rule_periods import rule_changes
from table.sheet import row_texts, rules_changed

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Entry, Field, Line, Record, Rules, Standing, Values
    from table.language import Language, MessageFormatter
    from table.node import Content
    from table.rule_periods import RuleChange


def entry_words(standing: Standing, entry: Entry, formatter: MessageFormatter) -> list[tuple[str, Content]]:
    """Label and value of every field of an entry, in the order of the pad."""
    fields = {field.key: field for field in formatter.game.fields(standing)}
    known = [field for field in formatter.game.fields(standing) if entry.get(field.key) is not None]
    words = [
        (formatter.language.gettext(field.label), field_words(standing, field, entry[field.key], formatter))
        for field in known
    ]
    return words + [(key, str(entry[key])) for key in sorted(entry) if key not in fields]


def field_words(standing: Standing, field: Field, value: Any, formatter: MessageFormatter) -> Content:
    """The value of a field; an auction with the callers' names."""
    sound = field.kind == "calls" and not fault(field, value, len(formatter.players), len(formatter.sides))
    auction = formatter.game.auction(standing, value) if sound else None
    if not auction:
        return value_words(field, value, formatter)
    calls: list[Content] = [
        [formatter.name(seat), " ", choice_words(formatter.language, field, value[n])]
        for n, seat in enumerate(auction["seats"][: len(value)])
    ]
    return between(calls, formatter.language.gettext(", "))


def value_words(field: Field, value: Any, formatter: MessageFormatter) -> Content:
    """The value of a field; an invalid one as it was recorded."""
    if fault(field, value, len(formatter.players), len(formatter.sides)):
        return str(value)
    if field.kind == "sequences":
        return by_seat([runs_words(formatter, runs) for runs in value], formatter)
    if field.per == "seat":
        return by_seat(["–" if item is None else item_words(field, item, formatter) for item in value], formatter)
    return item_words(field, value, formatter)


def item_words(field: Field, value: Any, formatter: MessageFormatter) -> Content:
    """One value."""
    language = formatter.language
    if field.kind == "seat":
        return formatter.name(value)
    if field.kind == "seats":
        return formatter.listed([formatter.name(seat) for seat in value])
    if field.kind == "calls":
        return between([choice_words(language, field, call) for call in value], language.gettext(", "))
    if field.kind == "flag":
        return language.gettext("yes") if value else language.gettext("no")
    return choice_words(language, field, value) if field.kind == "pick" else language.number(value)


def choice_words(language: Language, field: Field, value: Any) -> str:
    """A choice by its label, a suit by its sign."""
    label = next(choice.label for choice in field.choices if choice.value == value)
    return SUITS[value] if value in SUITS else language.in_digits(language.gettext(label))


def by_seat(items: list[Content], formatter: MessageFormatter) -> Content:
    """What each seat has, by name; seats with nothing are left out."""
    each: list[Content] = [[formatter.name(seat), " ", item] for seat, item in enumerate(items) if item]
    return between(each, formatter.language.gettext(", "))


def runs_words(formatter: MessageFormatter, runs: Any) -> Content:
    """The runs that a seat declared."""
    try:
        return formatter.listed([run_words(formatter.language, run) for run in runs])
    except (TypeError, KeyError):
        return str(runs)


def run_words(language: Language, run: Values) -> str:
    """One run: "4 from the Q in trumps"."""
    top = rank_word(language, run["top"])
    if run["trump"]:
        return language.gettext("{n} from the {top} in trumps", n=run["length"], top=top)
    return language.gettext("{n} from the {top}", n=run["length"], top=top)


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
