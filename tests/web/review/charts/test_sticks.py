"""Sticks: as many cuts as there is to tell, true holes, mirrored, with the same numbers in the table."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from flask import Flask

from tests.web.review.charts.readers import cells, found, points, reading, tips
from web.review.charts.axes import WIDTH
from web.review.charts.evening import Length, evening_stick
from web.review.charts.form import bars, form
from web.review.charts.season import DrawnSeason, season_row, season_stick
from web.review.charts.year import Cut, broken_year, month_names, person_stick, year_span, year_stick

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
