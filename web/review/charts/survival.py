"""Who is still in, deal by deal: a falling step line with hatching below it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from drawing.icons import LETTERS
from drawing.node import node
from web.i18n.locale import gettext, num
from web.review.charts.axes import Point, drawing, figure, layers, line, path, thinned, ticks, word

if TYPE_CHECKING:
    from drawing.node import Node

LEFT, RIGHT, TOP, BOTTOM, HEIGHT = 6, 318, 10, 130, 138
HALF = 0.5


def survival_curve(shares: list[float]) -> Node:
    """The share of players, 0 to 1, that is still in after each deal; the figures stand in the table of its panel."""
    steps = step_points(shares)
    cover = {"class": "cover", "fill": f"url(#hatch-{LETTERS[0]})"}
    area = node("path", {**cover, "d": line([*steps, (RIGHT, BOTTOM), (LEFT, BOTTOM)], closed=True)})
    grid = [path("grid", line([(LEFT, y), (RIGHT, y)])) for y in (TOP, BOTTOM)]
    half = path("goal", line([(LEFT, y_of(HALF)), (RIGHT, y_of(HALF))]))
    drawn = drawing("plot a", HEIGHT, survival_words(shares), area, grid, half, path("step", line(steps)))
    labels = thinned([num(n + 1) for n in range(len(shares))])
    return figure(
        layers(drawn, beside(shares[-1])), ticks((x_of(n + 0.5, len(shares)), label) for n, label in enumerate(labels))
    )


def step_points(shares: list[float]) -> list[Point]:
    """The corners of the line: level through a deal, and down at its end by those who went out in it."""
    points: list[Point] = [(LEFT, TOP)]
    for n, (before, after) in enumerate(pairwise([1.0, *shares]), 1):
        x = x_of(n, len(shares))
        points += [(x, y_of(before)), (x, y_of(after))]
    return points


def x_of(n: float, deals: int) -> float:
    """Where so many deals are over."""
    return LEFT + (RIGHT - LEFT) * n / deals


def y_of(share: float) -> float:
    """The height of a share."""
    return BOTTOM - (BOTTOM - TOP) * share


def beside(last: float) -> list[Node]:
    """The share at the end of the line, and what the dashed line is, apart from each other."""
    even, end = y_of(HALF), y_of(last)
    end = end if abs(end - even) > 20 else even + (20 if end >= even else -20)
    spots = [(gettext("half"), even + 4, "soft"), (num(round(100 * last)), end + 5, None)]
    return [word(342, f"{100 * y / HEIGHT:.2f}%", text, style) for text, y, style in spots]


def survival_words(shares: list[float]) -> str:
    """The line in words."""
    told = gettext(", ").join(num(round(100 * share)) for share in shares)
    return gettext("Of 100 players so many are still in after each deal: {shares}", shares=told)
