"""Entries in words, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.messages import SUITS, rank_word
from drawing.node import between
from scoring.entry_shape import fault

if TYPE_CHECKING:
    from typing import Any

    from drawing.locale import Language
    from drawing.messages import MessageFormatter
    from drawing.node import Content
    from scoring.words import Entry, Field, Standing, Values


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
