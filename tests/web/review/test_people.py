"""A circle, its years and its records: every number by hand.

In 2020 Ann and Cem won 8 of 10, Bob and Dee 2. Pulled to a half by twelve: (8 + 6) / 22 = 0.636, (2 + 6) / 22 = 0.364.
All four always had the same partner then, so that nobody has a rating of their own.
"""

from __future__ import annotations

import re

import pytest

from tests.support.review_evenings import two_years
from tests.support.review_pages import page_of
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


def test_before_the_first_match_every_page_says_so(client):
    make_circle(client)
    assert "No finished match yet" in page_of(client, "/review")
    empty = ("/review/g/boomke_wies", "/review/records", "/review/deals", "/review/deals?kind=boom")
    assert set(statuses(client, empty).values()) == {200}
