"""A circle, its years and its records: every number by hand.

In 2020 Ann and Cem won 8 of 10, Bob and Dee 2.
"""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.support.review_evenings import two_years
from tests.support.review_pages import links, page_of
from tests.support.tables import make_circle


@pytest.fixture
def people(app, client):
    """The uids of those who played, by name."""
    return two_years(app, client)


def statuses(client, addresses):
    return {address: client.get(address).status_code for address in addresses}


def test_a_circle(client, people):
    page = page_of(client, "/review?year=2020")
    assert "Ann won 8 of 10 No clear difference yet." in page
    assert page.index("Cem 8 of 10") < page.index("Bob 2 of 10")
    assert "Ann & Cem 8 of 10" in page
    assert "All matches on 2 evenings 10 All deals 10" in page
    assert "Never partners" not in page  # Ann and Bob were, a year later
    assert "Never partners yet: Ann & Dee, Bob & Cem." in page_of(client, "/review")
    filtered = client.get("/review?game=boomke_wies&last=10").text
    assert re.search(r"<h1>Review: Boomke Wies <small>[^<]*, Last 10 evenings</small>", filtered)
    for empty in ("game=texas_42", "year=1990"):
        assert "No finished match yet" in page_of(client, f"/review?{empty}")
    wrong = [f"/review?{asked}" for asked in ("game=poker", "year=x", "year=99999", "last=3", "game=")]
    assert set(statuses(client, [*wrong, "/review/p/nobody"]).values()) == {404}


def test_a_row_leads_to_a_page_that_counts_the_same(client, people):
    for asked, said in (("", "9 of 11 matches"), ("?year=2020", "8 of 10 matches"), ("?year=2021", "1 of 1 match")):
        row = rf'href="(/review/p/{people["Ann"]}[^"/]*)"[^§]*?>{said.rpartition(" ")[0]}<'
        person = unescape(re.search(row, client.get(f"/review{asked}").text)[1])
        assert f" {said} won" in page_of(client, person), asked
        assert all(
            asked.removeprefix("?") in to for to in links(client, person, f"/review/matches?who={people['Ann']}")
        )


def test_before_the_first_match_every_page_says_so(client):
    make_circle(client)
    assert "No finished match yet" in page_of(client, "/review")
    empty = ("/review/g/boomke_wies", "/review/records", "/review/deals", "/review/deals?kind=boom")
    assert set(statuses(client, empty).values()) == {200}


def test_a_rating_has_a_question_mark_until_it_is_sure(client, people):
    """Of eleven matches with changing partners Ann won nine: none of that is sure."""
    circle = page_of(client, "/review")
    assert "Ann rating 1563? 9 of 11" in circle
    assert "Ratings begin at 1500; with a question mark they are not sure yet." in circle
    assert page_of(client, "/review?game=boomke_wies").count("rating 1") == 4
    assert "rating 1" not in page_of(client, "/review?year=2020")
    person = page_of(client, f"/review/p/{people['Ann']}")
    assert "Rating everybody begins at 1500 All games 1563? Boomke Wies 1563? The lines" in person
