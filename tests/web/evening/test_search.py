"""Past evenings: searched by person, game, place, year and words, paged, and as a calendar."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from sqlalchemy import select, update

from models.base import db, now
from models.log import results
from models.matches import start_match
from models.review.tables import MatchReview
from models.tables import Circle, Evening, Match, Player
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.records import play
from tests.support.review_evenings import two_matches
from tests.support.statements import statements
from tests.support.tables import make_circle, start
from web import past_evenings
from web.calendar_file import escaped, folded


@pytest.fixture
def friends(app, client):
    """A browser in a circle with four evenings."""
    make_circle(client)
    with app.app_context(), write_transaction() as session:
        circle = session.scalars(select(Circle)).one()
        for when, place, note, game, players in (
            (date(2024, 3, 20), "The Plough", "Soup.", "boomke_wies", (0, 1, 2, 3)),
            (date(2024, 12, 30), "At Cem’s", "", "clobyosh", (0, 1)),
            (date(2025, 3, 19), "Straße 5", "", "boomke_wies", (0, 1, 2, 3)),
            (date(2025, 6, 1), "The Plough", "", "clobyosh", (2, 3)),
        ):
            created = now() - timedelta(days=9)
            evening = Evening(circle=circle, date=when, place=place, note=note, created_at=created)
            start_match(evening, game, [circle.players[n] for n in players])
    return client


FIRST, SECOND, THIRD, FOURTH = ("2024-03-20", "2024-12-30", "2025-03-19", "2025-06-01")
FOUND = {
    "": [FOURTH, THIRD, SECOND, FIRST],
    "game=clobyosh": [FOURTH, SECOND],
    "place=The Plough": [FOURTH, FIRST],
    "year=2024": [SECOND, FIRST],
    "words=plough": [FOURTH, FIRST],
    "words=SOUP": [FIRST],
    "words=strasse": [THIRD],
    "game=clobyosh&year=2025": [FOURTH],
    "words=nowhere": [],
    "game=texas_42": [],
    "person={Cem}": [FOURTH, THIRD, FIRST],
    "person={Ann}&game=clobyosh": [SECOND],
}


def days_of(client, asked):
    """The days of the evenings that are found, as they are listed."""
    page = parsed(client.get(f"/evenings?{asked}"))
    return [time.get("datetime") for time in page.iter("time")]


def test_evenings_are_found_by_what_is_asked(app, friends):
    """A merged person is found by who they are today; Persian readers choose their own years."""
    with app.app_context():
        people = dict(db.session.execute(select(Player.name, Player.uid)).all())
    assert "4 evenings" in text(parsed(friends.get("/evenings")))
    assert {asked: days_of(friends, asked.format(**people)) for asked in FOUND} == FOUND
    for wrong in ("person=nobody", "game=bridge", "year=soon", "page=0", "page=9", "page=x", f"words={'x' * 81}"):
        answer = friends.get(f"/evenings?{wrong}")
        assert (answer.status_code, main_of(answer) != "") == (404, True), wrong
    friends.set_cookie("language", "fa")
    assert days_of(friends, "year=2024") == [THIRD, SECOND, FIRST]  # 1403
    assert days_of(friends, "year=2025") == [FOURTH]
    with app.app_context(), write_transaction() as session:
        ann = session.scalars(select(Player.id).where(Player.name == "Ann")).one()
        session.execute(update(Player).where(Player.name == "Dee").values(merged_into_id=ann))
    assert FOURTH in days_of(friends, f"person={people['Ann']}")


def test_hundreds_are_pages_each_evening_once_and_hidden_ones_are_not_found(app, friends):
    with app.app_context(), write_transaction() as session:
        circle = session.scalars(select(Circle)).one()
        days = [date(2020, 1, 1) + timedelta(days=n) for n in range(200)]
        session.add_all([Evening(circle=circle, date=day, created_at=now() - timedelta(9)) for day in days])
        session.execute(update(Evening).where(Evening.place == "The Plough").values(hidden=True))
    address, seen = "/evenings?year=2020", []
    while address:
        page = parsed(friends.get(address))
        seen += [time.get("datetime") for time in page.iter("time")]
        address = next((link.get("href") for link in page.iter("a") if text(link) == "Older"), "")
    assert seen == [day.isoformat() for day in reversed(days)]
    assert days_of(friends, "")[:2] == [THIRD, SECOND]
    for page in ("/evenings", "/review/evenings.ics"):
        assert "The Plough" not in friends.get(page).text


def test_the_calendar_has_every_evening_with_place_and_winners_and_the_list_its_story(app, client):
    two_matches(app, client)
    with app.app_context(), write_transaction() as session:
        session.execute(update(Evening).values(date=date(2026, 11, 20), place="Cem’s; upstairs, left"))
    [link] = [one.get("href") for one in parsed(client.get("/evenings")).iter("a") if one.get("class") == "past"]
    assert link.endswith("/story")
    assert client.get(link).status_code == 200
    answer = client.get("/review/evenings.ics")
    assert answer.mimetype == "text/calendar"
    lines = re.sub(r"\r\n ", "", answer.text).split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert {
        "DTSTART;VALUE=DATE:20261120",
        "DTEND;VALUE=DATE:20261121",
        "LOCATION:Cem’s\\; upstairs\\, left",
        "SUMMARY:Card evening\\, Boomke Wies ×2",
        "DESCRIPTION:Ann & Cem\u00a02\\, Bob & Dee\u00a00",
    } <= {*lines}
    assert escaped("a\r\nEND:VEVENT\\\x00;") == "a\\nEND:VEVENT\\\\\\;"  # a typed line cannot break it
    pieces = list(folded("LOCATION:" + "ü" * 100))
    assert all(len(piece.encode()) <= 75 for piece in pieces)
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == "LOCATION:" + "ü" * 100


def test_the_money_of_all_that_was_found_is_one_statement(app, client, monkeypatch):
    """However many evenings that is; only the logs of the matches of a page are verified."""
    make_circle(client)
    for number, stake in enumerate((2, 4, 6)):
        uid = start(client, "texas_42", target_marks="1", stake_per_mark=f"{stake}.00")
        play(app, uid, {"bidder": 1, "bid": 30, "points": 42})
        with app.app_context(), write_transaction() as session:
            evening = Evening(circle_id=1, date=date(2020, 1, 1 + number), closed_at=now())
            session.add(evening)
            session.flush()
            match = session.scalars(select(Match.id).where(Match.uid == uid)).one()
            session.execute(update(Match).where(Match.id == match).values(evening_id=evening.id))
            session.execute(update(MatchReview).where(MatchReview.match_id == match).values(evening_id=evening.id))
    verified, real = [], results.find_damaged
    monkeypatch.setattr(results, "find_damaged", lambda at, heads: verified.append(len(heads)) or real(at, heads))
    monkeypatch.setattr(past_evenings, "PAGE", 1)
    for query in ("", "?year=2020", "?year=2020&page=2"):
        with statements(app) as said:
            words = main_of(client.get(f"/evenings{query}"))
        assert "Bob gets 6.00 Dee gets 6.00 Ann pays 6.00 Cem pays 6.00" in words
        assert len([one for one in said if "match_reviews.money" in one]) == 1
        assert sum(verified) == bool(query)  # the newest evening has no match any more
        verified.clear()
