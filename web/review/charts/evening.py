"""The stick of an evening: a length for each match, as long as its deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.node import node
from web.i18n.locale import gettext, ngettext, num
from web.review.charts.axes import WIDTH, drawing, figure, folded, line, linked, path, percent, thinned
from web.review.charts.stick import ChartCut, Stick, stick

if TYPE_CHECKING:
    from drawing.node import Node

GAP, DEPTH, MOST_CUTS = 5, 0.9, 6
FAN = 24  # height of the lines from the year's stick to the evening's

Gains = tuple[int, int]
"""What a deal brought the first side and the second; with more than two sides 1, 0."""


class Length(NamedTuple):
    """A match of an evening: its title as a text, its emblem as nodes or markup, what each deal brought, an address."""

    title: str
    emblem: object
    deals: list[Gains]
    address: str = ""


def evening_stick(lengths: list[Length], below: float | None = None, table: bool = True) -> Node:
    """An evening's matches; `below`: the x of tonight's cut on the year's stick above, from where two lines fan out."""
    top = FAN if below is not None else 2
    fan = (
        path("fan", line([(below - 9, 0), (1, top - 2)]) + line([(below + 9, 0), (WIDTH - 1, top - 2)]))
        if below
        else None
    )
    places = spans([len(match.deals) for match in lengths])
    pieces = [
        drawn_stick(Stick(left, right, top, top + 28, 1.9), match.deals)
        for (left, right), match in zip(places, lengths, strict=True)
    ]
    middles = [(left + right) / 2 for left, right in places]
    emblems = [emblem_at(x, match.emblem) for x, match in zip(middles, lengths, strict=True)]
    words = gettext(
        "The evening’s own stick: {matches}", matches=gettext(", ").join(length_words(match) for match in lengths)
    )
    under = node("svg", {"class": "ticks emblems", "aria-hidden": "true"}, emblems)
    return figure(drawing("beam", top + 30, words, fan, pieces), under, table=evening_table(lengths) if table else None)


def emblem_at(x: float, emblem: object) -> Node:
    """An emblem of 24 pixels below the middle of its length."""
    size = {"x": percent(x), "y": "2", "width": "24", "height": "24"}
    return node("g", {"transform": "translate(-12 0)"}, node("svg", size, emblem))


def spans(deals: list[int]) -> list[tuple[float, float]]:
    """Where each length begins and ends; even a match of no deals can be seen."""
    shown = [max(3, count) for count in deals]
    unit = (WIDTH - GAP * (len(deals) - 1)) / sum(shown)
    ends = [sum(shown[: n + 1]) * unit + GAP * n for n in range(len(shown))]
    return [(end - count * unit, end) for end, count in zip(ends, shown, strict=True)]


def deal_numbers(deals: int, ringed: int | None) -> list[str]:
    """The numbers of the deals, as many as fit, and that of the one in question instead of its neighbours."""
    labels = thinned([num(n + 1) for n in range(deals)])
    if ringed is None or labels[ringed]:
        return labels
    return [num(n + 1) if n == ringed else "" if abs(n - ringed) == 1 else label for n, label in enumerate(labels)]


def drawn_stick(lies: Stick, deals: list[Gains]) -> list[Node]:
    """The stick of a match with its cuts; where a deal brings many points it has one cut, deeper for more."""
    most = max((gain for deal in deals for gain in deal), default=0)
    above, below = (
        [notch for n, deal in enumerate(deals) for notch in notches(lies, len(deals), n, deal[side], most)]
        for side in (0, 1)
    )
    level = [middle_of(lies, len(deals), n) for n, deal in enumerate(deals) if max(deal) <= 0]
    return stick(lies, above, below, level)


def notches(lies: Stick, deals: int, n: int, gain: int, most: int) -> list[ChartCut]:
    """The cuts of a deal's gain, close around its middle."""
    middle, room = middle_of(lies, deals, n), (lies.right - lies.left - 9) / deals
    if most > MOST_CUTS:
        return [ChartCut(middle, 0.3 + 0.6 * gain / most)] if gain > 0 else []
    apart = min(2 * lies.cut + 0.4, room / most) if most else 0
    return [ChartCut(middle + (cut - (gain - 1) / 2) * apart, DEPTH) for cut in range(gain)]


def middle_of(lies: Stick, deals: int, n: int) -> float:
    """The x of a deal's middle."""
    return lies.left + 5 + (lies.right - lies.left - 10) * (n + 0.5) / max(1, deals)


def length_words(match: Length) -> str:
    """A match and its deals: "Texas 42: 10 deals"."""
    count = ngettext("{num} deal", "{num} deals", len(match.deals))
    return gettext("{name}: {words}", name=match.title, words=count)


def evening_table(lengths: list[Length]) -> Node:
    """The matches of an evening and their deals."""
    return folded(
        [gettext("Match"), gettext("Deals")],
        [[linked(match.title, match.address), num(len(match.deals))] for match in lengths],
    )
