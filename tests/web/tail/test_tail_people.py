"""Who sat down on a phone without a network is somebody of the circle when its tail has come, once."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from models.base import db
from models.tables import Player
from models.transaction import write_transaction
from tests.support.phones import new_link, phone_at
from tests.support.tables import send
from tests.web.tail.phones import MADE, Away

pytestmark = pytest.mark.databases

EVE = {"seat": 1, "player": "Eve", "player_uid": "0123456789abcdef0123456789abcdef"}


def people(app: Flask) -> dict[str, str]:
    with app.app_context():
        return {name: uid for uid, name in db.session.execute(select(Player.uid, Player.name))}


def bodies(client: FlaskClient, match: str) -> list[Any]:
    return [record[1] for record in client.get(f"/m/{match}/log").json["records"]]


def test_a_new_name_is_a_new_person(app, client, match):
    phone = Away(client, match)
    phone.say("seat", EVE)
    phone.say("deal", MADE)
    answer = phone.send().json
    assert (answer["version"], answer["people"], answer["branch"]) == (2, {}, None)
    assert people(app)["Eve"] == EVE["player_uid"]
    assert bodies(client, match)[0] == EVE
    assert phone.send().json == answer
    assert list(people(app)) == ["Ann", "Bob", "Cem", "Dee", "Eve"]


def test_a_name_that_the_circle_knows_by_now_is_that_person(app, client, match):
    send(client, "/circle/players", name="Eve")
    known = people(app)["Eve"]
    phone = Away(client, match)
    uid = phone.say("seat", EVE | {"player": " eve "})
    answer = phone.send().json
    assert answer["people"] == {uid: {"uid": known, "name": "Eve"}}
    assert bodies(client, match) == [{"seat": 1, "player": "Eve", "player_uid": known}]
    assert phone.send().json == answer
    assert len(people(app)) == 5


def test_somebody_who_was_known_is_the_same_whatever_the_name_is_by_now(app, client, match):
    cem = people(app)["Cem"]
    phone = Away(client, match)
    phone.say("seat", {"seat": 1, "player": "Cemil", "player_uid": cem})
    assert phone.send().json["people"] == {}
    assert bodies(client, match)[0]["player_uid"] == cem
    assert len(people(app)) == 4


def test_the_same_newcomer_on_two_phones_is_one(app, client, match):
    phones = [Away(client, match), Away(phone_at(app, new_link(client)), match)]
    uids = [phone.say("seat", EVE | {"player_uid": f"newcomer-{number}"}) for number, phone in enumerate(phones)]
    assert phones[0].send().json["taken"] == {uids[0]: 1}
    answer = phones[1].send().json
    assert (answer["same"], answer["branch"]) == ({uids[1]: uids[0]}, None)
    assert people(app)["Eve"] == "newcomer-0"


def test_a_renamed_newcomer_comes_once(app, client, match):
    send(client, "/circle/players", name="Eve")
    phone = Away(client, match)
    phone.say("seat", EVE)
    first = phone.send().json
    with app.app_context(), write_transaction():
        db.session.scalars(select(Player).where(Player.name == "Eve")).one().name = "Eva"
    assert phone.send().json == first
    assert sorted(people(app)) == ["Ann", "Bob", "Cem", "Dee", "Eva"]


def test_where_the_circle_is_full_a_newcomer_is_a_guest(app, client, match, monkeypatch):
    monkeypatch.setattr("models.matches.MAX_PLAYERS", 4)
    phone = Away(client, match)
    uid = phone.say("seat", EVE)
    answer = phone.send().json
    assert (answer["version"], answer["people"]) == (1, {uid: {"uid": None, "name": "Eve"}})
    assert bodies(client, match) == [{"seat": 1, "player": "Eve"}]
    assert phone.send().json == answer


def test_nobody_sits_in_two_seats(app, client, match):
    """The phone compares names as they are typed; who sits there already is not seated again, a newcomer but once."""
    phone = Away(client, match)
    phone.say("seat", EVE | {"player": "cem"})
    phone.say("seat", EVE | {"seat": 0, "player_uid": "eve"})
    phone.say("seat", EVE | {"seat": 3, "player": "EVE", "player_uid": "eve again"})
    assert phone.send().json["branch"] is None
    guest, eve, again = bodies(client, match)
    assert (guest, again) == ({"seat": 1, "player": "cem"}, {"seat": 3, "player": "EVE"})
    assert eve["player_uid"] == people(app)["Eve"]
    assert sorted(people(app)) == ["Ann", "Bob", "Cem", "Dee", "Eve"]


def test_an_odd_newcomer_is_nobody(app, client, match):
    for odd in ({"player": 7}, {"player": ""}, {"player": "x" * 41}, {"player_uid": []}, {"seat": 9}):
        phone = Away(client, match)
        phone.say("seat", EVE | odd)
        assert phone.send().status_code in (200, 400, 422)
    assert len(people(app)) <= 5
    assert set(people(app)) <= {"Ann", "Bob", "Cem", "Dee", "Eve"}
