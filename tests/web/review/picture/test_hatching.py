"""Hatching by strokes: they lie in their area and nowhere else."""

from __future__ import annotations

import pytest
from flask import Flask

from web.review.picture.hatching import APART, hatched, strokes

STEP = [(0.0, 31.0), (10.0, 31.0), (10.0, 13.0), (40.0, 13.0), (40.0, 61.0), (0.0, 61.0)]
"""Low on the left up to 10, high from there on."""


def test_strokes_begin_and_end_at_the_edges_of_their_area() -> None:
    found = list(strokes(STEP))
    assert [y for _, _, y in found] == [18, 24, 30, 36, 42, 48, 54, 60]
    assert [(begin, end) for begin, end, _ in found] == [(10, 40)] * 3 + [(0, 40)] * 5


def test_an_area_in_two_parts_has_two_strokes_at_a_height() -> None:
    hollow = [(0.0, 0.0), (10.0, 0.0), (10.0, 20.0), (30.0, 20.0), (30.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)]
    at_six = [(begin, end) for begin, end, y in strokes(hollow) if y == APART]
    assert at_six == [(0, 10), (30, 40)]


@pytest.mark.parametrize("letter", ["a", "b"])
@pytest.mark.parametrize(("code", "left", "right"), [("en", 0, 40), ("fa", 326, 366)])
def test_turned_and_mirrored_strokes_stay_in_it(app: Flask, letter: str, code: str, left: int, right: int) -> None:
    """A picture from right to left has it on the other side of its 366 units."""
    with app.test_request_context(headers={"Accept-Language": code}):
        tag, names, (drawn,) = hatched(STEP, letter)
    assert (tag, names) == ("g", {"class": letter})
    points = [[float(n) for n in point.split()] for point in drawn[1]["d"].replace("L", "M").split("M") if point]
    numbers = [n for point in points for n in point]
    assert len(numbers) > 20
    assert all(left - 0.1 <= x <= right + 0.1 for x in numbers[::2])
    assert all(12.9 <= y <= 61.1 for y in numbers[1::2])
