"""The result, the money and the length of an evening, worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from models.review.evening.result import WonTogether, span_of, tally
from models.review.evening.settlement import Paid, balances, payments, shares

AC, BD, AB, CD = ("Ann", "Cem"), ("Bob", "Dee"), ("Ann", "Bob"), ("Cem", "Dee")
SEVEN = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


def won(first, second):
    """A match that the first of two sides won."""
    return [(first, True), (second, False)]


def test_sides_are_counted_together_while_they_stay_and_person_by_person_where_they_change():
    evening = [won(AC, BD), won(BD, AC), won(("Dee", "Bob"), ("Cem", "Ann")), won(BD, AC)]
    for matches, out, found in (
        (evening, (), [(BD, 3, 4), (AC, 1, 4)]),
        ([won(AC, BD), won(AB, CD)], (), [(("Ann",), 2, 2), (("Cem",), 1, 2), (("Bob",), 1, 2), (("Dee",), 0, 2)]),
        ([won(AC, BD)], {"Cem"}, [(("Ann",), 1, 1), (BD, 0, 1)]),  # who stays out is left out
        ([won(AC, BD)], {"Ann", "Cem"}, [(BD, 0, 1)]),
    ):
        assert tally(matches, out) == [WonTogether(*side) for side in found]


def test_money_is_settled_by_side_while_the_sides_stay_else_shared_and_a_cent_over_is_the_first_ones():
    found = balances([([AC, BD], [250, -250]), ([BD, AC], [100, -100]), ([AC, BD], [])])
    assert found == {AC: 150, BD: -150}
    assert payments(found) == [Paid(BD, AC, 150)]
    found = balances([([AC, BD], [25, -25]), ([AB, CD], [100, -100])])
    assert found == {("Ann",): 63, ("Cem",): -38, ("Bob",): 37, ("Dee",): -62}
    assert payments(found) == [
        Paid(("Dee",), ("Ann",), 62),
        Paid(("Cem",), ("Bob",), 37),
        Paid(("Cem",), ("Ann",), 1),
    ]
    assert [shares(5, 2), shares(-5, 2), shares(0, 3), shares(9, 1)] == [[3, 2], [-3, -2], [0, 0, 0], [9]]
    assert payments(balances([([AC, BD], [50, -50]), ([AC, BD], [-50, 50])])) == []


def test_the_length_is_from_the_first_match_to_the_last_record_of_the_same_day():
    hour, day = timedelta(hours=1), timedelta(days=1)
    found = span_of([(SEVEN + 2 * hour, SEVEN + 3 * hour), (SEVEN, SEVEN + hour)])
    assert (found.begin, found.end, found.length) == (SEVEN, SEVEN + 3 * hour, 3 * hour)
    assert span_of([]) is None
    assert span_of([(SEVEN, SEVEN), (SEVEN + day, SEVEN + day)]).length is None
    assert span_of([(SEVEN, SEVEN + day)]).length is None
