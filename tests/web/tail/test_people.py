"""A phone without a network: what it keeps for an evening, and who sat down there is somebody of the circle, once."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from models.base import db
from models.tables import Player
from models.transaction import write_transaction
from tests.support.engine_page import supply
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.tables import FOUR, send, sit_down, start
from tests.web.tail.phones import MADE, Away

EVE = {"seat": 1, "player": "Eve", "player_uid": "0123456789abcdef0123456789abcdef"}


def people(app: Flask) -> dict[str, str]:
    with app.app_context():
        return {name: uid for uid, name in db.session.execute(select(Player.uid, Player.name))}


def bodies(client: FlaskClient, match: str) -> list[Any]:
    return [record[1] for record in client.get(f"/m/{match}/log").json["records"]]


@pytest.mark.databases
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


@pytest.mark.databases
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


@pytest.mark.databases
def test_the_same_newcomer_on_two_phones_is_one(app, client, match):
    phones = [Away(client, match), Away(phone_at(app, new_link(client)), match)]
    uids = [phone.say("seat", EVE | {"player_uid": f"newcomer-{number}"}) for number, phone in enumerate(phones)]
    assert phones[0].send().json["taken"] == {uids[0]: 1}
    answer = phones[1].send().json
    assert (answer["same"], answer["branch"]) == ({uids[1]: uids[0]}, None)
    assert people(app)["Eve"] == "newcomer-0"


def test_a_renamed_newcomer_comes_once_and_is_a_guest_where_the_circle_is_full(app, client, match, monkeypatch):
    send(client, "/circle/players", name="Eve")
    phone = Away(client, match)
    phone.say("seat", EVE)
    first = phone.send().json
    with app.app_context(), write_transaction():
        db.session.scalars(select(Player).where(Player.name == "Eve")).one().name = "Eva"
    assert phone.send().json == first
    assert sorted(people(app)) == ["Ann", "Bob", "Cem", "Dee", "Eva"]
    match = sit_down(client, "boomke_wies")
    monkeypatch.setattr("models.matches.MAX_PLAYERS", 4)
    phone = Away(client, match)
    uid = phone.say("seat", EVE)
    answer = phone.send().json
    assert (answer["version"], answer["people"]) == (1, {uid: {"uid": None, "name": "Eve"}})
    assert bodies(client, match) == [{"seat": 1, "player": "Eve"}]
    assert phone.send().json == answer


@pytest.mark.databases
def test_nobody_sits_in_two_seats_and_an_odd_newcomer_is_nobody(app, client, match):
    """The phone compares names as they are typed; who sits there already is not seated again, a newcomer but once."""
    phone = Away(client, match)
    phone.say("seat", EVE | {"player": "cem"})
    phone.say("seat", EVE | {"seat": 0, "player_uid": "eve"})
    phone.say("seat", EVE | {"seat": 3, "player": "EVE", "player_uid": "eve again"})
    assert phone.send().json["branch"] is None
    guest, eve, again = bodies(client, match)
    assert (guest, again) == ({"seat": 1, "player": "cem"}, {"seat": 3, "player": "EVE"})
    assert eve["player_uid"] == people(app)["Eve"]
    for odd in ({"player": 7}, {"player": ""}, {"player": "x" * 41}, {"player_uid": []}, {"seat": 9}):
        phone = Away(client, match)
        phone.say("seat", EVE | odd)
        assert phone.send().status_code in (200, 400, 422)
    assert sorted(people(app)) == ["Ann", "Bob", "Cem", "Dee", "Eve"]


def test_line(app, client, match):
    watcher = phone_at(app, new_link(client, right="watch"))
    for phone, right in ((client, "score"), (watcher, "watch"), (app.test_client(), None)):
        answer = phone.get("/line")
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.json["grant"] == right
        assert type(answer.json["now"]) is int


def test_home(app, client, match):
    other = start(client, "texas_42")
    phone = Away(client, match)
    phone.say("deal", MADE)
    phone.send()
    answer = client.get("/line/home")
    assert answer.headers["Cache-Control"] == "no-store"
    home = answer.json
    log = client.get(f"/m/{match}/log").json
    assert {person["name"] for person in home["people"]} == set(FOUR)
    assert [one["uid"] for one in home["matches"]] == [other, match]
    [evening] = home["evenings"]
    assert f"/e/{evening['uid']}" == evening_of(client, match)
    assert [one["uid"] for one in evening["matches"]] == [match, other]
    assert evening["matches"][0] == {
        "uid": match,
        "game": "boomke_wies",
        "edition": supply(app).edition,
        "version": 1,
        "hash": log["hash"],
        "state": "play",
        "title": "Ann & Cem – Bob & Dee",
    }


def test_saved_rules_come_along_but_to_who_is_in_one_evening_only(app, client, match):
    assert client.get("/line/home").json["rules"] == []
    assert send(client, f"/m/{match}/rules", name="As at Ann’s").status_code == 303
    [saved] = client.get("/line/home").json["rules"]
    assert (saved["game"], saved["name"]) == ("boomke_wies", "As at Ann’s")
    assert saved["rules"]
    elsewhere = {"game": "texas_42", "seat": ["Ann", "Bob", "Cem", "Eve"], "dealer": "Ann"}
    other = send(client, "/new", evening="new", **elsewhere).location.rpartition("/")[2]
    evening = evening_of(client, match)
    home = phone_at(app, new_link(client, evening)).get("/line/home").json
    assert home["only"] == evening.removeprefix("/e/")
    assert [one["uid"] for one in home["evenings"]] == [home["only"]]
    assert [word for word in (other, "Eve") if word in str(home)] == []
    assert home["rules"] == []
    whole = client.get("/line/home").json
    assert {one["uid"] for one in whole["evenings"]} > {home["only"]}
    assert whole["only"] == ""
    assert app.test_client().get("/line/home").status_code == 404
