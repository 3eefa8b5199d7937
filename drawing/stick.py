"""The stick with a cut for every deal, and the road to a total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import node

if TYPE_CHECKING:
    from typing import Any

    from drawing.locale import Language
    from drawing.node import Content, Node

NOTCHES = "M40 13v14M75 13v14M110 13v14M145 13v14M216 13v14M251 13v14M286 13v14M321 13v14"


def road(language: Language, totals: Any, target: int, names: list[str]) -> Node:
    """The road to a total, with a pin for each of two sides."""
    totals_text = language.gettext(", ").join(
        [f"{names[side]} {language.number(total)}" for side, total in enumerate(totals)]
    )
    words = totals_text + " " + language.gettext("of {target}", target=target)
    free = 10 * max(totals) < 9 * target  # else a pin stands before the number at its end
    return node(
        "svg",
        {"class": "road", "role": "img", "aria-label": words},
        node(
            "svg",
            {"viewBox": "0 0 360 40", "preserveAspectRatio": "none"},
            node("path", {"class": "stick-body", "d": "M4 20 8 13H352l5 7-5 7H8z"}),
            node("path", {"class": "notch", "d": NOTCHES}),
            node("path", {"class": "notch half", "d": "M180 10v20"}),
        ),
        [pin(side, percent(total, target, language.rtl)) for side, total in enumerate(totals)],
        on_road("6%" if language.rtl else "94%", node("text", {"y": "10"}, language.number(target))) if free else None,
    )


def on_road(x: str, *drawn: Content) -> Node:
    """Content at a place of the road; the road is stretched to the width of the screen, this is not."""
    view = {"x": x, "width": "99", "viewBox": "0 0 1 40", "preserveAspectRatio": "xMinYMid"}
    return node("svg", view, *drawn)


def percent(total: int, target: int, mirrored: bool = False) -> str:
    """Where a total stands on the road, with one decimal; the road begins where one begins to read."""
    done = min(max(total, 0), target)
    at = 22 + (956 * done + target // 2) // target
    if mirrored:
        at = 1000 - at
    return f"{at // 10}.{at % 10}%"


def pin(side: int, x: str) -> Node:
    """The pin of a side: a disc above the road, or a diamond on it."""
    if side == 0:
        return node("g", {"class": "a"}, on_road(x, node("circle", {"class": "pin", "cy": "13", "r": "9"})))
    return node("g", {"class": "b"}, on_road(x, node("path", {"class": "pin", "d": "M0 18l10 10-10 10-10-10z"})))


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
    label = node("span", {"class": "unseen"}, language.gettext("{slot}, played", slot=text))
    return node("li", {}, node("i", {"class": "both"}), label)


def stick(language: Language, cuts: list[Content]) -> Node:
    """The stick of a match that may last: a cut for every deal."""
    return node("ol", {"class": "stick", "aria-label": language.gettext("Deals so far")}, cuts)
