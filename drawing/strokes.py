"""The tallies known from paper: ALL stroke by stroke, five-bar gates, the road to a total, the stick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.tree import node

if TYPE_CHECKING:
    from typing import Any

    from drawing.language import Language
    from drawing.tree import Node, Piece

ALL = (
    "M30 6C24 26 15 48 6 68",
    "M29 5C37 27 46 47 53 67",
    "M12 46C24 42.5 37 43 47 45.5",
    "M78 6C76.5 26 79 46 77.5 66",
    "M76 65.5C88 67.5 98 64 110 66",
    "M128 5C129.5 26 127 46 128 67",
    "M126.5 66C139 64 150 67.5 162 64.5",
)
WOBBLE = ("l.8 20", "l-.6 20", "l.5 20", "l-.9 20")
NOTCHES = "M40 13v14M75 13v14M110 13v14M145 13v14M216 13v14M251 13v14M286 13v14M321 13v14"


def all_tally(language: Language, strokes: int, new: int = 0, silent: bool = False) -> Node:
    """ALL as far as it is written; the newest strokes are drawn while one looks."""
    drawn = min(strokes, len(ALL))
    ghosts = [node("path", {"d": stroke}) for stroke in ALL[drawn:]]
    inked = [stroke_of(ALL[n], n >= drawn - new) for n in range(drawn)]
    return node(
        "svg",
        {"class": "tally", "viewBox": "0 0 168 73", "aria-hidden": "true"}
        if silent
        else titled("tally", "0 0 168 73", language.gettext("{n} of 7 strokes of ALL", n=drawn)),
        node("g", {"class": "ghost"}, ghosts) if ghosts else None,
        node("g", {"filter": "url(#chalk)"}, inked),
    )


def titled(style: str, view: str, words: str) -> dict[str, str]:
    """The attributes of a drawing that says itself in words."""
    return {"class": style, "viewBox": view, "role": "img", "aria-label": words}


def stroke_of(d: str, new: bool) -> Node:
    """One stroke."""
    return node("path", {"class": "new", "pathLength": "1", "d": d} if new else {"d": d})


def gates(language: Language, left: int, start: int) -> Node:
    """Five-bar gates: a bar for every point still to go, dots for those that are gone, at most 20."""
    shown = min(max(left, 0), 20)
    bars = "".join([gate(number, shown) for number in range(4)])
    dots = "".join([dot(n) for n in range(shown, min(start, 20)) if n % 5 < 4])
    return node(
        "svg",
        titled("tally gates", "0 0 72 54", language.gettext("{n} still to go", n=left)),
        node("path", {"d": bars}) if bars else None,
        node("path", {"class": "ghost", "d": dots}) if dots else None,
    )


def gate(number: int, shown: int) -> str:
    """What there is of one gate: four bars and the one across them."""
    x, y = corner(number)
    bars = "".join([f"M{x + 7 * n} {y}{WOBBLE[n]}" for n in range(4) if number * 5 + n < shown])
    return bars + (f"M{x - 4} {y + 15}l30-11" if number * 5 + 4 < shown else "")


def dot(n: int) -> str:
    """The dot where a bar was."""
    x, y = corner(n // 5)
    return f"M{x + 7 * (n % 5)} {y + 19}v.1"


def corner(number: int) -> tuple[int, int]:
    """Where a gate stands."""
    return 4 + 37 * (number % 2), 3 + 27 * (number // 2)


def road(language: Language, totals: Any, target: int, names: list[str]) -> Node:
    """The road to a total, with a pin for each of two sides."""
    told = language.gettext(", ").join([f"{names[side]} {language.number(total)}" for side, total in enumerate(totals)])
    words = told + " " + language.gettext("of {target}", target=target)
    free = 10 * max(totals) < 9 * target  # else a pin stands before the number at its end
    return node(
        "svg",
        titled("road", "0 0 360 40", words),
        node("path", {"class": "wood", "d": "M4 20 8 13H352l5 7-5 7H8z"}),
        node("path", {"class": "notch", "d": NOTCHES}),
        node("path", {"class": "notch half", "d": "M180 10v20"}),
        [pin(side, tenths(total, target, language.rtl)) for side, total in enumerate(totals)],
        node("text", {"x": "5" if language.rtl else "331", "y": "10"}, language.number(target)) if free else None,
    )


def tenths(total: int, target: int, mirrored: bool = False) -> str:
    """Where a total stands on the road, in units with one decimal; the road begins where one begins to read."""
    gone = min(max(total, 0), target)
    at = 80 + (3440 * gone + target // 2) // target
    if mirrored:
        at = 3600 - at
    return f"{at // 10}.{at % 10}"


def pin(side: int, x: str) -> Node:
    """The pin of a side: a disc above the road, or a diamond on it."""
    if side == 0:
        return node("g", {"class": "a"}, node("circle", {"class": "pin", "cx": x, "cy": "13", "r": "9"}))
    return node("g", {"class": "b"}, node("path", {"class": "pin", "d": f"M{x} 18l10 10-10 10-10-10z"}))


def slots(language: Language, shape: dict[str, Any]) -> Node:
    """The stick of a match of known length: a place for every deal, those that are played cut through."""
    return node(
        "ol",
        {"class": "stick slots", "aria-label": language.gettext("Deals of this match")},
        [slot(language, words, n - shape["now"]) for n, words in enumerate(shape["slots"])],
    )


def slot(language: Language, words: str, distance: int) -> Node:
    """One place on it; distance: how many deals from now."""
    text = language.in_digits(words)
    if distance >= 0:
        return node("li", {"class": None if distance else "now"}, text)
    said = node("span", {"class": "unseen"}, language.gettext("{slot}, played", slot=text))
    return node("li", {}, node("i", {"class": "both"}), said)


def stick(language: Language, cuts: list[Piece]) -> Node:
    """The stick of a match that may last: the newest cuts."""
    return node("ol", {"class": "stick", "aria-label": language.gettext("Deals so far")}, cuts)
