"""The ALL drawing: the marks of Texas 42, stroke by stroke, and those of a longer match below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import node
from drawing.tally_marks import WOBBLE

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.node import Node

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
