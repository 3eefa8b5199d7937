"""What a side took in Texas 42: counting dominoes and tricks are tapped, the points follow by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.locale import fill_in
from drawing.node import node
from drawing.widgets.parts import disclosure, radio, with_more
from scoring.games.texas_42.rules import ALL_POINTS, COUNTERS, TRICKS, counts, taken

if TYPE_CHECKING:
    from typing import Any

    from drawing.node import Attributes, Content, Node
    from drawing.widgets.base import Pad

ON_A_TRICK = 4  # dominoes
PIPS = {
    0: (),
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def domino(tile: Any) -> Node:
    """A domino, lying."""
    dots: list[Content] = []
    for half, number in enumerate(tile):
        for x, y in PIPS[number]:
            dots.append(node("circle", {"cx": str(7 + 26 * half + 6 * x), "cy": str(7 + 6 * y), "r": "2.2"}))
    return node(
        "svg",
        {"class": "domino", "viewBox": "0 0 52 26", "aria-hidden": "true"},
        node("rect", {"x": "1", "y": "1", "width": "50", "height": "24", "rx": "4"}),
        node("path", {"d": "M26 4v18"}),
        node("g", {"class": "dot"}, dots),
    )


def possible(tiles: int, tricks: int) -> bool:
    """Whether so many counters can lie in so many tricks, and the rest of both in those of the other side."""
    return len(COUNTERS) - ON_A_TRICK * (TRICKS - tricks) <= tiles <= ON_A_TRICK * tricks


def counting(pad: Pad, side: int, bid: int) -> Node:
    """The counters that a side took, and its tricks, in the form of the result; the button records what they come to.

    bid: the points that the side needs.
    """
    tiles = [tile for tile in COUNTERS if pad.chosen("counter", code(tile))]
    tricks = [number for number in range(TRICKS + 1) if pad.chosen("took", number)]
    language = pad.language
    chips: list[Content] = [counter(pad, tile) for tile in COUNTERS]
    numbers: list[Content] = [trick_chip(pad, number, len(tiles)) for number in range(TRICKS + 1)]
    words = fill_in(language.gettext("What {names} took"), {"names": pad.formatter.side(side)})
    rows = [
        node("fieldset", {"class": "chips n5"}, node("legend", {}, words), chips),
        node("fieldset", {"class": "chips n4"}, node("legend", {}, language.gettext("Tricks")), numbers),
    ]
    fits = bool(tricks) and possible(len(tiles), tricks[0])
    end = result(pad, taken(tiles, tricks[0]), bid) if fits else count_button(pad)
    more = language.gettext("dominoes and tricks")
    is_open = bool(tiles or tricks)
    return disclosure(language.gettext("Count what was taken"), more, is_open, rows, end)


def code(tile: Any) -> str:
    """A domino as a form writes it."""
    return f"{tile[0]}-{tile[1]}"


def counter(pad: Pad, tile: Any) -> Node:
    """A domino that counts."""
    text, points = code(tile), pad.language.number(counts(tile))
    attributes = {"type": "checkbox", "name": "counter", "value": text, "checked": pad.chosen("counter", text)}
    attributes["aria-label"] = pad.language.gettext(
        "{tile} counts {n}", tile=pad.language.in_digits(text), n=counts(tile)
    )
    return node("label", {"class": "chip"}, node("input", attributes), domino(tile), node("small", {}, points))


def trick_chip(pad: Pad, number: int, tiles: int) -> Node:
    """A number of tricks; one in which the counters do not fit is marked."""
    chosen = pad.chosen("took", number)
    fits = chosen or not tiles or possible(tiles, number)
    more: Attributes = {} if fits else {"data-not": True}
    why = None if fits else node("small", {}, pad.language.gettext("does not fit"))
    button = radio("took", number, chosen, more)
    return node("label", {"class": "chip"}, button, node("b", {}, pad.language.number(number)), why)


def result(pad: Pad, points: int, bid: int) -> Node:
    """The button that records what was taken; where points are counted a penalty that is ticked goes with them."""
    language, counted = pad.language, pad.board["unit"] == "points"
    verdict = language.gettext("Made") if points >= bid else language.gettext("Set")
    if counted and pad.chosen("penalty", "true"):
        verdict = language.gettext(pad.fields["penalty"]["label"])
    what = language.gettext("{n} of {all}", n=points, all=ALL_POINTS)
    attributes: Attributes = {"class": "go wide", "name": "also"}
    attributes = with_more(attributes, {"value": f"points={points}"})
    return node("button", attributes, verdict, ": ", what)


def count_button(pad: Pad) -> Node:
    """The way on where nothing follows by itself."""
    attributes = {"class": "go quiet wide", "formaction": pad.here, "name": "count", "value": "1"}
    return node("button", attributes, pad.language.gettext("Count"))
