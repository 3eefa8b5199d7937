"""The default widget of any field, for a game without a pad of its own and for amending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.form_entry import ACE, RUNS
from table.language import rank_word
from table.node import node
from table.pads.chips import chips, numbers, rows, seat_chips, seats_chips
from table.pads.parts import faults, group, legend, radio

if TYPE_CHECKING:
    from scoring.words import Values
    from table.node import Content, Node
    from table.pads.pad import Pad

TOPS = ("A", "K", "Q", "J", "10", "9")
LENGTHS = range(3, 9)


def any_field(pad: Pad, field: Values) -> list[Content]:
    """The default widget of a field, by its kind."""
    key, kind = field["key"], field["kind"]
    optional = "–" if field["optional"] else ""
    if kind == "seat":
        return seat_chips(pad, key, nobody=pad.language.gettext("nobody") if optional else "")
    if kind == "seats":
        return seats_chips(pad, key)
    if kind == "pick":
        return chips(pad, key, columns=4, nothing=optional)
    if kind == "count" and field["per"] == "seat":
        return rows(pad, key, gap=pad.language.gettext("takes no part") if field["gaps"] else "")
    if kind == "count":
        return chips(pad, key, columns=6, nothing=optional)
    if kind == "flag":
        return flag(pad, key)
    if kind == "calls":
        return calls(pad)
    return runs(pad, key) if kind == "sequences" else numbers(pad, key)


def flag(pad: Pad, key: str) -> list[Content]:
    """Yes, no, or no value."""
    words = (("true", pad.language.gettext("yes")), ("false", pad.language.gettext("no")), ("", "–"))
    labels: list[Content] = [
        node("label", {"class": "chip"}, radio(key, text, pad.text(key) == text), node("b", {"class": "word"}, label))
        for text, label in words
    ]
    return group(pad, key, 3, labels)


def calls(pad: Pad) -> list[Content]:
    """The auction as it was called, one call after the other, from the left of the dealer."""
    attributes = {
        "type": "text",
        "autocomplete": "off",
        "name": "calls",
        "value": pad.text("calls"),
        "placeholder": "pass,…",
    }
    label = pad.language.gettext(pad.fields["calls"]["label"])
    return [node("label", {"class": "typed"}, label, node("input", attributes)), faults(pad, "calls")]


def runs(pad: Pad, key: str) -> list[Content]:
    """The runs that each seat declared: how long, how high, in trumps or not."""
    sets: list[Content] = [
        node(
            "fieldset",
            {"class": "runs"},
            legend(pad.marked_name(seat)),
            [run(pad, f"{key}.{seat}.{n}.") for n in range(RUNS)],
        )
        for seat in pad.seats
    ]
    return [sets, faults(pad, key)]


def run(pad: Pad, prefix: str) -> Node:
    """One run of a seat."""
    language = pad.language
    lengths = [("", "–")] + [(str(n), language.number(n)) for n in LENGTHS]
    tops = [("" if top == ACE else top, rank_word(language, top)) for top in TOPS]
    trump = {"type": "checkbox", "name": prefix + "trump", "checked": pad.chosen(prefix + "trump", "on")}
    return node(
        "div",
        {"class": "row"},
        select(pad, prefix + "length", language.gettext("How many cards"), lengths),
        select(pad, prefix + "top", language.gettext("Highest card"), tops),
        node("label", {"class": "row"}, node("input", trump), " ", language.gettext("in trumps")),
    )


def select(pad: Pad, name: str, words: str, offers: list[tuple[str, str]]) -> Node:
    """A drop-down list of values with their labels; words are its aria-label."""
    options: list[Content] = [
        node("option", {"value": value, "selected": bool(value) and pad.chosen(name, value)}, text)
        for value, text in offers
    ]
    return node("select", {"name": name, "aria-label": words}, options)
