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
from tests.support.review_pages import page_of
from tests.support.tables import make_circle, start
from web.i18n.dates import month_names, year_days, year_number

LAST = date(2026, 11, 20)


@pytest.fixture
def people(app, client):
    """The uids of those who played in two years, by name."""
    return two_years(app, client)


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
