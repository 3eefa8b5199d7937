"""Who won how many matches of an evening, worked out by hand."""

from __future__ import annotations

from models.review.wins import tally

AC, BD, AB, CD = ("Ann", "Cem"), ("Bob", "Dee"), ("Ann", "Bob"), ("Cem", "Dee")


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
