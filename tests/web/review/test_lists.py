"""The lists behind numbers: how many there are of what is asked for, in words, and what nobody can ask for.

Ann and Cem win 8 of 10 in 2020, Ann once with Bob in 2021 (two_years); the deals are of the golden games.
"""

from __future__ import annotations

from itertools import product

import pytest

from scoring.review import KEYS, Where, review_of
from tests.support.html import main_of, parsed, text
from tests.support.review_evenings import two_years
from tests.support.review_games import golden_games
from tests.support.review_pages import counted, page_of
from web.review.lists import deals_address, known_where


@pytest.fixture
def people(app, client):
    """The uids of those who played, by name."""
    return two_years(app, client)


MATCHES = {
    "": (11, "11 matches"),
    "year=2020": (10, "10 matches 2020"),
    "last=10": (11, "11 matches Last 10 evenings"),
    "game=boomke_wies&year=1990": (0, "0 matches Boomke Wies · 1990"),
    "least=2": (0, "0 matches 2 deals or more"),
    "least=1&most=1": (11, "11 matches 1 deal"),
    "weekday=5": (1, "1 match Saturday"),
    "place=Nowhere": (0, "0 matches Nowhere"),
    "who={Ann}": (11, "11 matches Ann"),
    "who={Ann}&won=0": (2, "2 matches Ann · lost"),
    "who={Ann}&partner={Cem}": (10, "10 matches Ann · with Cem"),
    "who={Ann}&partner={Cem}&won=0&level=0": (2, "2 matches Ann · with Cem · lost · without level ones"),
    "who={Ann}&against={Cem}": (1, "1 match Ann · against Cem"),
    "who={Cem}&against={Ann}&won=1": (0, "0 matches Cem · against Ann · Cem ahead"),
    "who={Ann}&against={Bob}&won=0": (2, "2 matches Ann · against Bob · Bob ahead"),
}
SENSELESS = ("least=x", "won=2", "page=-1", "weekday=7", "against={Ann}", "won=1")
UNKNOWN = ("game=poker", "page=2", "who=nobody", "year=0", "last=3", "who={Ann}&partner=nobody")


@pytest.mark.databases
def test_matches_by_what_is_asked(client, people):
    address = "/review/matches?"
    for asked, (n, words) in MATCHES.items():
        assert counted(client, address + asked.format(**people)) == n, asked
        assert page_of(client, address + asked.format(**people)).startswith(words), asked
    assert "Ann & Cem; lost Boomke Wies; 13 Mar 2020; 1 deal 0 : 5" in page_of(
        client, address + "who={Ann}&partner={Cem}&won=0".format(**people)
    )
    assert "won by Bob & Dee 13 Mar 2020; 1 deal 5 : 0" in page_of(client, f"{address}game=boomke_wies")
    assert "Ann ahead" in page_of(client, address + "who={Cem}&against={Ann}".format(**people))
    for status, asked in (*product([400], SENSELESS), *product([404], UNKNOWN)):
        answer = client.get(address + asked.format(**people))
        assert answer.status_code == status, asked
        assert ("Something in this address makes no sense" in main_of(answer)) == (status == 400), asked


def test_filters_of_a_list_keep_what_else_is_asked(client, people):
    page = parsed(client.get("/review/matches?who={Ann}&partner={Cem}&year=2020".format(**people)))
    links = {text(link): link.get("href") for nav in page.iter("nav") for link in nav.iter("a")}
    assert list(links) == ["Always", "2021", "2020", "Last 10 evenings", "All", "won", "lost"]
    assert {words: counted(client, links[words]) for words in ("Always", "2021", "won", "lost")} == {
        "Always": 10,
        "2021": 0,
        "won": 8,
        "lost": 2,
    }


NO_DEALS = {"bid=x": 400, "made=2": 400, "page=-1": 400, f"bid={'9' * 40}": 400, "year=99999999": 404, "page=2": 404}
NO_DEALS |= {"game=boomke_wies&kind=what": 404, "game=texas_42&trump=9": 404, "after=what": 404, "who=nobody": 404}


@pytest.mark.databases
def test_deals_by_what_is_asked(app, client):
    uids = golden_games(app, client)
    match, *deals = uids["boomke_wies"]
    booms = client.get("/review/deals?game=boomke_wies&kind=boom")
    assert [link.get("href") for link in parsed(booms).iter("a") if "/deal/" in link.get("href")] == [
        f"/m/{match}/deal/{deals[6]}",
        f"/m/{match}/deal/{deals[5]}",
    ]
    assert main_of(booms).startswith("2 deals Boom · Boomke Wies Always")
    assert "Boom; lost Ann; " in main_of(booms)
    assert {asked: client.get(f"/review/deals?{asked}").status_code for asked in NO_DEALS} == NO_DEALS


def test_what_a_panel_means_is_what_its_address_asks_for(app):
    def meant(value):
        """Every Where in a panel."""
        if isinstance(value, Where):
            return [value]
        return [one for part in value for one in meant(part)] if isinstance(value, tuple) else []

    for key in KEYS:
        wheres = meant(tuple(review_of(key).panels))
        assert len(wheres) > 5
        for where in wheres:
            with app.test_request_context():
                address = deals_address(key, where)
            with app.test_request_context(address):
                assert known_where() == where, address
