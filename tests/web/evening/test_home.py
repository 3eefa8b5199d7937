"""Home: the welcome, the match that goes on, the past evenings."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import date, timedelta

import pytest
from sqlalchemy import event, select, update

from models.base import db, new_uid, now
from models.log.append import append
from models.log.read import read
from models.log.state import state_cache
from models.matches import find_match, start_match
from models.tables import Circle, Evening, Match
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.tables import make_circle, sit_down

WON = [{"declarer": 0, "contract": 8, "tricks": 9}, {"declarer": 1, "contract": 7, "tricks": 7}]


def say(match: Match, kind: str, body: dict) -> None:
    append(match, kind, new_uid(), body, read(match).version)


def begin(app, when: date, place: str = "", game: str = "boomke_wies", players: int = 4) -> str:
    """The uid of an evening long gone, with a match of the first circle's first players."""
    with app.app_context(), write_transaction() as session:
        circle = session.scalars(select(Circle).order_by(Circle.id)).first()
        evening = Evening(circle=circle, date=when, place=place, created_at=now() - timedelta(days=9))
        start_match(evening, game, circle.players[:players])
        return evening.uid


def play(app, when: date, place: str = "") -> None:
    """An evening with one match that the first side won by 2 to 1."""
    evening = begin(app, when, place)
    with app.app_context():
        match = db.session.scalars(select(Match).join(Evening).where(Evening.uid == evening)).one()
        for entry in [*WON, WON[0]]:
            say(match, "deal", entry)
        say(match, "close", {})


@pytest.fixture
def friends(client):
    """A browser in a circle of four who have not played yet."""
    make_circle(client)
    return client


@contextmanager
def counted(app):
    """How many statements run while the block does."""
    said = []
    with app.app_context():
        engine = db.engine

    def note(_, __, statement, *___):
        said.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield said
    event.remove(engine, "before_cursor_execute", note)


def test_a_stranger_is_asked_for_names_and_what_the_circle_is_called(client):
    page = parsed(client.get("/"))
    fields = [field.get("name") for form in page.iter("form") for field in form.iter("input")]
    assert set(fields) == {"csrf_token", "name", "circle"}
    assert "Start" in text(page)


def test_the_match_that_goes_on_is_one_big_continue(client):
    uid = sit_down(client, "boomke_wies")
    page = parsed(client.get("/"))
    [card] = [link for link in page.iter("a") if link.get("class") == "running"]
    assert card.get("href") == f"/m/{uid}"
    words = text(card)
    assert "Boomke Wies" in words
    assert "Continue" in words
    assert all(name in words for name in ("Ann", "Bob", "Cem", "Dee"))


def test_the_bid_in_play_is_on_the_card(app, client):
    uid = sit_down(client, "boomke_wies")
    with app.app_context():
        say(find_match(uid), "bid", {"declarer": 1, "contract": 9})
    assert "deal 1, Bob said 9" in main_of(client.get("/"))


def test_a_match_of_another_day_is_smaller_but_can_be_continued(client, monkeypatch):
    uid = sit_down(client, "zwanzig_ab")
    monkeypatch.setattr("web.home.now", lambda: now() + timedelta(hours=25))
    page = parsed(client.get("/"))
    assert not [link for link in page.iter("a") if link.get("class") == "running"]
    [row] = [link for link in page.iter("a") if link.get("href") == f"/m/{uid}"]
    assert "Ann 20" in text(row).replace("\xa0", " ")


def test_a_match_that_is_over_is_not_continued(app, client):
    uid = sit_down(client, "boomke_wies")
    with app.app_context():
        say(find_match(uid), "deal", WON[0])
        say(find_match(uid), "close", {})
    assert "Continue" not in main_of(client.get("/"))


def test_a_damaged_match_is_named_without_a_score(app, client):
    uid = sit_down(client, "zwanzig_ab")
    with app.app_context():
        with write_transaction() as session:
            session.execute(update(Match).values(seal="not so"))
        state_cache.clear()
    page = client.get("/")
    assert "The record of this match is damaged." in main_of(page)
    assert "Ann 20" not in main_of(page).replace("\xa0", " ")
    assert f"/m/{uid}" in page.get_data(as_text=True)


def test_past_evenings_tell_place_players_games_and_winners(app, friends):
    play(app, date(2026, 11, 13), "At Cem’s")
    begin(app, date(2025, 12, 30), game="clobyosh", players=2)
    words = main_of(friends.get("/")).replace("\xa0", " ")
    assert "13 Nov At Cem’s Ann, Bob, Cem, Dee · Boomke Wies" in words
    assert "Ann & Cem 2 : 1" in words
    assert "30 Dec" in words
    assert "Tuesday Ann, Bob · Clobyosh not finished" in words


def test_home_shows_the_newest_few_and_leads_to_all(app, friends):
    days = [date(2024, 1, 1) + timedelta(days=n) for n in range(9)]
    for n, day in enumerate(days):
        begin(app, day, f"place {n}.")
    page = parsed(friends.get("/"))
    rows = [text(link) for link in page.iter("a") if link.get("class") == "past" and "/e/" in link.get("href")]
    assert [row.split("place ")[1].split(".")[0] for row in rows] == [str(n) for n in range(8, 0, -1)]
    [link] = [link for link in page.iter("a") if text(link) == "All evenings"]
    assert "place 0." in main_of(friends.get(link.get("href")))


def test_a_long_history_takes_no_more_queries(app, friends):
    play(app, date(2024, 1, 1))
    friends.get("/")
    with counted(app) as short:
        friends.get("/")
    for n in range(12):
        play(app, date(2024, 2, 1) + timedelta(days=n))
    friends.get("/")
    with counted(app) as long:
        friends.get("/")
    assert len(long) == len(short)


def test_another_circle_sees_nothing_of_it(app, client):
    sit_down(client, "boomke_wies", "Nobody", "Else", "Knows", "This")
    stranger = app.test_client()
    sit_down(stranger, "zwanzig_ab")
    words = main_of(stranger.get("/"))
    assert words.count("Boomke") == 1  # on the shelf of games
    assert "Nobody" not in words


def test_who_was_replaced_has_played_that_evening_too(app, friends):
    when = date(2024, 3, 1)
    evening = begin(app, when)
    with app.app_context():
        match = db.session.scalars(select(Match).join(Evening).where(Evening.uid == evening)).one()
        say(match, "deal", WON[0])
        say(match, "seat", {"seat": 1, "player": "Eve"})
        say(match, "deal", WON[0])
        say(match, "close", {})
    words = main_of(friends.get("/"))
    assert "Ann, Eve, Cem, Dee, Bob" in words
