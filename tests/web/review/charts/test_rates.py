"""Rates, ratings and chances: words and tables equal the drawing, few are counted, nothing is a style attribute."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from tests.repository.check_css import INLINE
from tests.web.review.charts.readers import cells, found, points, reading
from web.markup import html
from web.review.charts.band import Band, Scale, band, counted, rate_words, shared_ruler, verdict
from web.review.charts.chance import BOTTOM, TOP, Course, chance, lanes
from web.review.charts.rating import Point, rating
from web.review.charts.tally_marks import five_bar_gate

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
