"""POST /m/<uid>/tail: the answers that a phone gets, and what is refused in words with nothing stored."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from drawing.engine_match import counted
from models.base import db
from models.log.state import state_cache
from models.tables import StoredBranch, StoredRecord
from models.transaction import write_lock, write_transaction
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.tables import send, sheet_of, start, token
from tests.web.tail.phones import LOST, MADE, SET, Away, post_json


def stored(app: Flask) -> tuple[int, int]:
    """How many records and branches there are."""
    with app.app_context():
        return len(db.session.scalars(select(StoredRecord.uid)).all()), len(
            db.session.scalars(select(StoredBranch.uid)).all()
        )


def test_a_tail(client, match):
    phone = Away(client, match)
    uids = [phone.say("bid", {"contract": 8}), phone.say("deal", MADE), phone.say("deal", LOST)]
    answer = phone.send()
    assert answer.status_code == 200
    assert answer.json == {
        "version": 3,
        "hash": client.get(f"/m/{match}/log").json["hash"],
        "taken": dict(zip(uids, (1, 2, 3), strict=True)),
        "same": {},
        "differs": {},
        "people": {},
        "branch": None,
    }
    assert answer.headers["Cache-Control"] == "no-store"
    assert phone.send().json == answer.json


def test_the_same_deal_of_another_phone(app, client, match):
    phones = [Away(client, match), Away(phone_at(app, new_link(client)), match)]
    uids = [phone.say("deal", MADE) for phone in phones]
    assert phones[0].send().json["taken"] == {uids[0]: 1}
    assert phones[1].send().json["same"] == {uids[1]: uids[0]}


def test_a_difference_is_a_branch(app, client, match):
    phones = [Away(client, match), Away(phone_at(app, new_link(client)), match)]
    for phone, entry in zip(phones, (MADE, LOST), strict=True):
        phone.say("deal", entry)
    phones[0].send()
    answer = phones[1].send()
    assert (answer.status_code, answer.json["branch"], answer.json["taken"]) == (200, f"/m/{match}/both", {})
    assert phones[1].send().json == answer.json
    assert stored(app) == (1, 1)


def test_what_the_phone_counted(app, client, match):
    """Only a count that differs is answered, with the server's."""
    phone = Away(client, match)
    first = phone.say("deal", MADE, counted=json.dumps({"no": "count"}))
    answer = phone.send()
    ours = counted(sheet_of(app, match), 1)
    assert json.loads(answer.json["differs"][first]) == json.loads(json.dumps(ours))
    phone.records[0]["counted"] = json.dumps(ours)
    phone.say("deal", LOST)
    assert phone.send().json["differs"] == {}


def test_an_illegal_record(client, match):
    phone = Away(client, match)
    good, bad = phone.say("deal", MADE), phone.say("deal", MADE | {"tricks": 40})
    answer = phone.send()
    assert answer.status_code == 422
    assert (answer.json["at"], answer.json["taken"]) == (bad, {good: 1})
    assert answer.json["branch"] == f"/m/{match}/both"
    assert all(type(words) is str and " " in words for words in answer.json["problems"])


@pytest.mark.parametrize("wrong", [{"base": 7}, {"hash": "f" * 64}])
def test_an_unknown_base(app, client, match, wrong):
    phone = Away(client, match)
    phone.say("deal", MADE)
    answer = phone.send(**wrong)
    assert (answer.status_code, answer.json["branch"]) == (409, f"/m/{match}/both")
    assert stored(app) == (0, 1)


def bad_bodies() -> dict[str, Any]:
    """Bodies that are no tail."""
    record = {"uid": "a", "kind": "deal", "body": MADE}
    tail = {"base": 0, "hash": "0" * 16, "records": [record]}
    many = [record | {"uid": f"u{number}"} for number in range(201)]
    return {
        "no object": [],
        "nothing": {},
        "no records": tail | {"records": []},
        "a base that is no number": tail | {"base": "0"},
        "a base beyond all": tail | {"base": 2**31},
        "a base below all": tail | {"base": -(2**31) - 1},
        "a text for the records": tail | {"records": "all"},
        "a record without a body": tail | {"records": [{"uid": "a", "kind": "deal"}]},
        "a body that is a list": tail | {"records": [record | {"body": []}]},
        "no such kind": tail | {"records": [record | {"kind": "win"}]},
        "a uid that is none": tail | {"records": [record | {"uid": "<script>"}]},
        "an empty uid": tail | {"records": [record | {"uid": ""}]},
        "a time that is a text": tail | {"records": [record | {"made_at": "now"}]},
        "a time beyond all": tail | {"records": [record | {"made_at": 10**30}]},
        "letters that nobody can type": tail | {"records": [record | {"body": {"note": "a\u0000b"}}]},
        "too many": tail | {"records": many},
        "twice the same uid": tail | {"records": [record, record | {"body": LOST}]},
    }


