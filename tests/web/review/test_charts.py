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
from web.review.charts.band import Band, Scale, band, counted, rate_words, shared_ruler, verdict
from web.review.charts.chance import BOTTOM, TOP, Course, chance
from web.review.charts.evening import Length, evening_stick
from web.review.charts.tally_marks import five_bar_gate
from web.review.charts.year import Cut, broken_year, year_stick

LAST = date(2026, 11, 20)
CUTS = [Cut(LAST - timedelta(7 * weeks), 10 + weeks) for weeks in range(30)][::-1]
DEALS = [(1, 0), (0, 2), (0, 0), (3, 0), (0, 1)]
CHANCES = [0.5, 0.4, 0.6, 0.05, 0.5, 1.0]
COURSE = Course(("Ann & Cem", "Bob & Dee"), CHANCES, [(0, 1), (1, 0), (0, 3), (5, 0), (1, 0)], turn=3)
DRAWINGS = {
    "chance": lambda: chance(COURSE),
    "band": lambda: band(Band(65.5, 50, 80, 40, side=1), Scale(0, 100), "words"),
    "year": lambda: year_stick(CUTS, LAST),
    "broken year": lambda: broken_year(CUTS),
    "evening": lambda: evening_stick([Length("A", None, DEALS)]),
    "counted": lambda: counted(3, 4),
}
MIRRORED = {
    "chance": "step", "evening": "stick-body",
}  # fmt: skip


@pytest.fixture
def drawn(app):
    """Every drawing for an English reader."""
    with reading(app, "en"):
        return {name: draw() for name, draw in DRAWINGS.items()}


def label(drawing, style):
    """What the one drawing of a class says."""
    return found(drawing, "svg", style)[0][1]["aria-label"]


def test_coordinates_are_mirrored_and_nothing_is_flipped_or_forbidden_by_the_policy(app, drawn):
    with reading(app, "fa"):
        persian = {name: draw() for name, draw in DRAWINGS.items()}
    for name, style in MIRRORED.items():
        pairs = [[points(path[1]["d"]) for path in found(of[name], "path", style)] for of in (drawn, persian)]
        assert pairs[0], name
        for left, right in zip(*pairs, strict=True):
            assert right == [(pytest.approx(WIDTH - x, abs=0.11), y) for x, y in left], name
    for drawings in (drawn, persian):
        told = str(html([*drawings.values()]))
        assert not INLINE.search(told)
        assert not re.search(r"\b(nan|inf|None)\b|e-\d", told)


def test_a_rate_and_its_band(app, drawn):
    """Break-even is on one side of the whole band, or in it."""
    with reading(app, "en"):
        said = [verdict(Band((low + high) / 2, low, high, 50)) for low, high in ((55, 70), (30, 45), (45, 55))]
        words = rate_words(84, 118, Band(71.2, 66, 76, 50))
        shared = band(Band(58, 52, 64, 50), Scale(35, 75), "x", own_ruler=False)
        ruler = shared_ruler(Scale(35, 75), [(50, "even"), (60, "60")], 50)
    assert said == ["pays", "costs", "open"]
    assert words == "84 of 118; 71 in 100, between 66 and 76; break-even 50: pays"
    with reading(app, "fa"):
        words = rate_words(84, 118, Band(71.2, 66, 76, 50))
        persian = DRAWINGS["band"]()
    assert words == "۸۴ از ۱۱۸؛ ۷۱ از ۱۰۰، میان ۶۶ و ۷۶؛ سربه‌سر ۵۰: سود دارد"
    assert (found(shared, "path", "stick-body"), len(found(ruler, "path", "stick-body"))) == ([], 1)
    assert [word[2] for word in found(ruler, "text")] == [["even"], ["60"]]
    for drawing, place, middle in ((drawn["band"], 64.44, 6 + 168 * 0.65), (persian, 35.56, 180 - 6 - 168 * 0.65)):
        [mark] = found(drawing, "path", "dotm")
        holder = next(svg for svg in found(drawing, "svg") if mark in svg[2])
        assert float(holder[1]["x"][:-1]) == pytest.approx(place, abs=0.3)
        xs = [x for x, _ in points(found(drawing, "path", "rough")[0][1]["d"])]
        assert (min(xs) + max(xs)) / 2 == pytest.approx(middle, abs=1.5)
    assert drawn["counted"][1]["aria-label"] == "3 of 4"
    assert [len(found(drawn["counted"], "path", style)) for style in ("grey", "lost")] == [3, 1]


def test_chances_are_step_lines_over_the_matchs_cuts(drawn):
    drawing = drawn["chance"]
    steps = points(found(drawing, "path", "step")[0][1]["d"])
    heights = [steps[0][1], *[y for _, y in steps[2:-1:2]]]
    assert heights == [round(BOTTOM - (BOTTOM - TOP) * share, 1) for share in CHANCES]
    assert cells(drawing)[0] == ["at the start", "50", "50"]
    assert [row[1] for row in cells(drawing)] == ["50", "40", "60", "5", "50", "100"]
    words = "Chance of Ann & Cem to win, deal by deal: 50 in 100 at first, 100 at the end"
    assert label(drawing, "plot") == f"{words}; the turn is deal 4, from 5 to 50"
    assert len([path for path in found(drawing, "path", "rough") if "ringed" not in path[1]["class"]]) == 1


def test_a_gate_shows_the_number_and_is_not_mirrored(app):
    for number in range(1, 6):
        middles = []
        for code in ("en", "fa"):
            with reading(app, code):
                drawing = five_bar_gate(number)
            assert [len(found(drawing, "path", style)) for style in ("rough", "ghost")] == [number, 5 - number]
            corners = points(found(drawing, "path", "rough")[-1][1]["d"])
            middles.append(sum(x for x, _ in corners) / len(corners))
        assert middles[0] == pytest.approx(middles[1], abs=1)


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


def test_a_match_is_cut_from_above_and_below(app, drawn):
    above, below = found(drawn["evening"], "path", "stick-body")
    assert (len(tips(above[1]["d"], 2)), len(tips(below[1]["d"], 30))) == (4, 3)  # one a point
    assert len(found(drawn["evening"], "path", "nick")) == 1  # a deal without a point
    with reading(app, "en"):
        many, _ = found(evening_stick([Length("A", None, [(42, 0), (10, 32)])]), "path", "stick-body")
        lengths = evening_stick([Length("A", None, [(1, 0)] * 10), Length("B", None, [(0, 1)] * 20)], below=300)
    assert len(tips(many[1]["d"], 2)) == 2
    ends = [[x for x, _ in points(body[1]["d"])] for body in found(lengths, "path", "stick-body")[::2]]
    one, other = (max(xs) - min(xs) for xs in ends)
    assert other == pytest.approx(2 * one, abs=0.2)
    assert cells(lengths) == [["A", "10"], ["B", "20"]]
