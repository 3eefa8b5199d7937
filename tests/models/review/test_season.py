"""Seasons by hand: what evenings bring, what counts, what is sure, what can still be had."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import product
from random import Random

import pytest

from models.review.season.standings import season_table
from models.review.season.sums import SeasonEvening, best, place_points
from models.review_tables import Season

BEGIN = date(2026, 9, 4)
ANN, BOB, CEM = 1, 2, 3


def season(**more):
    values = {"counts": "places", "evenings": 4, "best_of": 2, "at_least": 0, "games": []}
    return Season(first=BEGIN, last=BEGIN + timedelta(days=60), **values | more)


def evening(number, **brought):
    ids = {"ann": ANN, "bob": BOB, "cem": CEM}
    return SeasonEvening(
        BEGIN + timedelta(days=7 * number), number, 1, {ids[name]: float(n) for name, n in brought.items()}
    )


THREE = [evening(0, ann=4, bob=2, cem=1), evening(1, ann=2, bob=4), evening(2, ann=4, bob=2, cem=1)]


def test_places_of_an_evening_are_shared():
    assert place_points({1: 2, 2: 2, 3: 1, 4: 0, 5: 0}) == {1: 4, 2: 4, 3: 1, 4: 0, 5: 0}
    assert place_points({1: 3, 2: 2, 3: 1, 4: 0}) == {1: 4, 2: 2, 3: 1, 4: 0}
    assert place_points({1: 1, 2: 1, 3: 1, 4: 1}) == {1: 4, 2: 4, 3: 4, 4: 4}


def test_the_best_count():
    assert best([4, 2, 4], 2) == 8
    assert best([4, 2, 4], 0) == 10
    assert best([-1, -2], 1) == -1


def test_a_season_of_four_evenings_of_which_three_were():
    """Best two of four. Ann has 4 + 4 and can get no more; Bob 4 + 2, with one more 4 + 4; Cem 1 + 1, then 5."""
    table = season_table(season(), THREE, THREE[2].day + timedelta(days=1), None)
    assert (table.left, table.leader) == (1, 8)
    ann, bob, cem = table.rows
    assert [(row.person, row.place, row.total, row.sure, row.reach) for row in table.rows] == [
        (ANN, 1, 8, 8, 8),
        (BOB, 2, 6, 6, 8),
        (CEM, 3, 2, 2, 5),
    ]
    assert [row.can_win for row in table.rows] == [True, True, False]
    assert (ann.struck, bob.struck, cem.struck) == ({1}, {2}, set())
    assert cem.brought == (1.0, None, 1.0)


def test_an_evening_that_is_not_over_is_not_sure():
    table = season_table(season(), THREE, THREE[2].day, THREE[2].day)
    assert table.left == 2
    assert [(row.person, row.total, row.sure, row.reach) for row in table.rows] == [
        (ANN, 8, 6, 8),
        (BOB, 6, 6, 8),
        (CEM, 2, 1, 8),
    ]
    assert all(row.can_win for row in table.rows)


def test_after_the_last_evening_the_first_has_won():
    table = season_table(season(evenings=3), THREE, BEGIN + timedelta(days=30), None)
    assert table.left == 0
    assert [row.can_win for row in table.rows] == [True, False, False]
    assert all(row.sure == row.reach == row.total for row in table.rows)


def test_without_a_plan_every_day_can_be_an_evening():
    last = BEGIN + timedelta(days=60)
    assert season_table(season(evenings=0), THREE, last, None).left == 1
    assert season_table(season(evenings=0), THREE, last + timedelta(days=1), None).left == 0
    assert season_table(season(evenings=0), [], BEGIN - timedelta(days=9), None).left == 61


def test_a_place_needs_evenings_enough():
    """Cem was there twice; with three needed and none to come he has no place, with one to come he may yet get one."""
    over = season_table(season(evenings=3, at_least=3), THREE, BEGIN + timedelta(days=30), None)
    assert [(row.person, row.place) for row in over.rows] == [(ANN, 1), (BOB, 2), (CEM, None)]
    running = season_table(season(at_least=4), THREE, BEGIN + timedelta(days=30), None)
    assert running.leader is None  # nobody has a place for sure
    assert [(row.person, row.place, row.can_win) for row in running.rows] == [
        (ANN, None, True),
        (BOB, None, True),
        (CEM, None, False),
    ]


@pytest.mark.parametrize("counts", ["points", "rating"])
def test_of_points_nothing_is_sure_while_evenings_are_to_come(counts):
    rows = season_table(season(counts=counts), THREE, BEGIN + timedelta(days=30), None).rows
    assert all(row.sure is None and row.reach is None and row.can_win for row in rows)


def test_of_matches_won_nobody_is_out_of_it():
    rows = season_table(season(counts="matches"), THREE, BEGIN + timedelta(days=30), None).rows
    assert all(row.sure == row.total and row.reach is None and row.can_win for row in rows)


@pytest.mark.parametrize("seed", range(40))
def test_bounds_are_what_the_worst_and_the_best_end_give(seed):
    """Every end of small seasons, played out: nobody ends below what is sure or above what they can reach."""
    rng = Random(seed)
    planned, best_of = rng.randint(2, 5), rng.randint(0, 3)
    played = [
        evening(n, ann=rng.choice((4, 2, 1, 0)), bob=rng.choice((4, 2, 1, 0))) for n in range(rng.randint(1, planned))
    ]
    table = season_table(season(evenings=planned, best_of=best_of), played, played[-1].day + timedelta(days=1), None)
    for row in table.rows:
        ends = [
            best([*(value or 0 for value in row.brought), *more], best_of)
            for more in product((0, 1, 2, 4), repeat=planned - len(played))
        ]
        assert (row.sure, row.reach) == (min(ends), max(ends))
        others = max(other.sure for other in table.rows)
        assert row.can_win == (max(ends) >= others)
