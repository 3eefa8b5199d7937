"""What every chart stands on: coordinates, frames, tick labels and the table folded under it.

Coordinates are mirrored for languages written from right to left (x becomes width - x), never the drawing: so texts,
digits and marks stay upright. Tick labels stand in an SVG without viewBox, placed by percentages: they do not scale.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from drawing.node import node
from web.i18n.locale import current_language, gettext

if TYPE_CHECKING:
    from drawing.node import Content, Node

Point = tuple[float, float]

WIDTH = 366


def mirrored(x: float, width: float = WIDTH) -> float:
    """An x as the reader sees it: from the left, or for languages written from right to left from the right."""
    return width - x if current_language().rtl else x


def short(number: float) -> str:
    """A coordinate with one decimal at most."""
    return f"{round(number, 1) + 0.0:g}"


def percent(x: float, width: float = WIDTH) -> str:
    """A mirrored x as a percentage of the width."""
    return f"{100 * mirrored(x, width) / width:.2f}%"


def line(points: Iterable[Point], width: float = WIDTH, closed: bool = False) -> str:
    """A path through points, mirrored."""
    corners = [f"{short(mirrored(x, width))} {short(y)}" for x, y in points]
    return "M" + "L".join(corners) + ("z" if closed else "")


def path(style: str | None, d: str) -> Node:
    """A path of a class."""
    return node("path", {"class": style, "d": d})


def drawing(style: str, height: float, label: str, *parts: Content, width: float = WIDTH) -> Node:
    """A drawing that scales with its column; without a label it is not read out."""
    return node("svg", {"class": style, "viewBox": f"0 0 {short(width)} {short(height)}", **named(label)}, list(parts))


def stretched(style: str, height: int, label: str, width: float, *parts: Content, over: Content = None) -> Node:
    """A row of fixed height whose parts stretch with its width; what is `over` it keeps its size."""
    inner = node("svg", {"viewBox": f"0 0 {short(width)} {height}", "preserveAspectRatio": "none"}, list(parts))
    return node("svg", {"class": style, "height": str(height), **named(label)}, inner, over)


def named(label: str) -> dict[str, str]:
    """The attributes that say what a drawing shows."""
    return {"role": "img", "aria-label": label} if label else {"aria-hidden": "true"}


def placed(x: float, y: str, *parts: Content, width: float = WIDTH) -> Node:
    """Parts of a size of their own at a place of an unscaled drawing."""
    return node("svg", {"x": percent(x, width), "y": y}, list(parts))


def word(x: float, y: str, text: str, style: str | None = None, width: float = WIDTH, anchor: str = "middle") -> Node:
    """A word that does not scale."""
    return node("text", {"class": style, "x": percent(x, width), "y": y, "text-anchor": anchor}, text)


def layers(drawn: Node, words: Content) -> Node:
    """A drawing with words over it that do not scale, placed by percentages."""
    return node("div", {"class": "layers"}, drawn, node("svg", {"class": "over", "aria-hidden": "true"}, words))


def ticks(labels: Iterable[tuple[float, str]], width: float = WIDTH, now: str = "") -> Node:
    """Labels below a drawing; that of `now` is in ink."""
    words = [word(x, "1em", text, "now" if text == now else None, width) for x, text in labels if text]
    return node("svg", {"class": "ticks", "aria-hidden": "true"}, words)


def thinned(labels: list[str], most: int = 12) -> list[str]:
    """As many labels as fit, evenly, the others empty."""
    every = -(-len(labels) // most)
    return [label if n % every == every - 1 or every == 1 else "" for n, label in enumerate(labels)]


def figure(*parts: Content, table: Content = None) -> Node:
    """A chart: its drawings below each other, and its table."""
    return node("figure", {"class": "figure"}, list(parts), table)


def linked(words: str, address: str) -> Content:
    """A cell of a table, a link where there is an address."""
    return node("a", {"href": address}, words) if address else words


def folded(heads: list[str], rows: list[list[Content]], note: str = "") -> Node:
    """The numbers of a chart as a table that opens; the first cell of each row is its heading."""
    head = node("tr", {}, [node("th", {"scope": "col"}, text) for text in heads])
    body = [
        node("tr", {}, node("th", {"scope": "row"}, row[0]), [node("td", {}, cell) for cell in row[1:]]) for row in rows
    ]
    title = gettext("The same in figures")
    summary = node("summary", {}, title, node("small", {}, note) if note else None)
    scroll = node(
        "div",
        {"class": "scroll", "tabindex": "0", "role": "group", "aria-label": title},
        node("table", {"class": "tbl"}, head, body),
    )
    return node("details", {"class": "fold"}, summary, scroll)
