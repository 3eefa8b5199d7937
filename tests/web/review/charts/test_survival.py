"""Who is still in: a curve of the share left after each deal, and its figures."""

from __future__ import annotations

from tests.web.review.charts.readers import reading
from web.markup import html
from web.review.charts.survival import step_points, survival_curve
from web.review.game.match_panels import still_in, survival_table

DEALS = {1: (10, 10), 2: (5, 10), 3: (4, 8), 4: (3, 7)}


def test_shares_multiply_until_too_few_were_in():
    assert still_in(DEALS) == [1, 0.5, 0.25]
    assert still_in({2: (5, 10)}) == []


def test_the_line_holds_through_a_deal_and_falls_at_its_end():
    assert step_points([1, 0.5]) == [(6, 10), (162, 10), (162, 10), (318, 10), (318, 70)]


def test_the_curve_says_itself_in_words(app):
    with reading(app, "en"):
        drawn = str(html(survival_curve(still_in(DEALS))))
    assert "Of 100 players so many are still in after each deal: 100, 50, 25" in drawn


def test_its_figures_stand_in_the_table(app):
    with reading(app, "en"):
        table = survival_table({4: DEALS, 5: {1: (6, 6)}}, usual=4)
    assert table.heads == ["Deal", "4 players", "5 players", "Of 100 with 4 players still in"]
    assert table.rows[1] == ["2", "5 of 10", "", "50"]
    assert table.rows[3] == ["4", "3 of 7", "", ""]
