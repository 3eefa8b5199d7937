"""The stick: two halves of wood whose cuts are true holes in their outline; and the ruler, a thin stick."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from web.review.charts.axes import WIDTH, Point, line, path

if TYPE_CHECKING:
    from drawing.node import Node

BEVEL = 7  # how far the ends are cut slanting
LEAST, CLOSE = 0.3, 0.43  # half of the narrowest cut, in units; half of a cut in a gap, of the gap


class ChartCut(NamedTuple):
    """A cut at x, as deep as this share of its half (0 to 1)."""

    x: float
    depth: float


class Stick(NamedTuple):
    """Where a stick lies."""

    left: float = 0
    right: float = WIDTH
    top: float = 14
    bottom: float = 40
    cut: float = 3.1  # half the width of a cut

    @property
    def middle(self) -> float:
        """Where its halves meet."""
        return (self.top + self.bottom) / 2


def stick(
    lies: Stick, above: list[ChartCut], below: list[ChartCut] | None = None, level: list[float] | None = None
) -> list[Node]:
    """A stick with cuts from above, from below, and lines where nobody gained."""
    return [
        path("stick-body", half(lies, lies.top, 0, above)),
        path("stick-body under", half(lies, lies.bottom, BEVEL, below or [])),
        *[path("nick", line([(x, lies.top + 4), (x, lies.bottom - 4)])) for x in level or []],
    ]


def half(lies: Stick, edge: float, start: float, cuts: list[ChartCut]) -> str:
    """The outline of a half whose outer edge is at this height."""
    points: list[Point] = [(lies.left + start, edge)]
    for cut, wide in zip(cuts, widths(lies, [cut.x for cut in cuts]), strict=True):
        tip = edge + (lies.middle - edge) * cut.depth
        points += [(cut.x - wide, edge), (cut.x, tip), (cut.x + wide, edge)]
    return line([*points, (lies.right, edge), (lies.right - BEVEL, lies.middle), (lies.left, lies.middle)], closed=True)


def widths(lies: Stick, places: list[float]) -> list[float]:
    """Half the width of every cut: narrower where the next one is close."""
    around = [lies.left - lies.cut, *places, lies.right + lies.cut]
    gaps = [min(x - before, after - x) for before, x, after in zip(around, around[1:], around[2:], strict=False)]
    return [max(LEAST, min(lies.cut, CLOSE * gap)) for gap in gaps]


def ruler(top: float, notch: float | None, width: float, thick: float = 9) -> Node:
    """A thin stick from end to end, with a notch."""
    bottom = top + thick
    cut: list[Point] = [] if notch is None else [(notch - 5.5, top), (notch, top + 0.8 * thick), (notch + 5.5, top)]
    end: list[Point] = [(width - 1, top), (width - 5, top + thick / 2), (width - 1, bottom), (4, bottom)]
    return path("stick-body", line([(1, top), *cut, *end], width, closed=True))
