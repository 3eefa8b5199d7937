"""Chips that are chosen by a tap, and rows of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import with_value
from table.form_entry import pairs_with_prefix
from table.icons import mark
from table.node import classes, node
from table.pads.pad import columns_of
from table.pads.parts import barred, effect, entry_form, faults, group, hidden, legend, radio, with_more, word

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Values
    from table.node import Attributes, Content, Node
    from table.pads.pad import Pad


def seat_chips(
    pad: Pad,
    key: str,
    nobody: str = "",
    plain: bool = False,
    along: str = "",
    terse: bool = False,
    beside: bool = False,
) -> list[Content]:
    """Seats as chips: radios, so that the next tap sends them along, or buttons that send `along` along.

    nobody: the word of a chip for no seat. plain: only names and who deals. beside: the heading stands beside.
    """
    field = pad.fields[key]
    chips: list[Content] = [seat_chip(pad, key, choice, plain, along, terse) for choice in pad.choices(key)]
    if nobody:
        chips.append(node("label", {"class": "chip"}, radio(key, "", not pad.text(key)), nobody))
    columns = pad.seat_columns + (1 if nobody else 0)
    style = classes("chips", f"n{columns}", "beside" if beside else "")
    return [
        node("fieldset", {"class": style}, legend(pad.language.gettext(field["label"]), plain), chips),
        faults(pad, key),
    ]


def seat_chip(pad: Pad, key: str, choice: Values, plain: bool, along: str, terse: bool) -> Node:
    """One seat as a chip."""
    seat, words = choice["value"], seat_words(pad, choice, plain, terse)
    style = "chip " + pad.letter(seat)
    if along:
        attributes: Attributes = {"class": style, "name": "also", "value": f"{key}={seat}&{along}"}
        return node("button", with_more(attributes, barred(pad, key, choice)), words)
    chosen = pad.chosen(key, seat)
    button = radio(key, seat, chosen, barred(pad, key, choice, chosen=chosen))
    return node("label", {"class": style}, button, words)


def seat_words(pad: Pad, choice: Values, plain: bool, terse: bool) -> list[Content]:
    """Mark and name of a seat, with its reason or hint."""
    seat = choice["value"]
    words: list[Content] = [mark(pad.side(seat)), pad.name(seat)]
    if terse:
        return words
    if choice["why_not"]:
        words.append(node("small", {}, pad.formatter.format(choice["why_not"])))
    elif plain and seat == pad.dealer:
        words.append(node("small", {}, pad.language.gettext("deals")))
    elif choice["hint"] and not plain:
        words.append(node("small", {}, pad.formatter.format(choice["hint"])))
    return words


def seats_chips(pad: Pad, key: str, only: list[int] | None = None) -> list[Content]:
    """Seats of which any number can be chosen."""
    choices = [choice for choice in pad.choices(key) if only is None or choice["value"] in only]
    chips: list[Content] = [seats_chip(pad, key, choice) for choice in choices]
    style = f"chips n{pad.seat_columns if only is None else 2}"
    words = legend(pad.language.gettext(pad.fields[key]["label"]), only is not None)
    return [node("fieldset", {"class": style}, words, chips), faults(pad, key)]


def seats_chip(pad: Pad, key: str, choice: Values) -> Node:
    """One of several seats, with what choosing it means."""
    seat = choice["value"]
    box = {"type": "checkbox", "name": key, "value": str(seat), "checked": pad.chosen(key, seat)}
    hint = node("small", {}, pad.formatter.format(choice["hint"])) if choice["hint"] else None
    style = {"class": "chip " + pad.letter(seat)}
    return node("label", style, node("input", box), mark(pad.side(seat)), pad.name(seat), hint)


def chips(
    pad: Pad,
    key: str,
    columns: int = 4,
    nothing: str = "",
    only: Any = None,
    but: Any = (),
    usual: Any = None,
    stands_for: Any = None,
) -> list[Content]:
    """Values as chips to choose one of, each with what it would do.

    nothing: the word of a chip for no value. only, but: the values that are shown. usual: the default value.
    stands_for: the value that is meant by none.
    """
    empty = not pad.text(key)
    labels: list[Content] = [nothing_chip(pad, key, nothing, empty, stands_for)] if nothing else []
    for choice in offered(pad, key, only, but):
        chosen = pad.chosen(key, choice["value"]) or (empty and choice["value"] == usual)
        button = radio(key, choice["value"], chosen, barred(pad, key, choice, chosen=chosen))
        inside = [word(pad, key, choice["value"], choice["label"]), effect(pad, choice)]
        labels.append(node("label", {"class": "chip"}, button, inside))
    return group(pad, key, columns, labels)


def nothing_chip(pad: Pad, key: str, words: str, chosen: bool, stands_for: Any) -> Node:
    """The chip for no value; it cannot be where the value that is meant by none cannot be."""
    meant = [choice for choice in offered(pad, key, None, ()) if choice["value"] == stands_for and not chosen]
    button = radio(key, "", chosen, barred(pad, key, meant[0]) if meant else {})
    inside = [node("b", {"class": "word"}, words), effect(pad, meant[0]) if meant else None]
    return node("label", {"class": "chip"}, button, inside)


def send_chips(pad: Pad, key: str, columns: int = 4, only: Any = None, plain: bool = False) -> list[Content]:
    """Values as chips that make a record, for the last tap of a step. plain: without hints."""
    buttons: list[Content] = []
    for choice in offered(pad, key, only, ()):
        pressed = "true" if pad.chosen(key, choice["value"]) else None
        attributes: Attributes = {"class": "chip", "name": key, "value": str(choice["value"]), "aria-pressed": pressed}
        words = [word(pad, key, choice["value"], choice["label"]), None if plain else effect(pad, choice)]
        buttons.append(node("button", with_more(attributes, barred(pad, key, choice)), words))
    return group(pad, key, columns, buttons, unseen=True)


def naming(
    pad: Pad, key: str, columns: int, nothing: str, but: Any = (), stands_for: Any = None, along: Content = None
) -> Node:
    """Values of a bid's field beside the result: a tap records the bid in play again, with that value.

    The current value makes no record. nothing: the label of no value. stands_for: the value that no value means. along:
    more content of the form.
    """
    buttons: list[Content] = [no_name_chip(pad, key, nothing, stands_for)] if nothing else []
    for choice in offered(pad, key, None, but):
        words = [word(pad, key, choice["value"], choice["label"]), effect(pad, choice)]
        buttons.append(name_chip(pad, key, str(choice["value"]), words, barred(pad, key, choice)))
    bid = [key_of for key_of in sorted(pad.fields) if pad.fields[key_of]["step"] == "bid" and key_of != key]
    bid_fields = [hidden(name, text) for name in bid for text in pad.texts(name) if text]
    draft_fields = [hidden(name, text) for name, text in pairs_with_prefix(pad.draft_prefixes, pad.form)]
    return entry_form(pad, "bid", bid_fields, draft_fields, along, group(pad, key, columns, buttons))


def name_chip(pad: Pad, key: str, value: str, words: Content, more: Attributes) -> Node:
    """One of them."""
    named = pad.text(key) == value
    attributes: Attributes = {"class": "chip", "name": key, "value": value}
    return node("button", with_more(attributes, {"type": "button", "aria-pressed": "true"} if named else more), words)


def no_name_chip(pad: Pad, key: str, words: str, stands_for: Any) -> Node:
    """The chip for no value, with the hint of the value that no value stands for."""
    meant = [choice for choice in offered(pad, key, None, ()) if choice["value"] == stands_for]
    inside = [node("b", {"class": "word"}, words), effect(pad, meant[0]) if meant else None]
    return name_chip(pad, key, "", inside, barred(pad, key, meant[0]) if meant else {})


def offered(pad: Pad, key: str, only: Any, but: Any) -> list[Values]:
    """The choices of a field that are shown."""
    return [
        choice
        for choice in pad.choices(key)
        if choice["value"] not in but and (only is None or choice["value"] in only)
    ]


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
