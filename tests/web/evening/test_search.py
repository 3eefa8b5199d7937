"""Past evenings: searched by person, game, place, year and words, paged, and as a calendar."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from sqlalchemy import select, update

from models.base import db, now
from models.log import results
from models.matches import start_match
from models.review_tables import MatchReview
from models.tables import Circle, Evening, Match, Player
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.records import play
from tests.support.review_evenings import two_matches
from tests.support.statements import statements
from tests.support.tables import make_circle, start
from web import past
from web.past import escaped, folded


def begin(app, when, place="", note="", game="boomke_wies", players=(0, 1, 2, 3)):
    """An evening long gone with a match of these players of the first circle."""
    with app.app_context(), write_transaction() as session:
        circle = session.scalars(select(Circle).order_by(Circle.id)).first()
        past = now() - timedelta(days=9)
        evening = Evening(circle=circle, date=when, place=place, note=note, created_at=past)
        start_match(evening, game, [circle.players[n] for n in players])


@pytest.fixture
def friends(app, client):
    """A browser in a circle with four evenings."""
    make_circle(client)
    begin(app, date(2024, 3, 20), "The Plough", "Soup.")
    begin(app, date(2024, 12, 30), "At Cem’s", game="clobyosh", players=(0, 1))
    begin(app, date(2025, 3, 19), "Straße 5")
    begin(app, date(2025, 6, 1), "The Plough", game="clobyosh", players=(2, 3))
    return client


def days_of(client, **asked):
    """The days of the evenings that are found, as they are listed."""
    page = parsed(client.get("/evenings", query_string=asked))
    return [time.get("datetime") for time in page.iter("time")]


def player(app, name):
    """The uid of a player."""
    with app.app_context():
        return db.session.scalar(select(Player.uid).where(Player.name == name))


def test_all_are_there_newest_first(friends):
    assert days_of(friends) == ["2025-06-01", "2025-03-19", "2024-12-30", "2024-03-20"]
    assert "4 evenings" in text(parsed(friends.get("/evenings")))


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"game": "clobyosh"}, ["2025-06-01", "2024-12-30"]),
        ({"place": "The Plough"}, ["2025-06-01", "2024-03-20"]),
        ({"year": "2024"}, ["2024-12-30", "2024-03-20"]),
        ({"words": "plough"}, ["2025-06-01", "2024-03-20"]),
        ({"words": "SOUP"}, ["2024-03-20"]),
        ({"words": "strasse"}, ["2025-03-19"]),
        ({"game": "clobyosh", "year": "2025"}, ["2025-06-01"]),
        ({"words": "nowhere"}, []),
        ({"game": "texas_42"}, []),
    ],
)
def test_they_are_filtered(friends, asked, found):
    assert days_of(friends, **asked) == found


def test_they_are_filtered_by_person(app, friends):
    assert days_of(friends, person=player(app, "Cem")) == ["2025-06-01", "2025-03-19", "2024-03-20"]
    assert days_of(friends, person=player(app, "Ann"), game="clobyosh") == ["2024-12-30"]


def test_a_merged_person_is_found_by_who_they_are_today(app, friends):
    with app.app_context(), write_transaction() as session:
        people = {one.name: one for one in session.scalars(select(Player))}
        session.execute(update(Player).where(Player.name == "Dee").values(merged_into_id=people["Ann"].id))
    assert "2025-06-01" in days_of(friends, person=player(app, "Ann"))


def test_persian_readers_choose_their_own_years(friends):
    friends.set_cookie("language", "fa")
    assert days_of(friends, year="2024") == ["2025-03-19", "2024-12-30", "2024-03-20"]  # 1403
    assert days_of(friends, year="2025") == ["2025-06-01"]


@pytest.mark.parametrize(
    "asked",
    [{"person": "nobody"}, {"game": "bridge"}, {"year": "soon"}, {"page": "0"}, {"page": "9"}, {"page": "x"},
     {"words": "x" * 81}],
)  # fmt: skip
def test_what_is_none_is_not_found(friends, asked):
    answer = friends.get("/evenings", query_string=asked)
    assert answer.status_code == 404
    assert main_of(answer)


def test_hundreds_are_pages_each_evening_once(app, friends):
    with app.app_context(), write_transaction() as session:
        circle = session.scalars(select(Circle)).one()
        days = [date(2020, 1, 1) + timedelta(days=n) for n in range(200)]
        session.add_all([Evening(circle=circle, date=day, created_at=now() - timedelta(9)) for day in days])
    address, seen = "/evenings?year=2020", []
    while address:
        page = parsed(friends.get(address))
        seen += [time.get("datetime") for time in page.iter("time")]
        address = next((link.get("href") for link in page.iter("a") if text(link) == "Older"), "")
    assert seen == [day.isoformat() for day in reversed(days)]


def test_hidden_evenings_are_not_found(app, friends):
    with app.app_context(), write_transaction() as session:
        session.execute(update(Evening).where(Evening.place == "The Plough").values(hidden=True))
    assert days_of(friends) == ["2025-03-19", "2024-12-30"]
    assert "The Plough" not in main_of(friends.get("/evenings"))
    assert "The Plough" not in friends.get("/review/evenings.ics").get_data(as_text=True)


def test_the_story_is_beside_an_evening_that_has_one(app, client):
    two_matches(app, client)
    [link] = [one for one in parsed(client.get("/evenings")).iter("a") if text(one) == "Story"]
    assert client.get(link.get("href")).status_code == 200


def test_the_calendar_has_every_evening_with_place_and_winners(app, client):
    two_matches(app, client)
    with app.app_context(), write_transaction() as session:
        session.execute(update(Evening).values(date=date(2026, 11, 20), place="Cem’s; upstairs, left"))
    answer = client.get("/review/evenings.ics")
    assert answer.mimetype == "text/calendar"
    lines = re.sub(r"\r\n ", "", answer.get_data(as_text=True)).split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert "DTSTART;VALUE=DATE:20261120" in lines
    assert "DTEND;VALUE=DATE:20261121" in lines
    assert "LOCATION:Cem’s\\; upstairs\\, left" in lines
    assert "SUMMARY:Card evening\\, Boomke Wies ×2" in lines
    assert "DESCRIPTION:Ann & Cem\u00a02\\, Bob & Dee\u00a00" in lines


def test_a_typed_line_cannot_break_the_calendar():
    assert escaped("a\r\nEND:VEVENT\\\x00;") == "a\\nEND:VEVENT\\\\\\;"
    pieces = list(folded("LOCATION:" + "ü" * 100))
    assert all(len(piece.encode()) <= 75 for piece in pieces)
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == "LOCATION:" + "ü" * 100


def test_the_money_of_all_that_was_found_is_one_statement(app, client, monkeypatch):
    """However many evenings that is; only the logs of the matches of a page are verified."""
    make_circle(client)
    uids = [start(client, "texas_42", target_marks="1", stake_per_mark=f"{stake}.00") for stake in (2, 4, 6)]
    for uid in uids:
        play(app, uid, {"bidder": 1, "bid": 30, "points": 42})
    spread_over(app, uids)
    verified, real = [], results.find_damaged
    monkeypatch.setattr(results, "find_damaged", lambda at, heads: verified.append(len(heads)) or real(at, heads))
    monkeypatch.setattr(past, "PAGE", 1)
    for query, amount in (("", "6.00"), ("?year=2020", "6.00"), ("?year=2020&page=2", "6.00")):
        with statements(app) as said:
            words = main_of(client.get(f"/evenings{query}"))
        assert f"Bob gets {amount} Dee gets {amount} Ann pays {amount} Cem pays {amount}" in words
        assert len([one for one in said if "match_reviews.money" in one]) == 1
        assert sum(verified) == bool(query)  # the newest evening has no match any more
        verified.clear()


def spread_over(app, uids):
    """Put matches on an evening each, the first of 2020 and later ones."""
    with app.app_context(), write_transaction() as session:
        for number, uid in enumerate(uids):
            evening = Evening(circle_id=1, date=date(2020, 1, 1 + number), closed_at=now())
            session.add(evening)
            session.flush()
            match = session.scalars(select(Match.id).where(Match.uid == uid)).one()
            session.execute(update(Match).where(Match.id == match).values(evening_id=evening.id))
            session.execute(update(MatchReview).where(MatchReview.match_id == match).values(evening_id=evening.id))
