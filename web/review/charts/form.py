"""Bars by month, and how a match ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.i18n.locale import gettext, num
from web.review.charts.axes import WIDTH, drawing, figure, folded, linked, ticks
from web.review.charts.rough_strokes import rough_stroke
from web.review.charts.stick import ruler

if TYPE_CHECKING:
    from drawing.node import Content, Node

TALLEST, FOOT = 76, 84


def ending(won: int) -> str:
    """How a match or an evening ended for somebody: 1, -1 or 0."""
    return gettext("a win") if won > 0 else gettext("a loss") if won < 0 else gettext("level")


def bars(
    label: str,
    counts: list[tuple[str, int]],
    heads: tuple[str, str],
    notch: float | None = None,
    addresses: list[str] | None = None,
) -> Node:
    """Small rough bars on a ruler, such as one a month: (what, how many) in order.

    notch: where the cut of the ruler is, such as the middle of them all, in bars from 0; addresses: of what is behind
    each, for the table.
    """
    room = (WIDTH - 12) / len(counts)
    most = max(1, *(count for _, count in counts))
    places = [6 + room * (n + 0.5) for n in range(len(counts))]
    strokes = [
        rough_stroke(
            [(x, FOOT - 6), (x + 0.6, FOOT - 6 - (TALLEST - 8) * count / most)], min(12, room * 0.55), seed=n + 1
        )
        for n, (x, (_, count)) in enumerate(zip(places, counts, strict=True))
        if count
    ]
    body = ruler(FOOT, None if notch is None else 6 + room * (notch + 0.5), WIDTH, 10)
    names = ticks([(x, name) for x, (name, _) in zip(places, counts, strict=True)])
    rows: list[list[Content]] = [
        [name, linked(num(count), address if count else "")]
        for (name, count), address in zip(counts, addresses or [""] * len(counts), strict=True)
    ]
    table = folded(list(heads), rows)
    return figure(drawing("plot", FOOT + 12, label, strokes, body), names, table=table)
