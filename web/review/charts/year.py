"""The stick of the reader's year: a cut for each evening, deeper for more deals."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from drawing.node import node
from web.i18n.dates import day
from web.i18n.locale import gettext, ngettext, num
from web.review.calendar_years import month_names, year_span
from web.review.charts.axes import drawing, figure, folded, linked, ticks
from web.review.charts.rough_strokes import ring
from web.review.charts.stick import ChartCut, Stick, stick

if TYPE_CHECKING:
    from drawing.node import Content, Node

Addresses = dict[date, str]

LOW, TALL = Stick(), Stick(top=16, bottom=62)


class Cut(NamedTuple):
    """An evening: its day and its deals."""

    day: date
    deals: int


def year_stick(
    cuts: list[Cut],
    ringed: date | None = None,
    tall: bool = False,
    table: bool = True,
    addresses: Addresses | None = None,
) -> Node:
    """The stick of the year of the last evening; there is one at least.

    ringed: the evening in question; addresses: of evenings by day, for the table.
    """
    cuts = of_year(cuts)
    lies = TALL if tall else LOW
    most = max((cut.deals for cut in cuts), default=0) or 1  # of an evening with only a result no deal is known
    above = [ChartCut(at(cut.day), 0.4 + 0.56 * cut.deals / most) for cut in cuts]
    around = [ring(at(ringed), (lies.top + lies.middle) / 2, 10.5, 14)] if ringed else []
    drawn = drawing("beam", lies.bottom + 2, year_words(cuts, ringed), stick(lies, above), around)
    return figure(drawn, month_ticks(cuts), table=year_table(cuts, addresses) if table else None)


def of_year(cuts: list[Cut]) -> list[Cut]:
    """The evenings of the last one's year, in order."""
    found = sorted(cuts)
    begin, _ = year_span(found[-1].day)
    return [cut for cut in found if cut.day >= begin]


def at(of: date) -> float:
    """The x of a day on the stick of its year."""
    begin, end = year_span(of)
    return 7 + 352 * ((of - begin).days + 0.5) / (end - begin).days


def month_ticks(cuts: list[Cut]) -> Node:
    """The months of the year, as short as they get."""
    begin, _ = year_span(cuts[-1].day)
    return ticks([(7 + 352 * (n + 0.5) / 12, name) for n, name in enumerate(month_names(begin))])


def year_words(cuts: list[Cut], ringed: date | None) -> str:
    """What the stick of a year shows."""
    words = ngettext(
        "The stick of {year}: a cut for {num} evening",
        "The stick of {year}: a cut for each of {num} evenings, deeper for more deals",
        len(cuts), year=day(cuts[-1].day, "year"),
    )  # fmt: skip
    return gettext("{words}; ringed: {day}", words=words, day=day(ringed)) if ringed else words


def year_table(cuts: list[Cut], addresses: Addresses | None = None) -> Node:
    """The evenings of a year and their deals."""
    rows: list[list[Content]] = [[day_cell(cut, addresses), num(cut.deals)] for cut in cuts]
    return folded([gettext("Evening"), gettext("Deals")], rows)


def day_cell(cut: Cut, addresses: Addresses | None) -> Content:
    """The day of an evening, which leads to it where its address is known."""
    return linked(day(cut.day, "short"), (addresses or {}).get(cut.day, ""))


def broken_year(cuts: list[Cut], addresses: Addresses | None = None) -> Node:
    """The stick of a year split lengthwise: both halves apart, each with the same record."""
    cuts = of_year(cuts)
    most = max(cut.deals for cut in cuts) or 1
    notches = [ChartCut(at(cut.day), 0.4 + 0.56 * cut.deals / most) for cut in cuts]
    upper, _ = stick(Stick(top=8, bottom=54), notches)
    _, lower = stick(Stick(top=16, bottom=62), [], notches)
    parts = [node("g", {"class": f"half {name}"}, piece) for name, piece in (("one", upper), ("other", lower))]
    words = gettext(
        "The stick of {year}, broken in two: both halves hold the same cuts", year=day(cuts[-1].day, "year")
    )
    return figure(drawing("beam broken", 78, words, parts), month_ticks(cuts), table=year_table(cuts, addresses))
