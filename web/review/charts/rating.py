"""A rating over time: a line in a hatched band, the newest with its mark and figure."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from drawing.icons import LETTERS
from drawing.node import node
from web.i18n.dates import day
from web.i18n.locale import gettext, num
from web.review.charts.axes import drawing, figure, folded, layers, line, linked, path, ticks, word
from web.review.charts.rough_strokes import mark

if TYPE_CHECKING:
    from drawing.node import Content, Node

LEFT, RIGHT, TOP, BOTTOM, HEIGHT = 6, 312, 8, 112, 120
EVEN = 50


class Point(NamedTuple):
    """A rating in 100 on a day, and the ends of its band."""

    day: date
    value: float
    low: float
    high: float


def nowhere(_: date) -> str:
    """No address."""
    return ""


def rating(name: str, points: list[Point], side: int = 0, address_of: Callable[[date], str] = nowhere) -> Node:
    """A rating; points in order of their days, at least one. address_of: of what was played in the year of a day."""
    low, high = min(EVEN - 10, *(point.low for point in points)), max(EVEN + 10, *(point.high for point in points))
    begin, end = points[0].day.toordinal(), points[-1].day.toordinal()

    def x(of: date) -> float:
        return LEFT + (RIGHT - LEFT) * (of.toordinal() - begin) / max(1, end - begin)

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)

    upper, lower = (
        [(x(point.day), y(point.high)) for point in points],
        [(x(point.day), y(point.low)) for point in points],
    )
    cover = {"class": "cover", "fill": f"url(#hatch-{LETTERS[side]})", "d": line([*upper, *lower[::-1]], closed=True)}
    last = points[-1]
    now = node(
        "g", {"transform": f"translate({line([(x(last.day), y(last.value))])[1:]})"}, path("dotm", mark(side, 8))
    )
    parts = [
        node("path", cover),
        path("goal", line([(LEFT, y(EVEN)), (RIGHT, y(EVEN))])),
        path("way", line((x(p.day), y(p.value)) for p in points)),
        now,
    ]
    drawn = drawing(f"plot {LETTERS[side]}", HEIGHT, rating_words(name, points), parts)
    years = ticks((x(point.day), day(point.day, "year")) for point in first_of_years(points))
    return figure(
        layers(drawn, beside(y(last.value), round(last.value), y(EVEN))), years, table=rating_table(points, address_of)
    )


def beside(height: float, value: int, even: float) -> list[Node]:
    """The figure at the end of the line, and what the dashed line is, apart from each other."""
    below = even if abs(even - height) > 20 else height + (20 if even >= height else -20)
    spots = [(num(value), height + 7, "large"), (gettext("even"), below + 4, "soft")]
    return [word(344, f"{100 * y / HEIGHT:.2f}%", text, style) for text, y, style in spots]


def first_of_years(points: list[Point], most: int = 5) -> list[Point]:
    """The first point of every year but a begun one at the edge, at most so many."""
    firsts = [
        now for now, before in zip(points[1:], points, strict=False) if day(now.day, "year") != day(before.day, "year")
    ]
    return firsts[:: -(-len(firsts) // most) or 1]


def last_of_years(points: list[Point]) -> list[Point]:
    """The last point of every year."""
    return list({day(point.day, "year"): point for point in points}.values())


def rating_words(name: str, points: list[Point]) -> str:
    """The rating in words."""
    first, last = points[0], points[-1]
    values = {"first": round(first.value), "last": round(last.value), "low": round(last.low), "high": round(last.high)}
    return gettext(
        "{name}’s rating in 100 since {year}: from {first} to {last}, now between {low} and {high}",
        name=name, year=day(first.day, "year"), **values,
    )  # fmt: skip


def rating_table(points: list[Point], address_of: Callable[[date], str]) -> Node:
    """The rating at the end of every year."""
    rows: list[list[Content]] = [
        [
            linked(day(point.day, "year"), address_of(point.day)),
            *[num(round(number)) for number in (point.value, point.low, point.high)],
        ]
        for point in last_of_years(points)
    ]
    heads = [gettext("Year"), gettext("In 100"), gettext("Lower end"), gettext("Upper end")]
    return folded(heads, rows, gettext("at the end of each year"))
