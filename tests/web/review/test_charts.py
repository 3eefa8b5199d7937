"""Charts: as many marks as there is to tell, mirrored, the same numbers in words and tables, no style attribute."""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import pairwise

import pytest

from tests.repository.check_css import INLINE
from tests.web.review.chart_reader import cells, found, points, reading, tips
from web.markup import html
from web.review.calendar_years import month_names, year_span
from web.review.charts.axes import WIDTH
from web.review.charts.year import Cut, broken_year, year_stick

LAST = date(2026, 11, 20)
CUTS = [Cut(LAST - timedelta(7 * weeks), 10 + weeks) for weeks in range(30)][::-1]
DRAWINGS = {
    "year": lambda: year_stick(CUTS, LAST),
    "broken year": lambda: broken_year(CUTS),
}


@pytest.fixture
def drawn(app):
    """Every drawing for an English reader."""
    with reading(app, "en"):
        return {name: draw() for name, draw in DRAWINGS.items()}


def label(drawing, style):
    """What the one drawing of a class says."""
    return found(drawing, "svg", style)[0][1]["aria-label"]


def test_nothing_is_forbidden_by_the_policy(app, drawn):
    with reading(app, "fa"):
        persian = {name: draw() for name, draw in DRAWINGS.items()}
    for drawings in (drawn, persian):
        told = str(html([*drawings.values()]))
        assert not INLINE.search(told)
        assert not re.search(r"\b(nan|inf|None)\b|e-\d", told)


def test_a_year_has_a_cut_an_evening_deeper_for_more_deals_and_says_so(app, drawn):
    drawing = drawn["year"]
    assert len(tips(found(drawing, "path", "stick-body")[0][1]["d"], 14)) == 30
    words = "The stick of 2026: a cut for each of 30 evenings, deeper for more deals; ringed: Friday 20 November"
    assert label(drawing, "beam") == words
    assert [row[1] for row in cells(drawing)] == [str(cut.deals) for cut in CUTS]
    assert len(found(drawing, "path", "ringed")) == 1
    upper, lower = found(drawn["broken year"], "path", "stick-body")
    assert len(tips(upper[1]["d"], 8)) == len(tips(lower[1]["d"], 62)) == 30
    with reading(app, "en"):
        two = year_stick([Cut(date(2026, 3, 1), 10), Cut(date(2026, 6, 1), 40)])
        crowded = year_stick([Cut(date(2026, 1, 1) + timedelta(n), 10) for n in range(300)])
    shallow, deep = [y for x, y in points(found(two, "path", "stick-body")[0][1]["d"]) if 14 < y < 27]
    assert shallow < deep < 27
    edge = found(crowded, "path", "stick-body")[0][1]["d"]
    assert len(tips(edge, 14)) > 250
    assert all(x <= following + 0.3 for x, following in pairwise([x for x, _ in points(edge)][:-3]))


def test_the_year_is_the_readers_own_and_a_persian_one_runs_from_the_right(app):
    cuts = [Cut(date(2026, 2, 6), 20), Cut(date(2026, 3, 20), 20), Cut(date(2026, 3, 21), 20), Cut(LAST, 20)]
    with reading(app, "en"):
        assert len(cells(year_stick(cuts))) == 4
        assert year_span(LAST) == (date(2026, 1, 1), date(2027, 1, 1))
    with reading(app, "fa"):
        persian = year_stick(cuts)
        assert [row[1] for row in cells(persian)] == ["۲۰", "۲۰"]
        assert year_span(LAST) == (date(2026, 3, 21), date(2027, 3, 21))
        assert month_names(date(2026, 3, 21))[:3] == ["فرو", "ارد", "خرد"]
    first, last = tips(found(persian, "path", "stick-body")[0][1]["d"], 14)
    assert last < WIDTH / 2 < first
    months = [float(word[1]["x"][:-1]) for word in found(persian, "text")]
    assert months == sorted(months, reverse=True)
