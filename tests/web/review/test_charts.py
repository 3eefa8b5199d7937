"""Charts: as many marks as there is to tell, mirrored, the same numbers in words and tables, no style attribute."""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from tests.repository.check_css import INLINE
from tests.web.review.chart_reader import cells, found, points, reading, tips
from web.markup import html
from web.review.charts.axes import WIDTH
from web.review.charts.band import Band, Scale, band, counted, rate_words, shared_ruler, verdict
from web.review.charts.chance import BOTTOM, TOP, Course, chance, lanes
from web.review.charts.evening import Length, evening_stick
from web.review.charts.form import bars, form
from web.review.charts.rating import Point, rating
from web.review.charts.season import DrawnSeason, season_row, season_stick
from web.review.charts.survival import step_points, survival_curve
from web.review.charts.tally_marks import five_bar_gate
from web.review.charts.year import Cut, broken_year, month_names, person_stick, year_span, year_stick
from web.review.game.match_panels import still_in, survival_table

if TYPE_CHECKING:
    from drawing.node import Node

CHANCES = [0.5, 0.4, 0.6, 0.05, 0.5, 1.0]
COURSE = Course(("Ann & Cem", "Bob & Dee"), CHANCES, [(0, 1), (1, 0), (0, 3), (5, 0), (1, 0)], turn=3)
POINTS = [Point(date(2023, 6, 1) + timedelta(91 * n), 48 + n / 2, 40 + n / 2, 56 + n / 2) for n in range(14)]


@pytest.mark.parametrize(("low", "high", "word"), [(55, 70, "pays"), (30, 45, "costs"), (45, 55, "open")])
def test_verdict_says_on_which_side_of_the_notch_a_band_is(app: Flask, low: float, high: float, word: str) -> None:
    with reading(app, "en"):
        assert verdict(Band((low + high) / 2, low, high, 50)) == word


def test_rate_in_words(app: Flask) -> None:
    rate = Band(71.2, 66, 76, 50)
    with reading(app, "en"):
        assert rate_words(84, 118, rate) == "84 of 118; 71 in 100, between 66 and 76; break-even 50: pays"
    with reading(app, "fa"):
        assert rate_words(84, 118, rate) == "۸۴ از ۱۱۸؛ ۷۱ از ۱۰۰، میان ۶۶ و ۷۶؛ سربه‌سر ۵۰: سود دارد"


@pytest.mark.parametrize(("code", "place"), [("en", "64.44%"), ("fa", "35.56%")])
def test_estimate_and_stroke_stand_at_their_values(app: Flask, code: str, place: str) -> None:
    with reading(app, code):
        drawn = band(Band(65.5, 50, 80, 40, side=1), Scale(0, 100), "words")
    [mark] = found(drawn, "path", "dotm")
    holder = next(svg for svg in found(drawn, "svg") if mark in svg[2])
    assert float(holder[1]["x"][:-1]) == pytest.approx(float(place[:-1]), abs=0.3)
    xs = [x for x, _ in points(found(drawn, "path", "rough")[0][1]["d"])]
    assert (min(xs) + max(xs)) / 2 == pytest.approx(6 + 168 * 0.65 if code == "en" else 180 - 6 - 168 * 0.65, abs=1.5)
    assert drawn[1]["aria-label"] == "words"


def test_under_a_shared_ruler_rows_have_no_stick_of_their_own(app: Flask) -> None:
    scale = Scale(35, 75)
    with reading(app, "en"):
        assert not found(band(Band(58, 52, 64, 50), scale, "x", own_ruler=False), "path", "stick-body")
        above = shared_ruler(scale, [(50, "even"), (60, "60")], 50)
    assert len(found(above, "path", "stick-body")) == 1
    assert [word[2] for word in found(above, "text")] == [["even"], ["60"]]


def test_too_few_are_counted_stroke_by_stroke(app: Flask) -> None:
    with reading(app, "en"):
        drawn = counted(3, 4)
    assert drawn[1]["aria-label"] == "3 of 4"
    assert [len(found(drawn, "path", style)) for style in ("grey", "lost")] == [3, 1]


