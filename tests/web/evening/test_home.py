"""Home: the welcome, the match that goes on, the past evenings."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from sqlalchemy import select, update

from models.base import now
from models.log.state import state_cache
from models.matches import start_match
from models.tables import Circle, Evening, Match
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.records import play, say
from tests.support.statements import statements
from tests.support.tables import make_circle, sit_down

WON = [{"declarer": 0, "contract": 8, "tricks": 9}, {"declarer": 1, "contract": 7, "tricks": 7}]


def begin(app, when: date, place: str = "", game: str = "boomke_wies", players: int = 4) -> str:
    """The uid of a match of the first circle's first players, on an evening long gone."""
    with app.app_context(), write_transaction() as session:
        circle = session.scalars(select(Circle).order_by(Circle.id)).first()
        evening = Evening(circle=circle, date=when, place=place, created_at=now() - timedelta(days=9))
        return start_match(evening, game, circle.players[:players]).uid


def played(app, when: date, place: str = "") -> None:
    """An evening with one match that the first side won by 2 to 1."""
    match = begin(app, when, place)
    play(app, match, *WON, WON[0])
    say(app, match, "close")


@pytest.fixture
def friends(client):
    """A browser in a circle of four who have not played yet."""
    make_circle(client)
    return client


def cards(page):
    return [link for link in page.iter("a") if link.get("class") == "running"]


def test_a_stranger_is_asked_for_names_and_sees_nothing_of_another_circle(app, client):
    sit_down(app.test_client(), "boomke_wies", "Nobody", "Else", "Knows", "This")
    page = parsed(client.get("/"))
    fields = [field.get("name") for form in page.iter("form") for field in form.iter("input")]
    assert set(fields) == {"csrf_token", "name", "circle"}
    assert "Start" in text(page)
    sit_down(client, "zwanzig_ab")
    words = main_of(client.get("/"))
    assert words.count("Boomke") == 1  # on the shelf of games
    assert "Nobody" not in words


def test_the_match_that_goes_on_is_one_big_continue_with_the_bid_in_play_until_it_is_over(app, client):
    uid = sit_down(client, "boomke_wies")
    say(app, uid, "bid", declarer=1, contract=9)
    [card] = cards(parsed(client.get("/")))
    assert card.get("href") == f"/m/{uid}"
    for words in ("Boomke Wies", "Continue", "Ann", "Bob", "Cem", "Dee", "deal 1, Bob said 9"):
        assert words in text(card)
    play(app, uid, WON[0])
    say(app, uid, "close")
    assert "Continue" not in main_of(client.get("/"))


def test_a_match_of_another_day_is_smaller_and_a_damaged_one_has_no_score(app, client, monkeypatch):
    uid = sit_down(client, "zwanzig_ab")
    with monkeypatch.context() as later:
        later.setattr("web.home.now", lambda: now() + timedelta(hours=25))
        page = parsed(client.get("/"))
    assert not cards(page)
    [row] = [link for link in page.iter("a") if link.get("href") == f"/m/{uid}"]
    assert "Ann 20" in text(row).replace("\xa0", " ")
    with app.app_context(), write_transaction() as session:
        session.execute(update(Match).values(seal="not so"))
    state_cache.clear()
    page = client.get("/")
    assert "The record of this match is damaged." in main_of(page)
    assert "Ann 20" not in main_of(page).replace("\xa0", " ")
    assert f"/m/{uid}" in page.text


def test_past_evenings_tell_place_players_games_and_winners(app, friends):
    """Also who was replaced has played that evening."""
    played(app, date(2026, 11, 13), "At Cem’s")
    begin(app, date(2025, 12, 30), game="clobyosh", players=2)
    match = begin(app, date(2024, 3, 1))
    play(app, match, WON[0])
    say(app, match, "seat", seat=1, player="Eve")
    play(app, match, WON[0])
    say(app, match, "close")
    words = main_of(friends.get("/")).replace("\xa0", " ")
    assert "13 Nov At Cem’s Ann, Bob, Cem, Dee · Boomke Wies" in words
    assert "Ann & Cem 2 : 1" in words
    assert "30 Dec" in words
    assert "Tuesday Ann, Bob · Clobyosh not finished" in words
    assert "Ann, Eve, Cem, Dee, Bob" in words


def test_home_shows_the_newest_few_leads_to_all_and_takes_no_more_queries_for_many(app, friends):
    counts = []
    for years in (range(1), range(1, 9)):
        for number in years:
            played(app, date(2010 + number, 1, 1), f"place {number}.")
        friends.get("/")
        with statements(app) as said:
            friends.get("/")
        counts.append(len(said))
    assert counts[0] == counts[1]
    page = parsed(friends.get("/"))
    rows = [text(link) for link in page.iter("a") if link.get("class") == "past" and "/e/" in link.get("href")]
    assert [row.split("place ")[1].split(".")[0] for row in rows] == [str(n) for n in range(8, 0, -1)]
    [link] = [link for link in page.iter("a") if text(link) == "All evenings"]
    assert "place 0." in main_of(friends.get(link.get("href")))
