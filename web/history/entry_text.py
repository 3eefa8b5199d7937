"""Entries and records as text, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from scoring.deals import RESULT
from scoring.pad import plain_message
from scoring.shape import fault
from web.i18n.locale import gettext, in_digits, list_of, ngettext, num, remarks
from web.i18n.messages import SUITS, card_word, list_with_and
from web.preview.rule_periods import rule_changes
from web.table.sheet_rows import changed_rules_text, line_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from drawing.rule_periods import RuleChange
    from scoring.game import Game
    from scoring.words import Entry, Field, Line, Record, Rules, Standing
    from web.i18n.messages import MarkupFormatter

Words = Markup | str


def entry_words(standing: Standing, entry: Entry, formatter: MarkupFormatter) -> list[tuple[str, Words]]:
    """Label and value of every field of an entry, in the order of the pad."""
    fields = {field.key: field for field in formatter.game.fields(standing)}
    present = [key for key in fields if entry.get(key) is not None]
    words = [(gettext(fields[key].label), field_words(standing, fields[key], entry[key], formatter)) for key in present]
    return words + [(key, raw_text(entry[key])) for key in entry if key not in fields]


def field_words(standing: Standing, field: Field, value: Any, formatter: MarkupFormatter) -> Words:
    """The value of a field as text; an auction with the callers' names."""
    sound = field.kind == "calls" and not fault(field, value, len(formatter.players), len(formatter.sides))
    auction = formatter.game.auction(standing, value) if sound else None
    if not auction:
        return value_words(field, value, formatter)
    calls = zip(auction["seats"], value, strict=False)
    return list_of([Markup("{} {}").format(formatter.name(seat), choice_words(field, call)) for seat, call in calls])


def value_words(field: Field, value: Any, formatter: MarkupFormatter) -> Words:
    """The value of a field as text; an invalid one as it was recorded."""
    if fault(field, value, len(formatter.players), len(formatter.sides)):
        return raw_text(value)
    if field.kind == "sequences":
        return by_seat([runs_words(runs) for runs in value], formatter)
    if field.per == "seat":
        return by_seat(["–" if item is None else item_words(field, item, formatter) for item in value], formatter)
    return item_words(field, value, formatter)


def item_words(field: Field, value: Any, formatter: MarkupFormatter) -> Words:
    """One value as text."""
    if field.kind == "seat":
        return formatter.name(value)
    if field.kind == "seats":
        return list_with_and([formatter.name(seat) for seat in value])
    if field.kind == "calls":
        return list_of([choice_words(field, call) for call in value])
    if field.kind == "flag":
        return gettext("yes") if value else gettext("no")
    return choice_words(field, value) if field.kind == "pick" else num(value)


def choice_words(field: Field, value: Any) -> str:
    """A choice by its label, a suit by its sign."""
    label = next(choice.label for choice in field.choices if choice.value == value)
    return SUITS[value] if value in SUITS else in_digits(gettext(label))


def by_seat(items: list[Words], formatter: MarkupFormatter) -> Words:
    """What each seat has, by name; seats with nothing are left out."""
    return list_of([Markup("{} {}").format(formatter.name(seat), item) for seat, item in enumerate(items) if item])


def runs_words(runs: Any) -> Words:
    """The runs that a seat declared."""
    try:
        return list_with_and([run_words(run) for run in runs])
    except (TypeError, KeyError):
        return raw_text(runs)


def run_words(run: dict[str, Any]) -> str:
    """One run: "4 from the Q in trumps"."""
    top = card_word(run["top"])
    if run["trump"]:
        return gettext("{n} from the {top} in trumps", n=run["length"], top=top)
    return gettext("{n} from the {top}", n=run["length"], top=top)


def raw_text(value: Any) -> str:
    """A value that fits no field, as text."""
    return str(value)


def bid_words(standing: Standing, body: Entry, formatter: MarkupFormatter) -> Words:
    """A bid as the board shows it, or else by its fields: "Ann said 8"."""
    spoken = plain_message(formatter.game.pending_bid(standing, body))
    big = spoken["values"].get("big")
    if big is None:
        return pairs_words(entry_words(standing, body, formatter))
    if not formatter.nodes.mentions(spoken["code"], "big"):
        return Markup("{} {}").format(formatter.format(spoken), formatter.value("big", big))
    n = spoken["values"].get("n")
    marks = ngettext("{num} mark", "{num} marks", n) if n is not None and type(big) is str else ""
    return Markup("{}, {}").format(formatter.format(spoken), marks) if marks else formatter.format(spoken)


def pairs_words(pairs: Iterable[tuple[str, Words]]) -> Words:
    """Labels with their values in one sentence."""
    return remarks([Markup("{}: {}").format(label, value) for label, value in pairs])


def line_words(line: Line, formatter: MarkupFormatter) -> Words:
    """A line of the sheet in one sentence: who, and what happened."""
    head, story = line_text(line, formatter)
    return Markup("{}: {}").format(head, story) if story else head


def ruling_words(record: Record, formatter: MarkupFormatter, held: Rules, before: Rules | None = None) -> Words:
    """A record that is no deal, as text; formatter: of the table before it, held: the house rules in force.

    before: the rules before it, to name the old values as well.
    """
    kind, body = record.kind, record.body
    if kind == "adjust":
        note = Markup("<bdi>{}</bdi>").format(body["note"]) if body.get("note") else gettext("without a note")
        return Markup("{}: {}").format(gettext("A ruling"), note)
    if kind == RESULT:
        return escape(gettext("Only the result was written down: {name} won")).format(
            name=formatter.side(body["winner"])
        )
    if kind == "rules":
        return Markup("{}: {}").format(gettext("House rules from here on"), rules_words(body, formatter, before))
    if kind == "seat":
        return seat_words(body, formatter)
    if kind == "reopen":
        return gettext("The match goes on")
    return close_words(formatter.game, held)


def close_words(game: Game, rules: Rules) -> str:
    """What closing a match means: time is up, the table ended it, or it was given up."""
    if not game.closing_decides(rules):
        return gettext("The match was given up")
    return gettext("The match was ended") if game.minutes(rules) is None else gettext("Time is up")


def rules_words(body: Entry, formatter: MarkupFormatter, before: Rules | None = None) -> str:
    """House rules that changed, by label and value; a damaged change as it was recorded."""
    rules = body.get("rules")
    if isinstance(rules, dict) and before:
        return gettext("; ").join(
            rule_change_words(found) for found in rule_changes(formatter.game, before, {**before, **rules})
        )
    return changed_rules_text(rules, formatter) if isinstance(rules, dict) else raw_text(rules)


def rule_change_words(change: RuleChange) -> str:
    """A house rule that changed: "Meetje that falls short: Pays nothing (was: Pays what it lacks to seven)"."""
    return gettext("{label}: {now} (was: {was})", label=change.label, now=change.now, was=change.was)


def seat_words(body: Entry, formatter: MarkupFormatter) -> Words:
    """Another dealer, or another player in a seat."""
    if "dealer" in body:
        return escape(gettext("{name} deals from here on")).format(name=formatter.name(body["dealer"]))
    words = escape(gettext("{new} plays for {old} from here on"))
    return words.format(new=Markup("<bdi>{}</bdi>").format(body["player"]), old=formatter.name(body["seat"]))