def test_chance_is_a_step_line_over_the_matchs_cuts(app: Flask) -> None:
    with reading(app, "en"):
        drawn = chance(COURSE)
    steps = points(found(drawn, "path", "step")[0][1]["d"])
    heights = [steps[0][1], *[y for _, y in steps[2:-1:2]]]
    assert heights == [round(BOTTOM - (BOTTOM - TOP) * share, 1) for share in CHANCES]
    assert cells(drawn)[0] == ["at the start", "50", "50"]
    assert [row[1] for row in cells(drawn)] == ["50", "40", "60", "5", "50", "100"]
    label = found(drawn, "svg", "plot")[0][1]["aria-label"]
    assert label == (
        "Chance of Ann & Cem to win, deal by deal: 50 in 100 at first, 100 at the end; the turn is deal 4, from 5 to 50"
    )
    assert len([path for path in found(drawn, "path", "rough") if "ringed" not in path[1]["class"]]) == 1


def test_chance_is_mirrored(app: Flask) -> None:
    with reading(app, "en"):
        left = points(found(chance(COURSE), "path", "step")[0][1]["d"])
    with reading(app, "fa"):
        right = points(found(chance(COURSE), "path", "step")[0][1]["d"])
    assert right == [(pytest.approx(366 - x, abs=0.11), y) for x, y in left]


def test_a_lane_ends_where_its_side_went_out(app: Flask) -> None:
    shares = [[0.25, 0.3, 0.5, 1.0], [0.25, 0.3, 0.5, 0.0], [0.5, 0.4, 0.0, 0.0]]
    with reading(app, "en"):
        drawn = lanes(["Ann", "Bob", "Cem"], shares, out={2: 1})
    first, _, third = (points(way[1]["d"]) for way in found(drawn, "path", "way"))
    assert first[-1][0] == 360
    assert third[-1][0] == pytest.approx(183, abs=1)
    assert cells(drawn)[-1] == ["3", "100", "0", "0"]


def test_rating_ends_with_its_figure_and_its_years_are_the_tables(app: Flask) -> None:
    with reading(app, "en"):
        drawn = rating("Ann", POINTS)
    assert [row[0] for row in cells(drawn)] == ["2023", "2024", "2025", "2026"]
    assert cells(drawn)[-1][1:] == ["54", "46", "62"]
    assert found(drawn, "text", "large")[0][2] == ["54"]
    assert "from 48 to 54, now between 46 and 62" in found(drawn, "svg", "plot")[0][1]["aria-label"]


def last_bar(drawn: Node) -> list[tuple[float, float]]:
    """The corners of the newest stroke of a gate."""
    return points(found(drawn, "path", "rough")[-1][1]["d"])


@pytest.mark.parametrize("number", range(1, 6))
def test_gate_shows_the_number_and_is_not_mirrored(app: Flask, number: int) -> None:
    with reading(app, "en"):
        drawn = five_bar_gate(number)
    with reading(app, "fa"):
        same = five_bar_gate(number)
    assert [len(found(drawn, "path", style)) for style in ("rough", "ghost")] == [number, 5 - number]
    middles = [sum(x for x, _ in corners) / len(corners) for corners in (last_bar(drawn), last_bar(same))]
    assert middles[0] == pytest.approx(middles[1], abs=1)


@pytest.mark.parametrize("code", ["en", "fa", "nl", "de"])
def test_nothing_in_a_chart_is_forbidden_by_the_policy(app: Flask, code: str) -> None:
    with reading(app, code):
        drawn = html([chance(COURSE), rating("Ann", POINTS), band(Band(5, 4, 6, 3), Scale(0, 10), "x")])
    assert not INLINE.search(str(drawn))
    assert not re.search(r"\b(nan|inf|None)\b|e-\d", str(drawn))


LAST = date(2026, 11, 20)
CUTS = [Cut(LAST - timedelta(7 * weeks), 10 + weeks, (1, -1, 0)[weeks % 3]) for weeks in range(30)][::-1]
DEALS = [(1, 0), (0, 2), (0, 0), (3, 0), (0, 1)]


