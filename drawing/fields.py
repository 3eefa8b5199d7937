"""The field widgets: each draws one field of the board, with what is possible now and what it would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.pad import columns_of
from drawing.shapes import LETTERS, RED, mark
from drawing.speech import SUITS
from drawing.tree import SEAL, classes, node

if TYPE_CHECKING:
    from typing import Any

    from drawing.pad import Pad
    from drawing.tree import Attributes, Node, Piece
    from scoring.words import Values

TOPS = ("A", "K", "Q", "J", "10", "9")
LENGTHS = range(3, 9)


def faults(pad: Pad, key: str) -> list[Piece]:
    """What is wrong with a field."""
    return [node("p", {"class": "fault", "id": "fault-" + key}, fault) for fault in pad.told(key)]


def other_faults(pad: Pad) -> list[Piece]:
    """What is wrong with fields that are not on this pad."""
    return [node("p", {"class": "fault"}, fault) for fault in pad.untold()]


def hidden(name: str, value: str) -> Node:
    """What a form says without being asked."""
    return node("input", {"type": "hidden", "name": name, "value": value})


def legend(words: Piece, unseen: bool = False) -> Node:
    """What a group is about."""
    return node("legend", {"class": "unseen" if unseen else None}, words)


def fold(words: str, more: str, is_open: bool, *inside: Piece) -> Node:
    """Something that stands folded until it is wanted."""
    summary = node("summary", {}, words, [" ", node("small", {}, more)] if more else None)
    return node("details", {"open": is_open}, summary, list(inside))


def back(address: str, words: str) -> Node:
    """A way back below the pad."""
    return node("a", {"class": "back", "href": address}, words)


def barred(pad: Pad, key: str, choice: Values, seat: int | None = None, chosen: bool = False) -> Attributes:
    """The attributes of a choice that cannot be.

    One that can never be is disabled; one that cannot be beside what else is chosen here is only marked, which script
    takes as disabled.
    """
    if not choice["why_not"] or chosen:
        return {}
    return {"disabled": True, "data-never": True} if pad.never(key, choice, seat) else {"data-not": True}


def with_more(attributes: Attributes, more: Attributes) -> Attributes:
    """Attributes with more of them."""
    attributes.update(more)
    return attributes


def radio(name: str, value: Any, chosen: bool, more: Attributes | None = None) -> Node:
    """One of several that exclude each other."""
    said = {"type": "radio", "name": name, "value": str(value), "checked": chosen}
    return node("input", with_more(said, more or {}))


def effect(pad: Pad, choice: Values) -> Node | None:
    """What a choice would do, or why it cannot be."""
    said = choice.get("why_not") or choice.get("hint")
    if said:
        return node("small", {}, pad.speaker.say(said))
    preview = choice.get("preview")
    if not preview:
        return None
    told = [
        node("span", {}, mark(side), pad.language.signed(n)) for side, n in enumerate(preview["points"]) if n
    ] or pad.language.gettext("no score")
    return node("small", {"class": "effect"}, told)


def suit_sign(pad: Pad, suit: str, label: str) -> list[Piece]:
    """A suit by its sign, and by name for who cannot see it."""
    style = "red" if suit in RED else None
    return [node("b", {"class": style}, SUITS[suit]), node("span", {"class": "unseen"}, pad.language.gettext(label))]


def word(pad: Pad, key: str, value: Any, label: str) -> Piece:
    """The value of a choice as it stands on its chip."""
    language = pad.language
    if type(value) is str and value in SUITS:
        return suit_sign(pad, value, label)
    if key == "bid" and type(value) is int and value >= 42 and pad.board["unit"] == "marks":
        marks = value // 42
        return [
            node("b", {}, language.number(value)),
            node("small", {}, language.ngettext("{num} mark", "{num} marks", marks, num=marks)),
        ]
    if label:
        text = language.in_digits(language.gettext(label))
        return node("b", {"class": "word" if len(text) > 2 else None}, text)
    return node("b", {}, language.number(value) if type(value) is int else str(value))


def seat_chips(
    pad: Pad,
    key: str,
    nobody: str = "",
    plain: bool = False,
    along: str = "",
    terse: bool = False,
    beside: bool = False,
) -> list[Piece]:
    """Seats as chips: radios, so that the next tap sends them along, or buttons that send `along` along.

    nobody: the word of a chip for no seat. plain: only names and who deals. beside: the heading stands beside.
    """
    field = pad.fields[key]
    chips: list[Piece] = [seat_chip(pad, key, choice, plain, along, terse) for choice in pad.choices(key)]
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
        said: Attributes = {"class": style, "name": "also", "value": f"{key}={seat}&{along}"}
        return node("button", with_more(said, barred(pad, key, choice)), words)
    chosen = pad.chosen(key, seat)
    button = radio(key, seat, chosen, barred(pad, key, choice, chosen=chosen))
    return node("label", {"class": style}, button, words)


def seat_words(pad: Pad, choice: Values, plain: bool, terse: bool) -> list[Piece]:
    """Mark and name of a seat, and what is to be said of it."""
    seat = choice["value"]
    words: list[Piece] = [mark(pad.side(seat)), pad.name(seat)]
    if terse:
        return words
    if choice["why_not"]:
        words.append(node("small", {}, pad.speaker.say(choice["why_not"])))
    elif plain and seat == pad.dealer:
        words.append(node("small", {}, pad.language.gettext("deals")))
    elif choice["hint"] and not plain:
        words.append(node("small", {}, pad.speaker.say(choice["hint"])))
    return words


def seats_chips(pad: Pad, key: str, only: list[int] | None = None) -> list[Piece]:
    """Seats of which any number can be chosen."""
    shown = [choice for choice in pad.choices(key) if only is None or choice["value"] in only]
    chips: list[Piece] = [seats_chip(pad, key, choice) for choice in shown]
    style = f"chips n{pad.seat_columns if only is None else 2}"
    words = legend(pad.language.gettext(pad.fields[key]["label"]), only is not None)
    return [node("fieldset", {"class": style}, words, chips), faults(pad, key)]


def seats_chip(pad: Pad, key: str, choice: Values) -> Node:
    """One of several seats, with what choosing it means."""
    seat = choice["value"]
    box = {"type": "checkbox", "name": key, "value": str(seat), "checked": pad.chosen(key, seat)}
    said = node("small", {}, pad.speaker.say(choice["hint"])) if choice["hint"] else None
    style = {"class": "chip " + pad.letter(seat)}
    return node("label", style, node("input", box), mark(pad.side(seat)), pad.name(seat), said)


def chips(
    pad: Pad, key: str, columns: int = 4, nothing: str = "", only: Any = None, but: Any = (), usual: Any = None
) -> list[Piece]:
    """Values as chips to choose one of, each with what it would do.

    nothing: the word of a chip for no value. only, but: the values that are shown. usual: what goes without saying.
    """
    empty = not pad.text(key)
    shown: list[Piece] = []
    if nothing:
        words = node("b", {"class": "word"}, nothing)
        shown.append(node("label", {"class": "chip"}, radio(key, "", empty), words))
    for choice in offered(pad, key, only, but):
        chosen = pad.chosen(key, choice["value"]) or (empty and choice["value"] == usual)
        button = radio(key, choice["value"], chosen, barred(pad, key, choice, chosen=chosen))
        told = [word(pad, key, choice["value"], choice["label"]), effect(pad, choice)]
        shown.append(node("label", {"class": "chip"}, button, told))
    return group(pad, key, columns, shown)


def send_chips(pad: Pad, key: str, columns: int = 4, only: Any = None, plain: bool = False) -> list[Piece]:
    """Values as chips that record, for the last tap of a step. plain: without what they would do."""
    shown: list[Piece] = []
    for choice in offered(pad, key, only, ()):
        pressed = "true" if pad.chosen(key, choice["value"]) else None
        said: Attributes = {"class": "chip", "name": key, "value": str(choice["value"]), "aria-pressed": pressed}
        words = [word(pad, key, choice["value"], choice["label"]), None if plain else effect(pad, choice)]
        shown.append(node("button", with_more(said, barred(pad, key, choice)), words))
    return group(pad, key, columns, shown, unseen=True)


def offered(pad: Pad, key: str, only: Any, but: Any) -> list[Values]:
    """The choices of a field that are shown."""
    return [
        choice
        for choice in pad.choices(key)
        if choice["value"] not in but and (only is None or choice["value"] in only)
    ]


def group(pad: Pad, key: str, columns: int, shown: list[Piece], unseen: bool = False) -> list[Piece]:
    """Chips of one field, and what is wrong with it."""
    words = legend(pad.language.gettext(pad.fields[key]["label"]), unseen)
    return [node("fieldset", {"class": f"chips n{columns}"}, words, shown), faults(pad, key)]


def rows(pad: Pad, key: str, gap: str = "", hints: bool = True) -> list[Piece]:
    """A row of numbers for each seat; the last seat left open is filled in when the numbers must add up.

    gap: the word for taking no part, where that can be. hints: whether chips say what they would do.
    """
    return [
        [number_row(pad, key, seat, hints, who_counts(pad, key, seat, gap)) for seat in pad.active(key)],
        [hidden(f"{key}.{seat}", "-") for seat in pad.seats if not pad.counts(key, seat)],
        faults(pad, key),
    ]


def number_row(pad: Pad, key: str, seat: int, hints: bool, who: Piece, unseen: bool = False) -> Node:
    """The numbers that a seat can give. who: what stands above them. unseen: the row only keeps its place."""
    offers = [choice for choice in pad.fields[key]["choices"][seat] if choice["value"] is not None]
    shown: list[Piece] = [number_chip(pad, key, seat, choice, "", hints) for choice in offers]
    return node(
        "fieldset",
        {"class": "counted", "data-key": key, "hidden": unseen},
        node("legend", {"class": "row who"}, who),
        node("div", {"class": f"chips n{columns_of(len(offers))}"}, shown),
    )


def who_counts(pad: Pad, key: str, seat: int, gap: str) -> list[Piece]:
    """Whose numbers a row has, and the chip for taking no part, or why that cannot be."""
    who: list[Piece] = [pad.marked(seat)]
    out = gap_of(pad, key, seat) if gap else None
    if out and out["why_not"]:
        who.append(node("small", {}, pad.speaker.say(out["why_not"])))
    if out and not (out["why_not"] and pad.never(key, out, seat)):
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
    shown = node("b", {"class": "word" if out else None}, gap if out else pad.language.number(choice["value"]))
    said = effect(pad, choice) if hints and choice["hint"] and not out else None
    return node("label", {"class": "chip " + pad.letter(seat)}, button, shown, said)


def number(pad: Pad, name: str, label: Piece, who: Piece = None) -> Node:
    """A number that is typed. who: whose it is, for who cannot see the mark."""
    typed = {
        "type": "text",
        "inputmode": "numeric",
        "enterkeyhint": "next",
        "autocomplete": "off",
        "name": name,
        "value": pad.text(name),
        "size": "4",
    }
    said = node("span", {"class": "unseen"}, who) if who else None
    return node("label", {"class": "typed"}, label, said, node("input", typed))


def numbers(pad: Pad, key: str) -> list[Piece]:
    """Numbers that are typed: one, or one a seat."""
    field = pad.fields[key]
    label = pad.language.gettext(field["label"])
    if field["per"] == "deal":
        typed = number(pad, key, label)
    else:
        each: list[Piece] = [number(pad, f"{key}.{seat}", pad.marked(seat)) for seat in pad.seats]
        typed = node("div", {"class": "each"}, each)
    return [node("fieldset", {"class": "numbers"}, legend(label), typed), faults(pad, key)]


def flag(pad: Pad, key: str) -> list[Piece]:
    """Yes, no, or nothing said."""
    words = (("true", pad.language.gettext("yes")), ("false", pad.language.gettext("no")), ("", "–"))
    shown: list[Piece] = [
        node("label", {"class": "chip"}, radio(key, text, pad.text(key) == text), node("b", {"class": "word"}, label))
        for text, label in words
    ]
    return group(pad, key, 3, shown)


def calls(pad: Pad) -> list[Piece]:
    """The auction as it was called, one call after the other, from the left of the dealer."""
    said = {"type": "text", "autocomplete": "off", "name": "calls", "value": pad.text("calls"), "placeholder": "pass,…"}
    label = pad.language.gettext(pad.fields["calls"]["label"])
    return [node("label", {"class": "typed"}, label, node("input", said)), faults(pad, "calls")]


def runs(pad: Pad, key: str) -> list[Piece]:
    """The runs that each seat declared: how long, how high, in trumps or not."""
    sets: list[Piece] = [
        node(
            "fieldset", {"class": "runs"}, legend(pad.marked(seat)), [run(pad, f"{key}.{seat}.{n}.") for n in range(3)]
        )
        for seat in pad.seats
    ]
    return [sets, faults(pad, key)]


def run(pad: Pad, prefix: str) -> Node:
    """One run of a seat."""
    language = pad.language
    none = node("option", {"value": ""}, language.gettext("none"))
    lengths: list[Piece] = [
        node("option", {"value": str(n), "selected": pad.chosen(prefix + "length", n)}, language.number(n))
        for n in LENGTHS
    ]
    tops: list[Piece] = [
        node("option", {"value": "" if top == TOPS[0] else top, "selected": pad.chosen(prefix + "top", top)}, top)
        for top in TOPS
    ]
    trump = {"type": "checkbox", "name": prefix + "trump", "checked": pad.chosen(prefix + "trump", "on")}
    return node(
        "div",
        {"class": "row"},
        node("select", {"name": prefix + "length", "aria-label": language.gettext("How many cards")}, none, lengths),
        node("select", {"name": prefix + "top", "aria-label": language.gettext("Highest card")}, tops),
        node("label", {"class": "row"}, node("input", trump), " ", language.gettext("in trumps")),
    )


def any_field(pad: Pad, field: Values) -> list[Piece]:
    """Any field in its ordinary dress."""
    key, kind = field["key"], field["kind"]
    optional = "–" if field["optional"] else ""
    if kind == "seat":
        return seat_chips(pad, key, nobody=pad.language.gettext("nobody") if optional else "")
    if kind == "seats":
        return seats_chips(pad, key)
    if kind == "pick":
        return chips(pad, key, columns=4, nothing=optional)
    if kind == "count" and field["per"] == "seat":
        return rows(pad, key, gap=pad.language.gettext("out") if field["gaps"] else "")
    if kind == "count":
        return chips(pad, key, columns=6, nothing=optional)
    if kind == "flag":
        return flag(pad, key)
    if kind == "calls":
        return calls(pad)
    return runs(pad, key) if kind == "sequences" else numbers(pad, key)


def verdict(pad: Pad, name: str, value: str, side: int, words: str, *more: Piece) -> Node:
    """A large chip that records, in the colour of the side it is good for."""
    said = {"class": "chip verdict " + LETTERS[side], "name": name, "value": value}
    return node("button", said, node("b", {}, words), list(more))


def steps(pad: Pad, question: Piece, left: int | None = None) -> Node:
    """What was said before, as links back to it; then what is asked now, and how much is left of a total."""
    again, spoken = pad.here + "?step=bid", pad.spoken
    items: list[Piece] = []
    if spoken:
        items.append(node("li", {}, node("a", {"href": again}, mark(spoken["side"]), spoken["name"])))
        items.append(node("li", {}, node("a", {"href": again}, spoken["big"])))
    items.append(node("li", {"aria-current": "step"}, question))
    if left is not None:
        items.append(node("li", {"class": "left soft"}, node("span", {}, left_of(pad, left))))
    return node("ol", {"class": "steps"}, items)


def left_of(pad: Pad, total: int) -> list[Piece]:
    """How much is left of a total, which script keeps up to date."""
    number = pad.language.number(total)
    return [node("b", {"data-left": True}, number), " ", pad.language.gettext("of {n} left", n=total)]


def entry_form(pad: Pad, step: str, *inside: Piece, late: bool = False, total: int | None = None) -> Node:
    """The form of a step, which records. late: nothing records before its last button."""
    said = {
        "class": "entry late" if late else "entry",
        "method": "post",
        "action": pad.saying,
        "data-total": None if total is None else str(total),
    }
    return node("form", said, SEAL, hidden("step", step), list(inside))
