"""A circle, its years and its records: every number by hand.

In 2020 Ann and Cem won 8 of 10, Bob and Dee 2. Pulled to a half by twelve: (8 + 6) / 22 = 0.636, (2 + 6) / 22 = 0.364.
All four always had the same partner then, so that nobody has a rating of their own.
"""

from __future__ import annotations

import re

import pytest

from models.base import today
from tests.support.review_evenings import two_years
from tests.support.review_pages import numbers_behind, page_of
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
    assert page_of(client, f"/review/year/{today().year}").endswith("Nothing was finished in this year yet.")


def test_a_year(client, people):
    page = page_of(client, "/review/year/2020")
    assert re.findall(r"Card (\d+) of 10", page) == [str(n) for n in range(1, 11)]
    for words in (
        "Card 1 of 10 2 evenings",
        "matches played 10 deals played 10",
        "The game of the year: Boomke Wies 10 deals of 10",
        "The pair of the year: Ann & Cem 8 of 10 won; between 50 and 75 in 100",
        "The bid of the year: 13 Said 10 times, made 10 times",
        "From Friday 6 March (Boomke Wies) to Friday 13 March (Boomke Wies).",
    ):
        assert words in page
    assert numbers_behind(client, "/review/year/2020") == [10] * 4
    dees = page_of(client, f"/review/year/2020?who={people['Dee']}")
    assert "The bid of the year Nobody had a bid to make." in dees
    assert re.search(r"The rivals: Dee and (Ann|Cem) Dee came out ahead 2 times, (Ann|Cem) 8 times.", dees)
    none = [f"/review/year/{year}" for year in (2019, 3, 99999, 2998)] + ["/review/year/2020?who=nobody"]
    assert set(statuses(client, none).values()) == {404}


def test_the_year_of_a_persian_reader_is_their_own(client, people):
    """Both evenings of 2020 are in 1398, before its new year on 20 March."""
    assert client.get("/review/year/1398").headers["Location"].endswith("/review/year/2019")
    client.set_cookie("language", "fa")
    assert client.get("/review/year/2019").headers["Location"].endswith("/review/year/1398")
    assert "۱۳۹۸" in client.get("/review/year/1398").text
    for page, words in (("/review", "۸ از ۱۰"), ("/evenings", "۲۳ اسفند")):
        assert "1398" in client.get(page).text
        for year in (1398, 2019):
            assert words in client.get(f"{page}?year={year}").text, page


def test_who_equalled_a_record_is_named(client, people):
    """Ann and Cem win the first five together: one holds the run, the other equals it."""
    listed = page_of(client, "/review/records?game=boomke_wies")
    assert re.search(r"Most wins in a row in this game (Ann|Cem) · [\w ]+ · equalled by (Ann|Cem) 5", listed)
