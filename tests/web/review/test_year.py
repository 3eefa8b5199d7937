"""The pages of a year and of records: every number by hand, and where its rows lead."""

from __future__ import annotations

import re
from datetime import date

import pytest
from sqlalchemy import update

from models.base import today
from models.tables import Player
from models.transaction import write_transaction
from tests.support.records import play, say
from tests.support.review_evenings import boom, two_years
from tests.support.review_games import golden_games
from tests.support.review_pages import links, numbers_behind, page_of
from tests.support.tables import make_circle, start
from web.i18n.dates import month_names, year_days, year_number

LAST = date(2026, 11, 20)


@pytest.fixture
def people(app, client):
    """The uids of those who played in two years, by name."""
    return two_years(app, client)


def test_a_year(client, people):
    page = page_of(client, "/review/year/2020")
    for words in (
        "2 evenings 10 matches · 10 deals",
        "Who won most Ann matches won 8 of 10 Cem matches won 8 of 10 Ann & Cem won together 8 of 10",
        "Bid most often 10 times in Boomke Wies, made 10 Boom",
        "Longest evening Friday 6 March 5 deals",
        "Most points in a deal Boomke Wies Ann & Cem · 6 Mar 2020 · equalled by Bob & Dee 5 points",
        "Boomke Wies 10 deals 10 matches",
    ):
        assert words in page
    assert numbers_behind(client, "/review/year/2020") == [10] * 4
    assert {client.get(link).status_code for link in links(client, "/review/year/2020", "/")} == {200}
    text = client.get("/review/year/2020").text
    assert text.count('<line class="chalked"') == 2
    assert "A stroke for each of 2 evenings, taller for more deals" in text


def test_years_without_a_match_and_years_that_are_none(client, people):
    assert {client.get(f"/review/year/{year}").status_code for year in (2019, 3, 99999, 2998)} == {404}
    assert page_of(client, f"/review/year/{today().year}").endswith("Nothing was finished in this year yet.")
    make_circle(client)
    assert page_of(client, f"/review/year/{today().year}").endswith("Nothing was finished in this year yet.")


def test_the_year_of_a_persian_reader_is_their_own(client, people):
    """Both evenings of 2020 are in 1398, before its new year on 20 March."""
    assert client.get("/review/year/1398").headers["Location"].endswith("/review/year/2019")
    client.set_cookie("language", "fa")
    assert client.get("/review/year/2019").headers["Location"].endswith("/review/year/1398")
    assert "۱۳۹۸" in client.get("/review/year/1398").text
    for page, words in (("/review", "۸ از ۱۰"), ("/evenings", "اسفند")):
        assert "1398" in client.get(page).text
        for year in (1398, 2019):
            assert words in client.get(f"{page}?year={year}").text, page


def test_records_say_who_holds_them_and_lead_to_where_it_was(app, client):
    golden_games(app, client)
    boomke = page_of(client, "/review/records?game=boomke_wies")
    assert re.search(r"Highest bid made Bob & Dee · [\w ]+ Boom Most points in a deal (Ann & Cem|Bob & Dee) · ", boomke)
    assert re.search(r"Biggest win Bob & Dee · [\w ]+ 25 points", boomke)
    texas = page_of(client, "/review/records?game=texas_42")
    assert re.search(r"Longest match Ann, Bob, Cem, Dee · [\w ]+ 4 deals", texas)
    assert re.search(r"Highest bid made Nello · Ann & Cem · [\w ]+ 1 mark", texas)
    assert re.search(r"Most points in a deal Bob · [\w ]+ 110 points", page_of(client, "/review/records?game=clobyosh"))
    assert "est win" not in page_of(client, "/review/records?game=knockout_whist")  # it has no totals
    places = links(client, "/review/records", "/m/")
    assert len(places) > 15
    assert {client.get(place).status_code for place in places} == {200}


def test_a_record_of_guests_alone_opens(app, client):
    make_circle(client)
    match = start(client, "boomke_wies", length="points", length_value=5)
    for seat in (1, 3):
        say(app, match, "seat", seat=seat, player="Fay")
    play(app, match, boom(1))
    with app.app_context(), write_transaction() as session:
        session.execute(update(Player).values(unranked=True))
    assert re.search(r"Biggest win a guest & a guest · [\w ]+ 5 points", page_of(client, "/review/records"))
    assert "a guest & a guest" in page_of(client, f"/review/year/{today().year}")


def test_a_year_is_the_readers_own(app):
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        assert (year_number(LAST), month_names()[:2]) == (2026, ["J", "F"])
        assert year_days(2026) == year_days(1405) == (date(2026, 1, 1), date(2026, 12, 31))
    with app.test_request_context("/", headers={"Accept-Language": "fa"}):
        assert year_number(LAST) == 1405
        assert year_days(2026) == year_days(1405) == (date(2026, 3, 21), date(2027, 3, 20))
        assert month_names()[:3] == ["فرو", "ارد", "خرد"]
