"""POST /m/<uid>/tail: the answers that a phone gets, and what is refused in words with nothing stored."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse
from sqlalchemy import select, update

from models.base import db
from models.log.state import state_cache
from models.tables import StoredBranch, StoredRecord
from models.transaction import write_lock, write_transaction
from scoring.games import games
from table.engine_match import counted
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.random_matches import damaged_value, random_entry
from tests.support.random_sheets import GAMES
from tests.support.records import reading_of
from tests.support.sizes import FULL, one_in
from tests.support.tables import FOUR, send, sheet_of, start, token
from tests.web.tail.phones import LOST, MADE, Away, post_json
from web.auth.rate_limit import LIMITS


def stored(app: Flask) -> tuple[int, int]:
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


def test_an_illegal_record_and_an_unknown_base_wait_to_be_settled(app, client, match):
    phone = Away(client, match)
    phone.say("deal", MADE)
    for wrong in ({"base": 7}, {"hash": "f" * 64}):
        answer = phone.send(**wrong)
        assert (answer.status_code, answer.json["branch"]) == (409, f"/m/{match}/both")
    assert stored(app)[0] == 0
    assert stored(app)[1] > 0
    phone = Away(client, match)
    good, bad = phone.say("deal", MADE), phone.say("deal", MADE | {"tricks": 40})
    answer = phone.send()
    assert answer.status_code == 422
    assert (answer.json["at"], answer.json["taken"]) == (bad, {good: 1})
    assert answer.json["branch"] == f"/m/{match}/both"
    assert all(type(words) is str and " " in words for words in answer.json["problems"])


def bad_bodies() -> dict[str, Any]:
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


def test_what_cannot_be_a_tail(app, client, match):
    app.config["LIMIT_GUESSES"] = False
    for name, body in bad_bodies().items():
        answer = post_json(client, f"/m/{match}/tail", body)
        assert answer.status_code == (413 if name == "too many" else 400), name
        assert "Nothing was recorded" in answer.json["problems"][0]
    headers = {"X-CSRFToken": token(client), "Content-Type": "application/json"}
    for text in (b"", b"{", b"\xff", b"[" * 100_000, b'{"base": NaN}', b'"' + b"x" * 140_000 + b'"'):
        answer = client.post(f"/m/{match}/tail", data=text, headers=headers)
        assert answer.status_code == (413 if len(text) > 130_000 else 400), text[:9]
        assert answer.json["problems"][0].strip()
    assert stored(app) == (0, 0)


def test_who_may_send_a_tail_and_the_token_may_stand_in_its_body(app, client, match):
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
    phone = Away(client, match)
    phone.say("deal", MADE)
    body = {"base": 0, "hash": phone.hash, "records": phone.records}
    assert client.post(f"/m/{match}/tail", json=body | {"token": client.get("/line").json["token"]}).status_code == 200
    for wrong in ({}, {"token": "x"}, {"token": 1}):
        assert client.post(f"/m/{match}/tail", json=body | wrong).status_code == 400


def test_a_phone_that_sends_too_much_waits(app, client, match, clock, monkeypatch):
    """So many tails a minute and so many records an hour; no other phone waits for it."""
    monkeypatch.setitem(LIMITS, "tail", [parse("3 per minute")])
    monkeypatch.setitem(LIMITS, "record", [parse("7 per hour")])
    phone = Away(client, match)
    phone.say("deal", MADE)
    assert [phone.send().status_code for _ in range(4)] == [200] * 3 + [429]
    assert phone.send().json["problems"] == ["This phone sends too much at once. It goes on by itself in a moment."]
    other = Away(phone_at(app, new_link(client)), match)
    for _ in range(3):
        other.say("bid", {"contract": 8})
    assert [other.send().status_code for _ in range(3)] == [200, 200, 429]


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


TIMES = 60 if FULL else 12


def odd(rng: Random, entry: dict[str, Any]) -> dict[str, Any]:
    """The entry, or a part of it, with some values null and now and then one of another kind."""
    found = {key: None if rng.random() < 0.3 else value for key, value in entry.items() if rng.random() < 0.8}
    if found and rng.random() < 0.3:
        key = rng.choice(sorted(found))
        found[key] = damaged_value(rng, found[key])
    return found


@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_every_bid_and_deal_that_is_taken_can_be_shown(app: Flask, client: FlaskClient, match: str, game: str) -> None:
    rng, seats = Random(13), FOUR[: games()[game].seats[1]]
    uid = start(client, game, *seats)
    app.config["LIMIT_GUESSES"] = False
    taken = 0
    for n in range(TIMES):
        state = reading_of(app, uid)
        entry = random_entry(rng, state.game, state.sheet.standing)
        if entry is None or state.status != "play":
            uid = start(client, game, *seats)
            continue
        phone = Away(client, uid)
        for kind, body in (("bid", odd(rng, entry)), ("deal", odd(rng, entry) if n % 2 else entry)):
            phone.say(kind, body)
        answer = phone.send()
        assert answer.status_code in (200, 400, 422), answer.json  # 400: a number beyond all is not even read
        taken += len(answer.json.get("taken", ()))
        for page in ("", "/history", "/both", "/follow", "/across", "/paper"):
            assert client.get(f"/m/{uid}{page}").status_code == 200, (page, phone.records)
    assert taken > TIMES / 2
