"""Tally marks: five-bar gates, a bar for every point still to go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import node

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.node import Content, Node

CROSS = "M0 18l30-11"
WOBBLE = ("l.8 20", "l-.6 20", "l.5 20", "l-.9 20")


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