def test_year_has_a_cut_an_evening_and_says_so(app: Flask) -> None:
    with reading(app, "en"):
        drawn = year_stick(CUTS, LAST)
    [body, _] = found(drawn, "path", "stick-body")
    assert len(tips(body[1]["d"], 14)) == 30
    label = found(drawn, "svg", "beam")[0][1]["aria-label"]
    assert label == (
        "The stick of 2026: a cut for each of 30 evenings, deeper for more deals; ringed: Friday 20 November"
    )
    assert [row[1] for row in cells(drawn)] == [str(cut.deals) for cut in CUTS]
    assert len(found(drawn, "path", "ringed")) == 1


def test_a_cut_is_deeper_for_more_deals(app: Flask) -> None:
    with reading(app, "en"):
        body = found(year_stick([Cut(date(2026, 3, 1), 10), Cut(date(2026, 6, 1), 40)]), "path", "stick-body")[0]
    shallow, deep = [y for x, y in points(body[1]["d"]) if 14 < y < 27]
    assert shallow < deep < 27


def test_evenings_before_the_readers_year_are_not_on_it(app: Flask) -> None:
    cuts = [Cut(date(2026, 2, 6), 20), Cut(date(2026, 3, 20), 20), Cut(date(2026, 3, 21), 20), Cut(LAST, 20)]
    with reading(app, "en"):
        assert len(cells(year_stick(cuts))) == 4
        assert year_span(LAST) == (date(2026, 1, 1), date(2027, 1, 1))
    with reading(app, "fa"):
        assert [row[1] for row in cells(year_stick(cuts))] == ["۲۰", "۲۰"]
        assert year_span(LAST) == (date(2026, 3, 21), date(2027, 3, 21))
        assert month_names(date(2026, 3, 21))[:3] == ["فرو", "ارد", "خرد"]


def test_persian_year_runs_from_the_right(app: Flask) -> None:
    with reading(app, "fa"):
        drawn = year_stick([Cut(date(2026, 4, 1), 20), Cut(LAST, 20)])
    first, last = tips(found(drawn, "path", "stick-body")[0][1]["d"], 14)
    assert last < WIDTH / 2 < first
    assert [float(word[1]["x"][:-1]) for word in found(drawn, "text")] == sorted(
        (float(word[1]["x"][:-1]) for word in found(drawn, "text")), reverse=True
    )


def test_coordinates_are_mirrored_and_nothing_is_flipped(app: Flask) -> None:
    for draw in (
        lambda: evening_stick([Length("A", None, DEALS)]),
        lambda: form([1, -1, 1, 0]),
        lambda: season_stick([4, 3], 10),
    ):
        with reading(app, "en"):
            left = found(draw(), "path", "stick-body")
        with reading(app, "fa"):
            right = found(draw(), "path", "stick-body")
        for one, other in zip(left, right, strict=True):
            mirrored = [(pytest.approx(WIDTH - x, abs=0.11), y) for x, y in points(one[1]["d"])]
            assert points(other[1]["d"]) == mirrored


def test_a_persons_year_is_cut_from_above_and_below(app: Flask) -> None:
    with reading(app, "en"):
        drawn = person_stick("Ann", CUTS)
    above, below = found(drawn, "path", "stick-body")
    assert [len(tips(above[1]["d"], 16)), len(tips(below[1]["d"], 50)), len(found(drawn, "path", "nick"))] == [
        10,
        10,
        10,
    ]
    assert [row[1] for row in cells(drawn)].count("a win") == 10


def test_match_has_a_cut_a_point_and_a_line_for_none(app: Flask) -> None:
    with reading(app, "en"):
        drawn = evening_stick([Length("A", None, DEALS)])
    above, below = found(drawn, "path", "stick-body")
    assert len(tips(above[1]["d"], 2)) == 4
    assert len(tips(below[1]["d"], 30)) == 3
    assert len(found(drawn, "path", "nick")) == 1


