"""An evening: its matches, its place and note, closing it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.base import db, new_uid
from models.log.append import append
from models.log.read import read
from models.matches import find_match
from models.tables import Evening
from tests.support.html import form_of, main_of, parsed, text
from tests.support.tables import send, start
from tests.support.watchers import watcher_of


def say(app, uid, kind, body):
    with app.app_context():
        append(find_match(uid), kind, new_uid(), body, read(find_match(uid)).version)


def rows(client, evening):
    page = parsed(client.get(evening))
    return [text(link).replace("\xa0", " ") for link in page.iter("a") if link.get("class") == "past"]


def test_matches_stand_in_order_with_what_came_of_them(app, client, evening, match):
    assert rows(client, evening) == ["Boomke Wies Ann & Cem 0 Bob & Dee 0 deal 1 Continue"]
    assert f'href="/m/{match}"' in client.get(evening).get_data(as_text=True)
    say(app, match, "deal", {"declarer": 1, "contract": 8, "tricks": 9})
    say(app, match, "close", {})
    second = start(client, "zwanzig_ab")
    say(app, second, "close", {})
    start(client, "clobyosh", "Dee", "Cem")
    over, given_up, going_on = rows(client, evening)
    assert over == "Boomke Wies Ann & Cem 0 Bob & Dee 1 won by Bob & Dee"
    assert given_up.endswith("Ann Bob Cem Dee given up")
    assert going_on.endswith("Clobyosh Dee 0 Cem 0 deal 1 Continue")


def test_with_two_matches_in_play_it_says_how_to_get_rid_of_one(app, client, evening, match):
    words = "If one match was begun twice"
    assert words not in main_of(client.get(evening))
    second = start(client, "texas_42")
    assert words in main_of(client.get(evening))
    assert words not in main_of(watcher_of(client).get(evening))
    say(app, second, "close", {})
    assert words not in main_of(client.get(evening))


def test_another_match_belongs_to_it(client, evening):
    page = parsed(client.get(evening))
    [link] = [link for link in page.iter("a") if text(link) == "Add a match"]
    assert link.get("href") == f"/new?evening={evening.removeprefix('/e/')}"


def test_place_and_note_are_kept(client, evening):
    assert send(client, evening, place=" At Cem’s ", note="Soup.\r\nThen\x00 cards.").headers["Location"] == evening
    page = parsed(client.get(evening))
    assert form_of(page, evening)["place"] == "At Cem’s"
    assert page.find(".//textarea").text == "Soup.\nThen cards."
    assert "At Cem’s" in main_of(client.get("/"))


@pytest.mark.parametrize(("place", "note"), [("x" * 61, "a note"), ("a place", "x" * 501)])
def test_too_long_is_said_beside_the_field_and_stays_typed(client, evening, place, note):
    answer = send(client, evening, place=place, note=note)
    assert answer.status_code == 422
    assert "This is too long" in main_of(answer)
    page = parsed(answer)
    assert form_of(page, evening)["place"] == place
    assert page.find(".//textarea").text == note
    assert "x" not in main_of(client.get(evening))


def test_it_is_closed_and_goes_on(client, evening):
    assert send(client, f"{evening}/close").status_code == 303
    assert "This evening is closed." in main_of(client.get(evening))
    assert "Add a match" not in main_of(client.get(evening))
    assert "Past evenings" in main_of(client.get("/"))
    send(client, f"{evening}/reopen")
    assert "Add a match" in main_of(client.get(evening))


def test_closed_again_it_is_closed_as_before(app, client, evening):
    """As by a phone that had no network, and had no answer the first time."""

    def closed():
        with app.app_context():
            return db.session.scalars(select(Evening.closed_at)).one()

    send(client, f"{evening}/close")
    first = closed()
    assert client.get("/line/home").json["evenings"][0]["closed"] is True
    send(client, f"{evening}/close")
    assert closed() == first
    for _ in range(2):
        send(client, f"{evening}/reopen")
        assert closed() is None
    assert client.get("/line/home").json["evenings"][0]["closed"] is False
