"""Who won how many matches of an evening, and how long it was, worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from models.review.evening import span_of, tally

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
        ([won(AC, BD), [(AC, True), (BD, True)]], (), [(AC, 1, 1), (BD, 0, 1)]),  # a level match is nobody's
        ([won(AC, BD), [(AC, False), (BD, False)]], (), [(AC, 1, 1), (BD, 0, 1)]),
        ([[(AC, True), (BD, True)]], (), []),
    ):
        assert [(who, share.made, share.of) for who, share in tally(matches, out)] == found


def test_the_length_is_from_the_first_match_to_the_last_record_of_the_same_day():
    hour, day = timedelta(hours=1), timedelta(days=1)
    found = span_of([(SEVEN + 2 * hour, SEVEN + 3 * hour), (SEVEN, SEVEN + hour)])
    assert (found.begin, found.end, found.length) == (SEVEN, SEVEN + 3 * hour, 3 * hour)
    assert span_of([]) is None
    assert span_of([(SEVEN, SEVEN), (SEVEN + day, SEVEN + day)]).length is None
    assert span_of([(SEVEN, SEVEN + day)]).length is None
