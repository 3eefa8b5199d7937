"""Tally marks, which number the lines of a story: the fifth stroke crosses the four."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import node
from web.review.charts.axes import Point, line, mirrored, path
from web.review.charts.rough_strokes import rough_stroke

if TYPE_CHECKING:
    from drawing.node import Node

WIDE = 39
BARS: tuple[tuple[Point, Point], ...] = (
    ((7, 5), (8, 31)),
    ((15, 6), (14.2, 31)),
    ((23, 5), (23.9, 31)),
    ((31, 6), (30, 31)),
    ((1, 25), (38, 11)),
)


def five_bar_gate(number: int) -> Node:
    """The tally of a line, 1 to 5; the strokes to come are dotted. The same in both reading directions."""
    bars = [[(mirrored(x, WIDE), y) for x, y in bar] for bar in BARS]  # and back again as they are drawn
    drawn = [rough_stroke(bar, 4.6, WIDE, seed=n + number) for n, bar in enumerate(bars[:number])]
    ghosts = [path("ghost", line(bar, WIDE)) for bar in bars[number:]]
    return node("svg", {"class": "five-bar-gate", "viewBox": f"0 0 {WIDE} 36", "aria-hidden": "true"}, ghosts, drawn)
