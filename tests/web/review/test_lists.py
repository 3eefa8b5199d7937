"""The matches and deals behind a number: each page leads to just those that it counts."""

from __future__ import annotations

import re
from datetime import date

import pytest
from sqlalchemy import select

from models.base import db
from models.tables import Player
from scoring.review import KEYS, Where, review_of
from tests.support.html import main_of
from tests.support.review_evenings import evening_on
from tests.support.review_games import golden_games
from tests.support.tables import make_circle
from web.review.deals.address import deals_address, parse_where

ANN_CEM, BOB_DEE = ("Ann", "Bob", "Cem", "Dee"), ("Bob", "Ann", "Dee", "Cem")


@pytest.fixture
def people(app, client):
    """In 2020 Ann and Cem win eight of ten on two evenings; in 2021 Ann wins once with Bob; uids by name."""
    make_circle(client)
    evening_on(app, date(2020, 3, 6), ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM)
    evening_on(app, date(2020, 3, 13), BOB_DEE, ANN_CEM, ANN_CEM, ANN_CEM, BOB_DEE)
    evening_on(app, date(2021, 3, 6), ("Ann", "Cem", "Bob", "Dee"))
    with app.app_context():
        return {player.name: player.uid for player in db.session.scalars(select(Player))}


def counted(client, address):
    """How many matches a list says there are, and how many it has."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    said = re.search(r"<small>(\d+) match(?:es)?</small>", answer.text)
    return int(said[1]), len(re.findall(r'class="lead leads" href="/m/', answer.text))


def links(client, page, start="/review/matches"):
    """The addresses on a page that begin so."""
    found = re.findall(rf'href="({start}[^"]*)"', client.get(page).text)
    return [address.replace("&amp;", "&") for address in found]


MATCHES = {
    "": 11,
    "year=2020": 10,
    "first=2020-03-07": 6,
    "last=2020-03-12": 5,
    "game=boomke_wies": 11,
    "least=2": 0,
    "most=1": 11,
    "who={Ann}": 11,
    "who={Ann}&won=1": 9,
    "who={Ann}&won=0": 2,
    "who={Ann}&partner={Cem}": 10,
    "who={Ann}&partner={Cem}&won=0": 2,
    "who={Ann}&against={Cem}": 1,
    "who={Cem}&against={Ann}&won=0": 1,
    "who={Cem}&against={Ann}&won=1": 0,
    "who={Ann}&against={Bob}&won=1": 8,
    "year=1990": 0,
}


def test_matches_by_what_is_asked(client, people):
    found = {asked: counted(client, f"/review/matches?{asked.format(**people)}") for asked in MATCHES}
    assert found == {asked: (n, n) for asked, n in MATCHES.items()}


def test_what_came_of_them_is_told_of_who_is_asked_for(client, people):
    page = main_of(client.get("/review/matches?who={Ann}&partner={Cem}&won=0".format(**people)))
    assert "with Cem" in page
    assert "Ann & Cem; a loss Boomke Wies; 13 Mar 2020; 1 deal" in page.replace("&amp;", "&")
    assert "won by Bob & Dee" in main_of(client.get("/review/matches?year=2020")).replace("&amp;", "&")
    assert "Ann ahead" in main_of(client.get("/review/matches?who={Cem}&against={Ann}".format(**people)))


def test_what_nobody_can_mean_is_refused_in_words(client, people):
    wrong = (
        "year=0",
        "first=2026-13-01",
        "first=2026-02-01&last=2026-01-01",
        "least=x",
        "won=2",
        "page=-1",
        "never=2",
        "rules=usual",
        "against={Ann}",
    )
    for asked in wrong:
        assert client.get(f"/review/matches?{asked.format(**people)}").status_code == 400, asked
        assert (
            "Something in this address makes no sense" in client.get(f"/review/matches?{asked.format(**people)}").text
        )
    for asked in ("game=poker", "page=2", "who=nobody", "match=nomatch", "who={Ann}&partner=nobody", "after=what"):
        answer = client.get(f"/review/matches?{asked.format(**people)}")
        assert answer.status_code == 404, asked
        assert "<h1>" in answer.text


def test_each_number_of_two_people_has_its_matches(client, people):
    page = "/review/p/{Ann}/{Cem}".format(**people)
    assert [counted(client, address)[0] for address in links(client, page)] == [10, 1, 10]
    words = main_of(client.get(page))
    assert "First match together Friday 6 March 2020 · won together · Boomke Wies" in words
    assert len(links(client, page, "/m/")) == 10 + 1 + 1 + 10  # both sticks, the first match, the last ten


def test_each_run_and_game_of_a_person_has_its_matches(client, people):
    page = "/review/p/{Ann}".format(**people)
    assert [counted(client, address)[0] for address in links(client, page)] == [11, 5, 1, 1, 11]
    assert "Longest run won 6 Mar 2020 5" in main_of(client.get(page))
    assert len(links(client, page, "/e/")) == 1  # the year of her last evening has one
    [evenings] = links(client, page, "/evenings")
    assert "3 evenings" in main_of(client.get(evenings)) + client.get(evenings).text
    assert len(links(client, page, "/m/")) == 11


def test_the_numbers_of_a_circle_and_a_year_have_their_matches(client, people):
    assert [counted(client, one)[0] for one in links(client, "/review")] == [11]
    assert [counted(client, one)[0] for one in links(client, "/review?year=2020")] == [10]
    assert [counted(client, one)[0] for one in links(client, "/review/year/2020")] == [10, 10, 10, 10]


def test_an_answer_about_matches_leads_to_them(client, people):
    answers = {
        "metric=win&cut=person": {11},
        "metric=win&cut=partner": {10, 1},
        "metric=win&cut=opponent&who={Ann}": {1, 10, 11},
        "metric=win&cut=month&who={Ann}": {10, 1},
    }
    for asked, numbers in answers.items():
        page = f"/review/ask?{asked.format(**people)}"
        assert {counted(client, one)[0] for one in links(client, page)} == numbers, asked


def test_who_wins_and_how_long_it_takes_have_their_matches(app, client):
    """A match of Knock-Out Whist for a pot that Ann and Bob finish: neither had a second life in it."""
    golden_games(app, client)
    page = "/review/g/knockout_whist"
    found = links(client, page)
    [never] = [one for one in found if "never=1" in one]
    words = main_of(client.get(page))
    assert "never on either 1 of 2" in words
    assert counted(client, never) == (2, 2)
    assert counted(client, never.replace("never=1", "never=0")) == (0, 0)
    told = main_of(client.get(never))
    assert "Ann; a win" in told
    assert "Bob; a loss" in told
    assert "never: on a dog’s life; never: on the parish" in told
    assert [counted(client, one)[0] for one in found if "least=" in one] == [1]


def meant(value):
    """Every Where in a panel or record."""
    if isinstance(value, Where):
        return [value]
    return [one for part in value for one in meant(part)] if isinstance(value, tuple) else []


@pytest.mark.parametrize("key", KEYS)
def test_what_a_panel_means_is_what_its_address_asks_for(app, key):
    review = review_of(key)
    wheres = meant(tuple(review.panels)) + meant(review.records)
    assert len(wheres) > 5
    for where in wheres:
        with app.test_request_context():
            address = deals_address(key, where)
        with app.test_request_context(address):
            assert parse_where() == where, address


def test_the_second_of_two_says_more():
    both = Where(kinds=("bid",), bid=8).also(Where(made=False, bid=9))
    assert both == Where(kinds=("bid",), bid=9, made=False)
    assert Where(made=True).also(Where(made=False)).made is False
    assert Where(taken=3).also(Where(taken=0)).taken == 0
