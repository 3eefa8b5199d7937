"""An evening: its matches, its place and note, closing it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select, update

from models.base import db
from models.review.tables import MatchReview
from models.tables import Evening
from models.transaction import write_transaction
from tests.support.html import form_of, main_of, parsed, text
from tests.support.records import play, say
from tests.support.tables import send, start
from tests.support.watchers import watcher_of

TWICE = "If one match was begun twice"


def rows(client, evening):
    page = parsed(client.get(evening))
    return [text(link).replace("\xa0", " ") for link in page.iter("a") if link.get("class") == "past"]


def test_matches_stand_in_order_with_what_came_of_them(app, client, evening, match):
    """With two in play it says how to get rid of one, but not to who watches."""
    assert rows(client, evening) == ["Boomke Wies Ann & Cem 0 Bob & Dee 0 deal 1 Continue"]
    page = client.get(evening)
    assert f'href="/m/{match}"' in page.text
    [link] = [link for link in parsed(page).iter("a") if text(link) == "Add a match"]
    assert link.get("href") == f"/new?evening={evening.removeprefix('/e/')}"
    second = start(client, "zwanzig_ab")
    assert TWICE in main_of(client.get(evening))
    assert TWICE not in main_of(watcher_of(client).get(evening))
    play(app, match, {"declarer": 1, "contract": 8, "tricks": 9})
    for uid in (match, second):
        say(app, uid, "close")
    start(client, "clobyosh", "Dee", "Cem")
    assert TWICE not in main_of(client.get(evening))
    over, given_up, going_on = rows(client, evening)
    assert over == "Boomke Wies Ann & Cem 0 Bob & Dee 1 won by Bob & Dee"
    assert given_up.endswith("Ann Bob Cem Dee given up")
    assert going_on.endswith("Clobyosh Dee 0 Cem 0 deal 1 Continue")


def test_it_says_how_long_it_took(app, client, evening, match):
    play(app, match, {"declarer": 1, "contract": 8, "tricks": 9})
    say(app, match, "close")
    client.get("/review")
    with app.app_context(), write_transaction() as session:
        begin = datetime(2026, 3, 5, 19).astimezone(UTC)
        session.execute(update(Evening).values(date=begin.date()))
        session.execute(update(MatchReview).values(started_at=begin, last_at=begin + timedelta(hours=3, minutes=10)))
    assert "19:00 to 22:10, 3 h 10" in main_of(client.get(evening))


def test_place_and_note_are_kept_and_what_is_too_long_stays_typed(client, evening):
    assert send(client, evening, place=" At Cem’s ", note="Soup.\r\nThen\x00 cards.").headers["Location"] == evening
    for place, note in (("x" * 61, "a note"), ("a place", "x" * 501)):
        answer = send(client, evening, place=place, note=note)
        assert answer.status_code == 422
        assert "This is too long" in main_of(answer)
        page = parsed(answer)
        assert (form_of(page, evening)["place"], page.find(".//textarea").text) == (place, note)
    page = parsed(client.get(evening))
    assert (form_of(page, evening)["place"], page.find(".//textarea").text) == ("At Cem’s", "Soup.\nThen cards.")
    assert "At Cem’s" in main_of(client.get("/"))


def test_it_is_closed_and_goes_on_and_closed_again_it_is_closed_as_before(app, client, evening):
    """As by a phone that had no network, and had no answer the first time."""

    def closed():
        with app.app_context():
            return db.session.scalars(select(Evening.closed_at)).one()

    assert send(client, f"{evening}/close").status_code == 303
    page = main_of(client.get(evening))
    assert ("This evening is closed." in page, "Add a match" in page) == (True, False)
    assert "Past evenings" in main_of(client.get("/"))
    first = closed()
    assert client.get("/line/home").json["evenings"][0]["closed"] is True
    send(client, f"{evening}/close")
    assert closed() == first
    for _ in range(2):
        send(client, f"{evening}/reopen")
        assert closed() is None
    assert "Add a match" in main_of(client.get(evening))
    assert client.get("/line/home").json["evenings"][0]["closed"] is False