@pytest.mark.parametrize("name", bad_bodies())
def test_what_cannot_be_a_tail(app, client, match, name):
    answer = post_json(client, f"/m/{match}/tail", bad_bodies()[name])
    assert answer.status_code == (413 if name == "too many" else 400)
    assert "Nothing was recorded" in answer.json["problems"][0]
    assert stored(app) == (0, 0)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100_000, b'{"base": NaN}', b'"' + b"x" * 140_000 + b'"'])
def test_what_is_no_json(app, client, match, body):
    headers = {"X-CSRFToken": token(client), "Content-Type": "application/json"}
    answer = client.post(f"/m/{match}/tail", data=body, headers=headers)
    assert answer.status_code == (413 if len(body) > 130_000 else 400)
    assert answer.json["problems"][0].strip()
    assert stored(app) == (0, 0)


def test_ten_thousand_records(app, client, match):
    phone = Away(client, match)
    for _ in range(10_000):
        phone.say("deal", {})
    assert phone.send().status_code == 413
    assert stored(app) == (0, 0)


def test_uids_of_another_match(app, client, match):
    other = start(client, "knockout_whist")
    assert other != match
    there = Away(client, other)
    taken = there.say("adjust", {"points": [1, 0, 0, 0]})
    assert there.send().json["taken"] == {taken: 1}
    phone = Away(client, match)
    phone.say("deal", LOST)
    phone.say("adjust", {"points": [1, 0]}, taken)
    answer = phone.send()
    assert answer.status_code == 400, answer.json
    assert "does not belong to this match" in answer.json["problems"][0]
    assert stored(app) == (1, 0)


def test_a_time_that_lies(app, client, match):
    phone = Away(client, match)
    phone.say("deal", MADE, made_at=0)
    phone.say("deal", LOST, made_at=2**52)
    assert phone.send().status_code == 200
    with app.app_context():
        assert db.session.scalars(select(StoredRecord.made_at)).all() == [None, None]


def test_the_token_may_stand_in_the_body(client, match):
    phone = Away(client, match)
    phone.say("deal", MADE)
    body = {"base": 0, "hash": phone.hash, "records": phone.records}
    assert client.post(f"/m/{match}/tail", json=body | {"token": token(client)}).status_code == 200
    for wrong in ({}, {"token": "x"}, {"token": 1}):
        assert client.post(f"/m/{match}/tail", json=body | wrong).status_code == 400


def test_who_may_not(app, client, match):
    """A phone that may only watch, one whose link ended, one that knows nothing of it: told in words, as JSON."""
    watcher = phone_at(app, new_link(client, evening_of(client, match), "watch"))
    phone = Away(watcher, match)
    phone.say("deal", MADE)
    answer = phone.send()
    assert (answer.status_code, len(answer.json["problems"])) == (403, 1)
    stranger = Away(client, match)
    stranger.client = app.test_client()
    stranger.say("deal", MADE)
    assert stranger.send().status_code == 404
    keeper = phone_at(app, new_link(client, name="Cem"))
    phone = Away(keeper, match)
    phone.say("deal", MADE)
    send(client, "/circle/links/revoke-others")
    answer = phone.send()
    assert answer.status_code == 403
    assert "revoked" in answer.json["problems"][0]
    assert stored(app) == (0, 0)


def test_thirty_tails_a_minute(app, client, match, clock):
    phone = Away(client, match)
    phone.say("deal", MADE)
    answers = [phone.send().status_code for _ in range(31)]
    assert answers == [200] * 30 + [429]
    assert phone.send().json["problems"] == ["This phone sends too much at once. It goes on by itself in a moment."]
    other = Away(phone_at(app, new_link(client)), match)
    other.say("deal", SET)
    assert other.send().status_code == 200


def test_two_thousand_records_an_hour(client, match, clock):
    phone = Away(client, match)
    for _ in range(200):
        phone.say("bid", {"contract": 8})
    answers = [phone.send().status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


def test_a_damaged_match_and_a_busy_database_are_told_in_json(app, client, match, monkeypatch):
    phone = Away(client, match)
    phone.say("deal", MADE)
    phone.send()
    phone.say("deal", LOST)
    monkeypatch.setattr("models.transaction.LOCK_TIMEOUT", 0.01)
    with app.app_context(), write_lock(db.engine):
        answer = phone.send()
    assert answer.status_code == 503
    assert "will be sent again" in answer.json["problems"][0]
    with app.app_context(), write_transaction() as session:
        session.execute(update(StoredRecord).values(body="{}"))
    state_cache.clear()
    answer = phone.send()
    assert answer.status_code == 500
    assert "damaged" in answer.json["problems"][0]
