"""Who was likely to win: a step line over the match's stick; for more than two sides a lane each.

The line holds through a deal and jumps above its cuts, as the stick under it is the axis. Below it is the first side's
hatching, above it the other's. The turn is the one rough stroke.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from drawing.icons import LETTERS
from drawing.node import node
from web.i18n.locale import current_language, gettext, num
from web.review.charts.axes import (
    WIDTH,
    Point,
    drawing,
    figure,
    folded,
    layers,
    line,
    linked,
    path,
    percent,
    ticks,
    word,
)
from web.review.charts.evening import Gains, deal_numbers, drawn_stick, middle_of
from web.review.charts.rough_strokes import mark, ring, rough_stroke
from web.review.charts.stick import Stick

if TYPE_CHECKING:
    from drawing.node import Content, Node

    Hatched = Callable[[list[Point], str], Node]

LEFT, RIGHT, TOP, BOTTOM, HEIGHT = 6, 360, 16, 196, 204
UNDER = Stick(1, WIDTH - 1, 2, 30, 3.2)


class Course(NamedTuple):
    """A match of two sides: their names, chances, what each deal brought, the deal that turned it (the first is 0).

    chances: of the first side, 0 to 1, before the first deal and after every one; addresses: of the deals, for the
    table.
    """

    names: tuple[str, str]
    chances: list[float]
    deals: list[Gains]
    turn: int | None = None
    addresses: tuple[str, ...] = ()


def chance(course: Course) -> Node:
    """The chance of the first side, deal by deal, over the stick of the match."""
    drawn = drawing("plot", HEIGHT, chance_words(course), curve(course))
    return figure(layers(drawn, chart_words(course)), axis(course), table=chance_table(course))


def cover(corners: list[Point], letter: str) -> Node:
    """The area between these corners in the hatching of a side, which the page brings."""
    d = line(corners, closed=True)
    return node("path", {"class": "cover", "fill": f"url(#hatch-{letter})", "d": d})


def curve(course: Course, hatched: Hatched = cover) -> list[Content]:
    """The step line between both hatchings, and the turn."""
    steps = step_points(course.chances, TOP, BOTTOM)
    areas = [hatched([*steps, (RIGHT, edge), (LEFT, edge)], letter) for edge, letter in ((BOTTOM, "a"), (TOP, "b"))]
    grid = [path("grid", line([(LEFT, y), (RIGHT, y)])) for y in (TOP, BOTTOM)]
    even = path("goal", line([(LEFT, 106), (RIGHT, 106)]))
    return [areas, grid, even, path("step", line(steps)), turn_of(course)]


def step_points(chances: list[float], top: float, bottom: float) -> list[Point]:
    """The corners of a step line: it jumps in the middle of every deal."""
    heights = [bottom - (bottom - top) * share for share in chances]
    points: list[Point] = [(LEFT, heights[0])]
    for n, (before, after) in enumerate(pairwise(heights)):
        points += [(x_of(n, len(chances) - 1), before), (x_of(n, len(chances) - 1), after)]
    return [*points, (RIGHT, heights[-1])]


def x_of(n: int, deals: int) -> float:
    """The x of a deal's middle, that of its cuts."""
    return middle_of(UNDER, deals, n)


def turn_of(course: Course) -> list[Node]:
    """The rough stroke of the turn, from what was to what is."""
    if course.turn is None:
        return []
    x = x_of(course.turn, len(course.deals))
    before, after = (BOTTOM - 180 * course.chances[course.turn + n] for n in (0, 1))
    side = LETTERS[0] if after < before else LETTERS[1]
    shape = mark(LETTERS.index(side), 8)
    stroke = rough_stroke([(x - 0.8, before), (x + 0.8, after)], 9)
    return [node("g", {"class": side}, stroke, dot(x, after, shape)), dot(x, before, mark(0, 5))]


def dot(x: float, y: float, shape: str) -> Node:
    """A mark of the drawing at a place."""
    spot = line([(x, y)]).removeprefix("M")
    return node("g", {"transform": f"translate({spot})"}, path("dotm", shape))


def chart_words(course: Course) -> list[Node]:
    """Words on their plates: whose the hatching is, even, and the chance before the turn."""
    farthest = max(
        range(len(course.deals)), key=lambda n: abs(course.chances[n + 1] - 0.5) + abs(course.chances[n] - 0.5)
    )
    words = [named(1, course.names[1], TOP + 17), named(0, course.names[0], BOTTOM - 16)]
    words.append(word(x_of(farthest, len(course.deals)), tall(110), gettext("even"), "soft"))
    if course.turn is not None:
        x, share = x_of(course.turn, len(course.deals)), course.chances[course.turn]
        late = course.turn > len(course.deals) / 2
        y = BOTTOM - 90 * (share + course.chances[course.turn + 1])
        text = gettext("{n} in 100", n=round(100 * share))
        words.append(word(x - 12 if late else x + 12, tall(y), text, anchor="end" if late else "start"))
    return words


def named(side: int, name: str, y: float) -> Node:
    """A side's mark and name at the start of the drawing."""
    way = -1 if current_language().rtl else 1
    begin = {"x": percent(18), "y": tall(y)}
    text = node("text", {"x": str(12 * way), "y": "5", "text-anchor": "start"}, name)
    return node("svg", {"class": LETTERS[side], **begin}, path("dotm", mark(side, 5.5)), text)


def tall(y: float) -> str:
    """A height of the drawing as a percentage."""
    return f"{100 * y / HEIGHT:.2f}%"


def axis(course: Course) -> list[Node]:
    """The stick under the line, and the numbers of the deals; that of the turn is ringed."""
    count = len(course.deals)
    spots = [(x_of(n, count), label) for n, label in enumerate(deal_numbers(count, course.turn))]
    around = None if course.turn is None else ring(x_of(course.turn, count), UNDER.middle, 11, 18)
    now = "" if course.turn is None else num(course.turn + 1)
    return [drawing("beam", UNDER.bottom + 6, "", drawn_stick(UNDER, course.deals), around), ticks(spots, now=now)]


def chance_words(course: Course) -> str:
    """The course in words: where it began, the turn, where it ended."""
    ends = {"begin": round(100 * course.chances[0]), "end": round(100 * course.chances[-1])}
    words = gettext(
        "Chance of {name} to win, deal by deal: {begin} in 100 at first, {end} at the end", name=course.names[0], **ends
    )
    if course.turn is None:
        return words
    before, after = (round(100 * course.chances[course.turn + n]) for n in (0, 1))
    values = {"deal": course.turn + 1, "before": before, "after": after}
    return gettext("{words}; the turn is deal {deal}, from {before} to {after}", words=words, **values)


def chance_table(course: Course) -> Node:
    """The chances of both sides after every deal."""
    return shares_table(list(course.names), [[share, 1 - share] for share in course.chances], course.addresses)


def shares_table(names: list[str], chances: list[list[float]], addresses: tuple[str, ...]) -> Node:
    """The chances of every side, a row a deal, which leads to it where its address is known."""
    places = ("", *(addresses or [""] * (len(chances) - 1)))
    rows: list[list[Content]] = [
        [linked(num(n) if n else gettext("at the start"), place), *(num(round(100 * share)) for share in row)]
        for n, (row, place) in enumerate(zip(chances, places, strict=True))
    ]
    return folded([gettext("Deal"), *names], rows, gettext("in 100"))
