"""Ratings where people see them: behind a name on the page of the circle, and on the page of a person."""

from __future__ import annotations

from tests.support.review_evenings import two_years
from tests.support.review_pages import page_of


def test_a_rating_has_a_question_mark_until_it_is_sure(app, client):
    """Of eleven matches with changing partners Ann won nine: none of that is sure."""
    people = two_years(app, client)
    circle = page_of(client, "/review")
    assert "Ann rating 1563? 9 of 11" in circle
    assert "Ratings begin at 1500; with a question mark they are not sure yet." in circle
    assert page_of(client, "/review?game=boomke_wies").count("rating 1") == 4
    assert "rating 1" not in page_of(client, "/review?year=2020")
    person = page_of(client, f"/review/p/{people['Ann']}")
    assert "Rating everybody begins at 1500 All games 1563? Boomke Wies 1563? The lines" in person
