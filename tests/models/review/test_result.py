"""The result, the money and the length of an evening, worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from models.review.evening.result import WonTogether, span_of, tally
from models.review.evening.settlement import Paid, balances, payments, shares

AC, BD, AB, CD = ("Ann", "Cem"), ("Bob", "Dee"), ("Ann", "Bob"), ("Cem", "Dee")
SEVEN = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


def won(first, second):
    """A match that the first of two sides won."""
    return [(first, True), (second, False)]


def test_same_sides_are_counted_together_whoever_sat_first():
    evening = [won(AC, BD), won(BD, AC), won(("Dee", "Bob"), ("Cem", "Ann")), won(BD, AC)]
    assert tally(evening) == [WonTogether(BD, 3, 4), WonTogether(AC, 1, 4)]


def test_other_partners_are_counted_person_by_person():
    found = tally([won(AC, BD), won(AB, CD)])
    assert found == [
        WonTogether(("Ann",), 2, 2),
        WonTogether(("Cem",), 1, 2),
        WonTogether(("Bob",), 1, 2),
        WonTogether(("Dee",), 0, 2),
    ]


def test_who_stays_out_is_left_out_of_their_side():
    assert tally([won(AC, BD)], {"Cem"}) == [WonTogether(("Ann",), 1, 1), WonTogether(BD, 0, 1)]
    assert tally([won(AC, BD)], {"Ann", "Cem"}) == [WonTogether(BD, 0, 1)]


def test_money_is_settled_by_side_while_the_sides_stay():
    found = balances([([AC, BD], [250, -250]), ([BD, AC], [100, -100]), ([AC, BD], [])])
    assert found == {AC: 150, BD: -150}
    assert payments(found) == [Paid(BD, AC, 150)]


def test_money_of_changing_sides_is_shared_and_a_cent_over_is_the_first_ones():
    found = balances([([AC, BD], [25, -25]), ([AB, CD], [100, -100])])
    assert found == {("Ann",): 63, ("Cem",): -38, ("Bob",): 37, ("Dee",): -62}
    assert payments(found) == [
        Paid(("Dee",), ("Ann",), 62),
        Paid(("Cem",), ("Bob",), 37),
        Paid(("Cem",), ("Ann",), 1),
    ]


@pytest.mark.parametrize(
    ("amount", "parts", "found"), [(5, 2, [3, 2]), (-5, 2, [-3, -2]), (0, 3, [0, 0, 0]), (9, 1, [9])]
)
def test_shares_sum_to_the_amount(amount, parts, found):
    assert shares(amount, parts) == found


def test_nobody_pays_where_all_are_even():
    assert payments(balances([([AC, BD], [50, -50]), ([AC, BD], [-50, 50])])) == []


def test_the_length_is_from_the_first_match_to_the_last_record():
    hour = timedelta(hours=1)
    found = span_of([(SEVEN + 2 * hour, SEVEN + 3 * hour), (SEVEN, SEVEN + hour)])
    assert (found.begin, found.end, found.length) == (SEVEN, SEVEN + 3 * hour, 3 * hour)
    assert span_of([]) is None


def test_an_evening_that_went_on_another_day_has_no_length():
    day = timedelta(days=1)
    assert span_of([(SEVEN, SEVEN), (SEVEN + day, SEVEN + day)]).length is None
    assert span_of([(SEVEN, SEVEN + day)]).length is None
