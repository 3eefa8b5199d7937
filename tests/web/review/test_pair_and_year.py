"""Two people and the year in review on evenings of which every number is known."""

from __future__ import annotations

import re
from datetime import date

import pytest
from sqlalchemy import select

from models.base import db, today
from models.tables import Player
from tests.support.html import main_of
from tests.support.review_evenings import evening_on
from tests.support.tables import make_circle

ANN_CEM, BOB_DEE = ("Ann", "Bob", "Cem", "Dee"), ("Bob", "Ann", "Dee", "Cem")


@pytest.fixture
def played(app, client):
    """In 2020 Ann and Cem win eight of ten on two evenings; in 2021 Ann wins once with Bob."""
    make_circle(client)
    evening_on(app, date(2020, 3, 6), ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM)
    evening_on(app, date(2020, 3, 13), BOB_DEE, ANN_CEM, ANN_CEM, ANN_CEM, BOB_DEE)
    evening_on(app, date(2021, 3, 6), ("Ann", "Cem", "Bob", "Dee"))


@pytest.fixture
def uids(app, played):
    with app.app_context():
        return {player.name: player.uid for player in db.session.scalars(select(Player))}


def page_of(client, address):
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    return main_of(answer)


def test_two_people(client, uids):
    """8 of 10 together, pulled to a half by twelve: 14 of 22."""
    page = page_of(client, f"/review/p/{uids['Ann']}/{uids['Cem']}")
    assert "Together 8 of 10 64 %, 50 to 75" in page
    assert "Against 1–0 too few to say more" in page
    assert "Too few matches together to speak of chemistry: 10 of 20." in page
    assert "Best evening together 5 of 5, Friday 6 March 2020" in page
    assert page.index("Ann ahead Boomke Wies · 6 Mar 2021") < page.index("lost together Boomke Wies")
    other = page_of(client, f"/review/p/{uids['Ann']}/{uids['Bob']}")
    assert "Together 1 of 1 too few to say more" in other
    assert "Against 8–2 Ann ahead, perhaps" in other


@pytest.mark.thorough
def test_each_card_of_the_year_has_a_page_with_a_picture(app, client, played):
    """The picture is kept: what shows the same is drawn once; with letters only nobody is named."""
    assert "/review/year/2020/4" in client.get("/review/year/2020").text
    page = page_of(client, "/review/year/2020/4")
    assert "8 of 10 won; between 50 and 75 in 100, four times in five. Ann & Cem" in page
    for number in range(1, 11):
        picture = client.get(f"/review/year/2020/{number}/picture.png?dark=1&save=1")
        assert picture.mimetype == "image/png"
        assert picture.headers["Content-Disposition"] == f'attachment; filename="year-2020-{number}.png"'
        assert picture.data[16:24] == (1080).to_bytes(4) + (1350).to_bytes(4)
    whole, letters = (client.get(f"/review/year/2020/4/picture.png{asked}").data for asked in ("", "?letters=1"))
    assert whole != letters
    assert client.get("/review/year/2020/11").status_code == 404
    assert client.get("/review/year/2020/0/picture.png").status_code == 404
    assert client.get("/review/year/1990/1").status_code == 303


def test_who_equalled_a_record_is_named_and_linked(client, played):
    """Ann and Cem win the first five together: one holds the run, the other equals it."""
    listed = page_of(client, "/review/records?game=boomke_wies")
    assert re.search(r"Most wins in a row in this game (Ann|Cem) · [\w ]+ · equalled by (Ann|Cem) 5", listed)
    answer = client.get("/review/records/run?game=boomke_wies")
    rows = re.findall(r'href="/m/\w+"><span><bdi>(\w+)</bdi><small>(since|equalled) ', answer.text)
    assert sorted(name for name, _ in rows) == ["Ann", "Cem"]
    assert [how for _, how in rows] == ["since", "equalled"]


def test_in_a_game_that_they_did_not_play(client, uids):
    page = page_of(client, f"/review/p/{uids['Ann']}/{uids['Cem']}?game=texas_42")
    assert "These two never played the same match." in page


def test_addresses_of_nobody(client, uids):
    ann = uids["Ann"]
    assert client.get(f"/review/p/{ann}/nobody").status_code == 404
    assert client.get(f"/review/p/nobody/{ann}").status_code == 404
    assert client.get(f"/review/p/{ann}/{uids['Bob']}?game=poker").status_code == 404
    assert client.get(f"/review/p/{ann}/{ann}").headers["Location"].endswith(f"/review/p/{ann}")


@pytest.mark.usefixtures("played")
def test_the_ten_cards_of_a_year(client):
    page = page_of(client, "/review/year/2020")
    assert re.findall(r"Card (\d+) of 10", page) == [str(n) for n in range(1, 11)]
    assert "Card 1 of 10 2 evenings" in page
    assert "matches played 10 deals played 10" in page
    assert "The game of the year: Boomke Wies 10 deals of 10" in page
    assert "The pair of the year: Ann & Cem 8 of 10 won; between 50 and 75 in 100" in page
    assert "The bid of the year: 13 Said 10 times, made 10 times" in page
    assert "From Friday 6 March (Boomke Wies) to Friday 13 March (Boomke Wies)." in page


def test_the_cards_of_a_person(client, uids):
    page = page_of(client, f"/review/year/2020?who={uids['Dee']}")
    assert "The bid of the year Nobody had a bid to make." in page
    assert re.search(r"The rivals: Dee and (Ann|Cem) Dee came out ahead 2 times, (Ann|Cem) 8 times.", page)


@pytest.mark.usefixtures("played")
def test_years_that_are_none(client):
    for year in (2019, 3, 99999, 2998):
        assert client.get(f"/review/year/{year}").status_code == 404
    assert client.get("/review/year/2020?who=nobody").status_code == 404
    assert page_of(client, f"/review/year/{today().year}").endswith("Nothing was finished in this year yet.")


@pytest.mark.usefixtures("played")
def test_the_year_of_a_persian_reader_is_their_own(client):
    """Both evenings of 2020 are in 1398, before its new year on 20 March."""
    assert client.get("/review/year/1398").headers["Location"].endswith("/review/year/2019")
    client.set_cookie("language", "fa")
    assert client.get("/review/year/2019").headers["Location"].endswith("/review/year/1398")
    assert "۱۳۹۸" in client.get("/review/year/1398").get_data(as_text=True)
