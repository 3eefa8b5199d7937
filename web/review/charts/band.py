"""A rate on the ruler: estimate, stroke from the lower to the upper end, a notch.

Rows have a fixed height and as much width as their column; only lengths along the ruler stretch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.icons import LETTERS
from web.review.charts.axes import line, path, placed, stretched, ticks
from web.review.charts.rough_strokes import mark, rough_stroke
from web.review.charts.stick import ruler

if TYPE_CHECKING:
    from drawing.node import Node

LONG = 180  # width of a row's drawing


class Band(NamedTuple):
    """A rate in the scale's own unit, with its ends; nobody's has no side."""

    value: float
    low: float
    high: float
    notch: float | None = None
    side: int | None = None
    before: float | None = None


class Scale(NamedTuple):
    """What the two ends of the ruler stand for."""

    low: float = 0
    high: float = 100

    def x(self, value: float, width: float = LONG) -> float:
        """The x of a value, kept on the ruler."""
        share = (value - self.low) / (self.high - self.low)
        return 6 + (width - 12) * min(1, max(0, share))


def band(rate: Band, scale: Scale, label: str, own_ruler: bool = True, width: float = LONG) -> Node:
    """A rate in a row. own_ruler: with a ruler of its own; rows under a shared one have none."""
    middle, height = (10, 31) if own_ruler else (15, 31)
    notch = None if rate.notch is None else scale.x(rate.notch, width)
    low, high = sorted((scale.x(rate.low, width), scale.x(rate.high, width)))
    stroke = rough_stroke([(low, middle), (max(high, low + 4), middle)], 7, width, seed=round(low + high))
    under = [ruler(21, notch, width)] if own_ruler else []
    dots = path("guide", line([(notch, 0), (notch, 22 if own_ruler else 31)], width)) if notch is not None else None
    over = placed(scale.x(rate.value, width), str(middle), path("dotm", mark(rate.side)), width=width)
    was = (
        placed(scale.x(rate.before, width), str(middle), path("was", "M0-9v18"), width=width)
        if rate.before is not None
        else None
    )
    return stretched(side_class("rod", rate.side), height, label, width, dots, stroke, under, over=[was, over])


def shared_ruler(scale: Scale, labels: list[tuple[float, str]], notch: float | None, width: float = LONG) -> list[Node]:
    """The one stick that standings hang under, with the words above it; its notch is "even"."""
    body = ruler(1, None if notch is None else scale.x(notch, width), width)
    return [scale_ticks(scale, labels, width), stretched("rod low", 11, "", width, body)]


def scale_ticks(scale: Scale, labels: list[tuple[float, str]], width: float = LONG) -> Node:
    """The words of a scale, in a row under the last measured one."""
    return ticks([(scale.x(value, width), text) for value, text in labels], width)


def side_class(style: str, side: int | None) -> str:
    """A class, and that of the side."""
    return style if side is None else f"{style} {LETTERS[side]}"