def test_many_points_a_deal_are_one_cut_deeper_for_more(app: Flask) -> None:
    with reading(app, "en"):
        above, _ = found(evening_stick([Length("A", None, [(42, 0), (10, 32)])]), "path", "stick-body")
    assert len(tips(above[1]["d"], 2)) == 2


def test_cuts_close_to_each_other_do_not_overlap(app: Flask) -> None:
    days = [Cut(date(2026, 1, 1) + timedelta(n), 10) for n in range(300)]
    with reading(app, "en"):
        [body, _] = found(year_stick(days), "path", "stick-body")
    xs = [x for x, y in points(body[1]["d"])][:-3]
    assert len(tips(body[1]["d"], 14)) > 250
    assert all(here <= there + 0.3 for here, there in pairwise(xs))


def test_lengths_of_an_evening_are_as_long_as_their_deals(app: Flask) -> None:
    with reading(app, "en"):
        drawn = evening_stick([Length("A", None, [(1, 0)] * 10), Length("B", None, [(0, 1)] * 20)], below=300)
    ends = [[x for x, _ in points(body[1]["d"])] for body in found(drawn, "path", "stick-body")[::2]]
    one, other = (max(xs) - min(xs) for xs in ends)
    assert other == pytest.approx(2 * one, abs=0.2)
    assert cells(drawn) == [["A", "10"], ["B", "20"]]
    assert len(found(drawn, "path", "fan")) == 1


def test_broken_year_keeps_the_cuts_in_both_halves(app: Flask) -> None:
    with reading(app, "en"):
        upper, lower = found(broken_year(CUTS), "path", "stick-body")
    assert len(tips(upper[1]["d"], 8)) == len(tips(lower[1]["d"], 62)) == 30


def test_season_shows_what_is_sure_what_can_be_had_and_the_leader(app: Flask) -> None:
    with reading(app, "en"):
        drawn = season_row(DrawnSeason(38, 46, 41, 60, side=3), "Dee")
        played = season_stick([4, 3, 5], 10)
    sure, reach = (6 + 354 * value / 60 for value in (38, 46))
    [dots] = found(drawn, "path", "lost")
    assert points(dots[1]["d"]) == [(round(sure + 9, 1), 12), (round(reach, 1), 12)]
    assert drawn[1]["aria-label"] == "Dee has 38, can reach 46; the leader has 41"
    assert len(found(played, "path", "guide")) == 7
    assert [row[1] for row in cells(played)] == ["4", "3", "5"]


def test_bars_count_what_they_say(app: Flask) -> None:
    with reading(app, "en"):
        drawn = bars("by month", [("J", 3), ("F", 0), ("M", 9)], ("Month", "Evenings"))
    assert len(found(drawn, "path", "rough")) == 2
    assert cells(drawn) == [["J", "3"], ["F", "0"], ["M", "9"]]


STAYED = {1: (10, 10), 2: (5, 10), 3: (4, 8), 4: (3, 7)}


def test_shares_multiply_until_too_few_were_in():
    assert still_in(STAYED) == [1, 0.5, 0.25]
    assert still_in({2: (5, 10)}) == []


def test_the_line_holds_through_a_deal_and_falls_at_its_end():
    assert step_points([1, 0.5]) == [(6, 10), (162, 10), (162, 10), (318, 10), (318, 70)]


def test_the_curve_says_itself_in_words(app):
    with reading(app, "en"):
        drawn = str(html(survival_curve(still_in(STAYED))))
    assert "Of 100 players so many are still in after each deal: 100, 50, 25" in drawn


def test_its_figures_stand_in_the_table(app):
    with reading(app, "en"):
        table = survival_table({4: STAYED, 5: {1: (6, 6)}}, usual=4)
    assert table.heads == ["Deal", "4 players", "5 players", "Of 100 with 4 players still in"]
    assert table.rows[1] == ["2", "5 of 10", "", "50"]
    assert table.rows[3] == ["4", "3 of 7", "", ""]
