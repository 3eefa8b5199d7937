"""The tallies known from paper: ALL stroke by stroke, five-bar gates, the road to a total, the stick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import node

if TYPE_CHECKING:
    from typing import Any

    from drawing.locale import Language
    from drawing.node import Content, Node

ALL = (
    "M30 6C24 26 15 48 6 68",
    "M29 5C37 27 46 47 53 67",
    "M12 46C24 42.5 37 43 47 45.5",
    "M78 6C76.5 26 79 46 77.5 66",
    "M76 65.5C88 67.5 98 64 110 66",
    "M128 5C129.5 26 127 46 128 67",
    "M126.5 66C139 64 150 67.5 162 64.5",
)
ALL_HEIGHT, LINE_HEIGHT, A_LINE = 73, 26, 25  # of ALL and of a line below it, and the marks on that
ALL_MOST = len(ALL) + 2 * A_LINE  # the marks of a match that are drawn; those of a longer one are only counted
CROSS = "M0 18l30-11"
WOBBLE = ("l.8 20", "l-.6 20", "l.5 20", "l-.9 20")
NOTCHES = "M40 13v14M75 13v14M110 13v14M145 13v14M216 13v14M251 13v14M286 13v14M321 13v14"


def all_tally(
    language: Language, strokes: int, new: int = 0, target: int = len(ALL), silent: bool = False
) -> Node | None:
    """The strokes of ALL so far, and those of a longer match below; `new` of them are animated.

    target: the marks of the match; only as many strokes are dotted. A match too long to be drawn has no tally.
    """
    if target > ALL_MOST:
        return None
    paths = ALL[: max(target, 0)] + tuple([beyond(n) for n in range(target - len(ALL))])
    drawn = min(max(strokes, 0), len(paths))
    ghosts = [node("path", {"d": stroke}) for stroke in paths[drawn:]]
    inked = [stroke_of(paths[n], n >= drawn - new) for n in range(drawn)]
    lines = (target - len(ALL) + A_LINE - 1) // A_LINE if target > len(ALL) else 0
    view = f"0 0 168 {ALL_HEIGHT + LINE_HEIGHT * lines}"
    words = language.gettext("{n} of 7 strokes of ALL", n=drawn)
    if target != len(ALL):
        words = language.gettext("{n} of {target} marks", n=strokes, target=target)
    return node(
        "svg",
        {"class": "tally", "viewBox": view, "aria-hidden": "true"} if silent else titled("tally", view, words),
        node("g", {"class": "ghost"}, ghosts) if ghosts else None,
        node("g", {"filter": "url(#rough-stroke)"}, inked[: len(ALL)]),
        node("g", {"class": "beyond"}, inked[len(ALL) :]) if inked[len(ALL) :] else None,
    )


def beyond(n: int) -> str:
    """A mark beyond ALL: five-bar gates below it, five of them on a line."""
    line, at = n // A_LINE, n % A_LINE
    x, y = 6 + 33 * (at // 5), ALL_HEIGHT + 2 + LINE_HEIGHT * line
    return f"M{x - 4} {y + 15}l28-9" if at % 5 == 4 else f"M{x + 6 * (at % 5)} {y}{WOBBLE[at % 5]}"


def titled(style: str, view: str, words: str) -> dict[str, str]:
    """The attributes of a drawing with a text alternative."""
    return {"class": style, "viewBox": view, "role": "img", "aria-label": words}


def stroke_of(d: str, new: bool) -> Node:
    """One stroke."""
    return node("path", {"class": "new", "pathLength": "1", "d": d} if new else {"d": d})


def points_tally(language: Language, left: int, start: int, most: int) -> Node:
    """Five-bar gates: a bar for every point still to go, dots for those that are gone; most: the largest total.

    Every side has as many gates, drawn or empty, so that what stands above them is level.
    """
    many = (max(start, most) + 4) // 5
    words = language.gettext("{n} still to go", n=max(left, 0))
    drawn: list[Content] = [five_bar_gate(left - 5 * n, start - 5 * n) for n in range(many)]
    return node("div", {"class": "tally tally-marks", "role": "img", "aria-label": words}, drawn)


def five_bar_gate(left: int, start: int) -> Node:
    """One five-bar gate: four bars and the one across them, as far as points are left; dots where there were bars."""
    bars = "".join([f"M{4 + 7 * n} 3{WOBBLE[n]}" for n in range(4) if n < left]) + (CROSS if left > 4 else "")
    dots = "".join([f"M{4 + 7 * n} 22v.1" for n in range(max(left, 0), 4) if n < start])
    return node(
        "svg",
        {"viewBox": "-2 0 37 27"},
        node("path", {"d": bars}) if bars else None,
        node("path", {"class": "ghost", "d": dots}) if dots else None,
    )


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
