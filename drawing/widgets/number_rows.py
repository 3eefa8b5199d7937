"""Numbers: a row of chips for each seat, or typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import node
from drawing.widgets.base import columns_of
from drawing.widgets.parts import barred, effect, faults, hidden, legend, radio
from scoring.words import with_value

if TYPE_CHECKING:
    from drawing.node import Content, Node
    from drawing.widgets.base import Pad
    from scoring.words import Values


def rows(pad: Pad, key: str, gap: str = "", hints: bool = True) -> list[Content]:
    """A row of numbers for each seat; the last seat left open is filled in when the numbers must add up.

    gap: the word for taking no part, where that can be. hints: whether chips say what they would do.
    """
    return [
        [number_row(pad, key, seat, hints, who_counts(pad, key, seat, gap)) for seat in pad.active(key)],
        [hidden(f"{key}.{seat}", "-") for seat in pad.seats if not pad.counts(key, seat)],
        faults(pad, key),
    ]


def number_row(pad: Pad, key: str, seat: int, hints: bool, who: Content, unseen: bool = False) -> Node:
    """The numbers that a seat can give. who: what stands above them. unseen: the row only keeps its place."""
    offers = [choice for choice in pad.fields[key]["choices"][seat] if choice["value"] is not None]
    if any(pad.chosen(f"{key}.{seat}", choice["value"]) for choice in offers):
        offers = [changeable(pad, key, seat, choice) for choice in offers]
    labels: list[Content] = [number_chip(pad, key, seat, choice, "", hints) for choice in offers]
    return node(
        "fieldset",
        {"class": "counted", "data-key": key, "hidden": unseen},
        node("legend", {"class": "row who"}, who),
        node("div", {"class": f"chips n{columns_of(len(offers))}"}, labels),
    )


def changeable(pad: Pad, key: str, seat: int, choice: Values) -> Values:
    """A number to change another one to: it is offered even if it does not fit beside the other seats' numbers."""
    closed = choice["why_not"] and not pad.never_possible(key, choice, seat)
    return with_value(choice, "why_not", None) if closed else choice


def who_counts(pad: Pad, key: str, seat: int, gap: str) -> list[Content]:
    """Whose numbers a row has, and the chip for taking no part, or why that cannot be."""
    who: list[Content] = [pad.marked_name(seat)]
    out = gap_of(pad, key, seat) if gap else None
    if out and out["why_not"]:
        who.append(node("small", {}, pad.formatter.format(out["why_not"])))
    if out and not (out["why_not"] and pad.never_possible(key, out, seat)):
        who.append(number_chip(pad, key, seat, out, gap, False))
    return who


def gap_of(pad: Pad, key: str, seat: int) -> Values | None:
    """The choice of a seat to take no part, where there is one."""
    found: list[Values] = [choice for choice in pad.fields[key]["choices"][seat] if choice["value"] is None]
    return found[0] if found else None


def number_chip(pad: Pad, key: str, seat: int, choice: Values, gap: str, hints: bool) -> Node:
    """One number of a seat, or that it takes no part."""
    out = choice["value"] is None
    text = "-" if out else str(choice["value"])
    chosen = pad.chosen(f"{key}.{seat}", text)
    button = radio(f"{key}.{seat}", text, chosen, barred(pad, key, choice, seat, chosen))
    label = node("b", {"class": "word" if out else None}, gap if out else pad.language.number(choice["value"]))
    hint = effect(pad, choice) if hints and choice["hint"] and not out else None
    return node("label", {"class": "chip " + pad.letter(seat)}, button, label, hint)


def number(pad: Pad, name: str, label: Content) -> Node:
    """A number that is typed."""
    typed = {
        "type": "text",
        "inputmode": "numeric",
        "enterkeyhint": "next",
        "autocomplete": "off",
        "name": name,
        "value": pad.language.in_digits(pad.text(name)),
        "size": "4",
    }
    return node("label", {"class": "typed"}, label, node("input", typed))


def numbers(pad: Pad, key: str) -> list[Content]:
    """Numbers that are typed: one, or one a seat."""
    field = pad.fields[key]
    label = pad.language.gettext(field["label"])
    if field["per"] == "deal":
        typed = number(pad, key, label)
    else:
        each: list[Content] = [number(pad, f"{key}.{seat}", pad.marked_name(seat)) for seat in pad.seats]
        typed = node("div", {"class": "each"}, each)
    return [node("fieldset", {"class": "numbers"}, legend(label), typed), faults(pad, key)]
