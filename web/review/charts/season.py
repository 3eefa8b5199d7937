"""A season: what is sure, what can still be had, and its evenings as one stick."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from web.i18n.locale import gettext, num
from web.review.charts.axes import WIDTH, drawing, figure, folded, line, path, placed, stretched, ticks
from web.review.charts.band import Scale, side_class
from web.review.charts.rough_strokes import mark, ring, rough_stroke
from web.review.charts.stick import Notch, Stick, ruler, stick

if TYPE_CHECKING:
    from drawing.node import Node


class DrawnSeason(NamedTuple):
    """A person's season: what is sure, what it can still become, what the leader has for sure, the most of all."""

    sure: int
    reach: int
    leader: int
    most: int
    side: int | None = None


def season_row(season: DrawnSeason, name: str) -> Node:
    """Chalk is sure, dots can still be had, the notch is what the leader has for sure."""
    scale = Scale(0, season.most)
    begin, sure, reach, notch = (scale.x(value, WIDTH) for value in (0, season.sure, season.reach, season.leader))
    stroke = rough_stroke([(begin, 12), (max(sure, begin + 4), 12)], 8, seed=season.sure)
    dots = path("lost", line([(sure + 9, 12), (max(reach, sure + 9), 12)])) if reach > sure + 9 else None
    parts = [path("guide", line([(notch, 0), (notch, 25)])), stroke, dots, ruler(24, notch, WIDTH)]
    over = placed(sure, "12", path("dotm", mark(season.side, 7.5)))
    values = {"sure": season.sure, "reach": season.reach, "leader": season.leader}
    words = gettext("{name} has {sure}, can reach {reach}; the leader has {leader}", name=name, **values)
    return stretched(side_class("rod", season.side), 34, words, WIDTH, parts, over=over)


def season_stick(matches: list[int], evenings: int) -> Node:
    """A length for each evening with a cut a match; those to come are dotted. The last one played is ringed."""
    places = [(WIDTH * n / evenings, WIDTH * (n + 1) / evenings - 3) for n in range(evenings)]
    pieces = [
        stick(Stick(left, right, 2, 30, 3), cuts(left, right, count))
        for (left, right), count in zip(places, matches, strict=False)
    ]
    coming = [
        path("guide", line([(a + 4, 3), (b - 2, 3), (b - 2, 29), (a + 4, 29)], closed=True))
        for a, b in places[len(matches) :]
    ]
    labels = [((a + b) / 2, num(n + 1)) for n, (a, b) in enumerate(places)]
    around = ring(*middle(places[len(matches) - 1]), min(17, WIDTH / evenings / 2), 19) if matches else None
    words = gettext("{n} of {of} evenings played", n=len(matches), of=evenings)
    rows = [[num(n + 1), num(count)] for n, count in enumerate(matches)]
    table = folded([gettext("Evening"), gettext("Matches")], [list(row) for row in rows])
    drawn = drawing("beam", 34, words, pieces, coming, around)
    return figure(drawn, ticks(labels, now=num(len(matches))), table=table)


def cuts(left: float, right: float, count: int) -> list[Notch]:
    """The matches of an evening as cuts, evenly."""
    room = right - left - 8
    return [Notch(left + 4 + room * (n + 0.5) / count, min(0.95, 0.5 + 0.1 * n)) for n in range(count)]


def middle(span: tuple[float, float]) -> tuple[float, float]:
    """The middle of a length."""
    return sum(span) / 2 - 2, 16
