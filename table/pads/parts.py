"""Parts of every pad: groups of choices, reasons and hints of a choice, forms and buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.icons import LETTERS, RED, mark
from table.language import SUITS
from table.node import HIDDEN_FIELDS, node, text_of

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Values
    from table.node import Attributes, Content, Node
    from table.pads.pad import Pad


def faults(pad: Pad, key: str) -> list[Content]:
    """The problems of a field."""
    return [node("p", {"class": "fault", "id": "fault-" + key}, fault) for fault in pad.take_faults(key)]


def other_faults(pad: Pad) -> list[Content]:
    """The problems of fields that are not on this pad."""
    return [node("p", {"class": "fault"}, fault) for fault in pad.remaining_faults()]


def hidden(name: str, value: str) -> Node:
    """A hidden field."""
    return node("input", {"type": "hidden", "name": name, "value": value})


def legend(words: Content, unseen: bool = False) -> Node:
    """The legend of a group. unseen: for screen readers only."""
    return node("legend", {"class": "unseen" if unseen else None}, words)


def disclosure(words: str, more: str, is_open: bool, *inside: Content) -> Node:
    """A disclosure: its content is hidden until it is opened."""
    summary = node("summary", {}, words, [" ", node("small", {}, more)] if more else None)
    return node("details", {"open": is_open}, summary, list(inside))


def back(address: str, words: str) -> Node:
    """A link back, below the pad."""
    return node("a", {"class": "back", "href": address}, words)


def barred(pad: Pad, key: str, choice: Values, seat: int | None = None, chosen: bool = False) -> Attributes:
    """The attributes of a choice that is not possible: its reason, and that it is disabled; none for a possible one.

    A choice that is never possible is disabled; one that is not possible beside other choices has data-not, which
    script treats as disabled. One that is chosen nevertheless has data-amiss and can be undone.
    """
    if not choice["why_not"]:
        return {}
    if chosen:
        return {"data-amiss": True}
    why = text_of(pad.formatter.format(choice["why_not"]))
    return barred_for_good(why) if pad.never_possible(key, choice, seat) else {"title": why, "data-not": True}


def barred_for_good(why: str) -> Attributes:
    """The attributes of a control that is disabled for good, with the reason; none without a reason."""
    return {"title": why, "disabled": True, "data-never": True} if why else {}


def with_more(attributes: Attributes, more: Attributes) -> Attributes:
    """Attributes with more of them."""
    attributes.update(more)
    return attributes


def radio(name: str, value: Any, chosen: bool, more: Attributes | None = None) -> Node:
    """One of several that exclude each other."""
    attributes = {"type": "radio", "name": name, "value": str(value), "checked": chosen}
    return node("input", with_more(attributes, more or {}))


def effect(pad: Pad, choice: Values) -> Node | None:
    """The reason, hint or preview of a choice."""
    message = choice.get("why_not") or choice.get("hint")
    if message:
        return node("small", {}, pad.formatter.format(message))
    preview = choice.get("preview")
    if not preview:
        return None
    points = [
        node("span", {}, mark(side), pad.language.signed(n)) for side, n in enumerate(preview["points"]) if n
    ] or pad.language.gettext("no score")
    return node("small", {"class": "effect"}, points)


def suit_sign(pad: Pad, suit: str, label: str) -> list[Content]:
    """The sign of a suit, with its name for screen readers."""
    style = "red" if suit in RED else None
    return [node("b", {"class": style}, SUITS[suit]), node("span", {"class": "unseen"}, pad.language.gettext(label))]


def word(pad: Pad, key: str, value: Any, label: str) -> Content:
    """The value of a choice as it stands on its chip."""
    language = pad.language
    if type(value) is str and value in SUITS:
        return suit_sign(pad, value, label)
    marks = pad.game.marks_bid(pad.standing.rules, value) if key == "bid" else None
    if marks:
        return [
            node("b", {}, language.number(value)),
            node("small", {}, language.ngettext("{num} mark", "{num} marks", marks, num=marks)),
        ]
    if label and label != str(value):
        text = language.in_digits(language.gettext(label))
        return node("b", {"class": "word" if len(text) > 2 else None}, text)
    return node("b", {}, language.number(value) if type(value) is int else str(value))


def group(pad: Pad, key: str, columns: int, chips: list[Content], unseen: bool = False) -> list[Content]:
    """The chips of one field, and its problems."""
    words = legend(pad.language.gettext(pad.fields[key]["label"]), unseen)
    return [node("fieldset", {"class": f"chips n{columns}"}, words, chips), faults(pad, key)]


def steps(pad: Pad, question: Content, left: int | None = None) -> Node:
    """The steps before as links back, then the present question, and how much is left of a total."""
    again, bid = pad.here + "?step=bid", pad.bid_summary
    items: list[Content] = []
    if bid:
        items.append(node("li", {}, node("a", {"href": again}, mark(bid["side"]), bid["name"])))
        items.append(node("li", {}, node("a", {"href": again}, bid["big"])))
    items.append(node("li", {"aria-current": "step"}, question))
    if left is not None:
        items.append(node("li", {"class": "left soft"}, node("span", {}, left_of(pad, left))))
    return node("ol", {"class": "steps"}, items)


def left_of(pad: Pad, total: int, used: int = 0) -> list[Content]:
    """How much is left of a total of which so much was given, or how much is too many; script keeps it up to date."""
    left, language = total - used, pad.language
    room = node("b", {"data-left": True}, language.number(max(left, 0)))
    over = node("b", {"data-over": True}, language.number(max(-left, 0)))
    return [
        node("span", {"hidden": left < 0}, room, " ", language.gettext("of {n} left", n=total)),
        node("span", {"hidden": left >= 0}, over, " ", language.gettext("too many")),
    ]


def entry_form(pad: Pad, step: str, *inside: Content, total: int | None = None, forced: bool = False) -> Node:
    """The form of a step, which records. forced: rows whose numbers the others leave no choice are filled in."""
    attributes = {
        "class": "entry",
        "method": "post",
        "action": pad.record_url,
        "data-total": None if total is None else str(total),
        "data-forced": forced,
    }
    done = pad.board.get("done")
    return node(
        "form", attributes, HIDDEN_FIELDS, hidden("step", step), hidden("done", done) if done else None, list(inside)
    )


def with_at(form: Node, at: str) -> Node:
    """The form with a query string that is added when its choice is only previewed."""
    form[1]["data-at"] = at
    return form


def last_button(pad: Pad, words: str, *more: Content, says: Attributes | None = None) -> Node:
    """The last button of a pad, which makes the record; where a deal is amended it only previews the change.

    says: the name and value that it sends along, or what bars it.
    """
    if pad.amends:
        look = with_more({"class": "go quiet looks"}, says or {})
        return node("button", look, pad.language.gettext("What would change"), list(more))
    return node("button", with_more({"class": "go"}, says or {}), words, list(more))


def pressed(chosen: bool) -> Attributes:
    """The attributes of a button whose value is the current one."""
    return {"aria-pressed": "true"} if chosen else {}


def verdict(name: str, value: str, side: int, words: str, chosen: bool, *more: Content) -> Node:
    """A large chip that records, in the colour of the side it is good for."""
    attributes = with_more({"class": "chip verdict " + LETTERS[side], "name": name, "value": value}, pressed(chosen))
    return node("button", attributes, node("b", {}, words), list(more))
