"""Strokes and rings like chalk: with a rough edge and grain, made in the path itself, the same at every reading.

A filter on twenty strokes is slow on a phone; a path is not.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, sin
from typing import TYPE_CHECKING

from drawing.node import node
from web.review.charts.axes import WIDTH, Point, mirrored, short

if TYPE_CHECKING:
    from drawing.node import Node

STEP, ROUGH, GRAIN = 2.6, 0.9, 0.62  # between two corners of an edge; how far they stray; grains in about 10 units²
MOST_GRAINS, THIN = 160, 4
MARKS = (
    "M0-{0}a{0} {0} 0 1 0 .01 0z",
    "M0-{1}l{1} {1}-{1} {1}-{1}-{1}z",
    "M0-{1}l{0} {2}h-{3}z",
    "M-{4}-{4}h{5}v{5}h-{5}z",
    "M-{6}-{0}h{0}l{6} {0}-{6} {0}h-{0}l-{6}-{0}z",
    "M-{0}-{0}h{3}l-{0} {0} {0} {0}h-{3}l{0}-{0}z",
    "M-{1}-{6}h{7}v{0}h-{7}z",
)


def rough_stroke(points: list[Point], wide: float, width: float = WIDTH, style: str = "rough", seed: int = 1) -> Node:
    """A rough stroke through points."""
    spots = spaced(points)
    left, right = edges(spots, wide, seed)
    outline = "".join(f"{'L' if n else 'M'}{show(spot, width)}" for n, spot in enumerate([*left, *right[::-1]]))
    return node(
        "path",
        {
            "class": style,
            "fill-rule": "evenodd" if wide > THIN else None,
            "d": outline + "z" + grains(spots, wide, width, seed),
        },
    )


def ring(x: float, y: float, across: float, high: float, seed: int = 1) -> Node:
    """A ring drawn by hand around a cut: half axes across and high."""
    turns = [(-1.9 + 7.1 * n / 24, 1 + 0.05 * sin(n / 3)) for n in range(25)]
    around = [(x + across * far * cos(at), y + high * far * sin(at)) for at, far in turns]
    return rough_stroke(around, 3.2, style="rough ringed", seed=seed)


def mark(side: int | None, size: float = 6.6) -> str:
    """The path of a side's mark around 0 0; nobody's is a short upright."""
    if side is None:
        return f"M-3.5-{size + 2}h7v{2 * size + 4}h-7z"
    sizes = (size, size * 1.2, size * 2.05, size * 2, size * 0.88, size * 1.76, size * 0.5, size * 2.4)
    return MARKS[side].format(*(short(number) for number in sizes))


def spaced(points: list[Point]) -> list[Point]:
    """The points with others between them, about a step apart."""
    found = [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        parts = max(1, round(hypot(to_x - x, to_y - y) / STEP))
        found += [(x + (to_x - x) * n / parts, y + (to_y - y) * n / parts) for n in range(1, parts + 1)]
    return found


def edges(spots: list[Point], wide: float, seed: int) -> tuple[list[Point], list[Point]]:
    """Both edges of a stroke along spots; its ends are rounded a little."""
    left, right = [], []
    for n, (x, y) in enumerate(spots):
        (back_x, back_y), (on_x, on_y) = spots[max(0, n - 1)], spots[min(len(spots) - 1, n + 1)]
        far = hypot(on_x - back_x, on_y - back_y) or 1
        out = wide / 2 * (0.72 if n in (0, len(spots) - 1) else 1)
        side_x, side_y = (back_y - on_y) / far, (on_x - back_x) / far
        here, there = out + ROUGH * stray(seed, 2 * n), out + ROUGH * stray(seed, 2 * n + 1)
        left.append((x + here * side_x, y + here * side_y))
        right.append((x - there * side_x, y - there * side_y))
    return left, right


def grains(spots: list[Point], wide: float, width: float, seed: int) -> str:
    """Small holes left blank, as chalk leaves them."""
    count = min(MOST_GRAINS, round(len(spots) * wide / 4 * GRAIN)) if wide > THIN else 0
    holes = []
    for n in range(count):
        x, y = spots[int((stray(seed, 7 * n + 3) + 0.5) * len(spots)) % len(spots)]
        reach = wide - 2
        spot = (x + reach * stray(seed, 7 * n + 4), y + reach * stray(seed, 7 * n + 5))
        size = min(0.9, wide / 8) * (1 + stray(seed, 7 * n + 6))
        holes.append(f"M{show(spot, width)}l{short(size + 0.4)} {short(size / 3)}-{short(size)} {short(size)}z")
    return "".join(holes)


def stray(seed: int, n: int) -> float:
    """A number between -0.5 and 0.5 that looks like chance and is always the same."""
    mixed = (seed * 374761393 + n * 668265263) & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 13)) * 1274126177 & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 1023) / 1024 - 0.5


def show(spot: Point, width: float) -> str:
    """A point as the reader sees it."""
    return f"{short(mirrored(spot[0], width))} {short(spot[1])}"
