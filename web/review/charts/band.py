"""A rate on the ruler: estimate, stroke from the lower to the upper end, notch of break-even; and what is too few.

Rows have a fixed height and as much width as their column; only lengths along the ruler stretch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.icons import LETTERS
from drawing.node import node
from web.i18n.locale import gettext
from web.review.charts.axes import line, mirrored, path, placed, short, stretched, ticks
from web.review.charts.rough_strokes import mark, rough_stroke
from web.review.charts.stick import ruler

if TYPE_CHECKING:
    from drawing.node import Node

LONG, FEW = 180, 8
"""Width of a row's drawing; from how many on a rate is measured."""


class Band(NamedTuple):
    """A rate in the scale's own unit, with its ends; the notch is break-even, even or due; nobody's has no side."""

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


def counted(made: int, of: int, seed: int = 1) -> Node:
    """Too few to measure: each as its own stroke, dotted when lost."""
    wide = 12 + 10 * (of - 1) + (5 if of > 5 else 0)
    strokes = [upright(n, n < made, wide, seed) for n in range(of)]
    label = gettext("{made} of {n}", made=made, n=of)
    size = {"viewBox": f"0 0 {wide} 31", "width": str(wide), "height": "31"}
    return node("svg", {"class": "counted", **size, "role": "img", "aria-label": label}, strokes)


def upright(n: int, made: bool, wide: float, seed: int) -> Node:
    """The n-th stroke, a little crooked; after five there is a gap."""
    x = mirrored(6 + 10 * n + (5 if n > 4 else 0), wide)
    lean = (seed * 7 + n * 5) % 9 / 4 - 1
    return path("grey" if made else "lost", f"M{short(x)} 5.5l{short(lean if made else 0.2)} 20")


def rate_words(made: int, of: int, rate: Band) -> str:
    """A rate of a hundred as words: "84 of 118; 71 in 100, between 66 and 76; break-even 50: pays"."""
    ends = {"value": round(rate.value), "low": round(rate.low), "high": round(rate.high)}
    words = gettext("{made} of {n}; {value} in 100, between {low} and {high}", made=made, n=of, **ends)
    if rate.notch is None:
        return words
    return gettext(
        "{words}; break-even {notch}: {verdict}", words=words, notch=round(rate.notch), verdict=verdict(rate)
    )


def verdict(rate: Band) -> str:
    """Wholly past the notch it pays, wholly before it it costs, across it it is open."""
    notch = rate.notch or 0
    return gettext("pays") if rate.low > notch else gettext("costs") if rate.high < notch else gettext("open")


def side_class(style: str, side: int | None) -> str:
    """A class, and that of the side."""
    return style if side is None else f"{style} {LETTERS[side]}"
