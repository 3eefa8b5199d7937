"""An area hatched by single strokes: a pattern would take the renderer longer than all the rest of a picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, cos, radians, sin
from typing import TYPE_CHECKING

from drawing.node import node
from web.review.charts.axes import WIDTH, Point, mirrored

if TYPE_CHECKING:
    from drawing.node import Node

TURNS = {"a": -38, "b": 38}  # degrees by which the strokes of a side lean
APART = 6


def hatched(corners: list[Point], letter: str) -> Node:
    """The area between these corners in the hatching of a side."""
    turn, seen = radians(TURNS[letter]), [(mirrored(x, WIDTH), y) for x, y in corners]
    across, along = cos(turn), sin(turn)
    ends = [
        " ".join(f"{x * across - y * along:.1f} {x * along + y * across:.1f}" for x in (begin, end))
        for begin, end, y in strokes([(x * across + y * along, y * across - x * along) for x, y in seen])
    ]
    return node("g", {"class": letter}, node("path", {"class": "hatch", "d": "".join(f"M{points}" for points in ends)}))


def strokes(corners: list[Point]) -> Iterator[tuple[float, float, float]]:
    """Where level lines through an area begin and end, and their height: a multiple of APART."""
    sides = [*pairwise(corners), (corners[-1], corners[0])]
    y = APART * ceil(min(y for _, y in corners) / APART)
    while y < max(y for _, y in corners):
        crossed = sorted(
            one[0] + (y - one[1]) * (other[0] - one[0]) / (other[1] - one[1])
            for one, other in sides
            if (one[1] <= y) != (other[1] <= y)
        )
        for begin, end in zip(crossed[::2], crossed[1::2], strict=True):
            yield begin, end, y
        y += APART
