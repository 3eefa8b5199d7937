"""Seasons by hand: what evenings bring, what counts, what is sure, what can still be had."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import product
from random import Random

from models.review.season import SeasonEvening, best, season_table
from models.review.tables import Season

BEGIN = date(2026, 9, 4)
ANN, BOB, CEM = 1, 2, 3


def season(**more):
    values = {"counts": "places", "evenings": 4, "best_of": 2, "at_least": 0, "games": []}
    return Season(first=BEGIN, last=BEGIN + timedelta(days=60), **values | more)


def evening(number, **brought):
    ids = {"ann": ANN, "bob": BOB, "cem": CEM}
    values = {ids[name]: float(points) for name, points in brought.items()}
    return SeasonEvening(BEGIN + timedelta(days=7 * number), f"evening-{number}", 1, values)


THREE = [evening(0, ann=4, bob=2, cem=1), evening(1, ann=2, bob=4), evening(2, ann=4, bob=2, cem=1)]
LATER = BEGIN + timedelta(days=30)


def rows_of(table, *names):
    return [tuple(getattr(row, name) for name in names) for row in table.rows]


def test_a_place_needs_evenings_enough():
    """Cem was there twice; with three needed and none to come he has no place, with one to come he may yet get one."""
    over = season_table(season(evenings=3, at_least=3), THREE, LATER, None)
    assert rows_of(over, "person", "place") == [(ANN, 1), (BOB, 2), (CEM, None)]
    running = season_table(season(at_least=4), THREE, LATER, None)
    assert running.leader is None  # nobody has a place for sure
    assert rows_of(running, "place", "can_win") == [(None, True), (None, True), (None, False)]


def test_bounds_are_what_the_worst_and_the_best_end_give():
    """Every end of small seasons, played out: nobody ends below what is sure or above what they can reach."""
    for seed in range(40):
        rng = Random(seed)
        planned, best_of = rng.randint(2, 5), rng.randint(0, 3)
        points = (4, 2, 1, 0)
        evenings = range(rng.randint(1, planned))
        played = [evening(number, ann=rng.choice(points), bob=rng.choice(points)) for number in evenings]
        today = played[-1].day + timedelta(days=1)
        table = season_table(season(evenings=planned, best_of=best_of), played, today, None)
        for row in table.rows:
            brought = [value or 0 for value in row.brought]
            ends = [best([*brought, *more], best_of) for more in product(points, repeat=planned - len(played))]
            assert (row.sure, row.reach) == (min(ends), max(ends)), seed
            assert row.can_win == (max(ends) >= max(other.sure for other in table.rows)), seed
