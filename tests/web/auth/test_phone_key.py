"""The key of a phone brings back what its browser held when the cookie is gone; nothing else, until it is replaced."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from models.base import db
from models.grants import hash_secret, revoke
from models.tables import Grant, PhoneKey
from models.transaction import write_transaction
from tests.support.phones import evening_of, join, new_link, phone_at
from tests.support.tables import make_circle
from tests.web.tail.phones import post_json
from web.auth.rate_limit import LIMITS

UNKNOWN = ["This phone is not known here any more. Open a link to your circle again."]


def new_key() -> str:
    """A key as a phone makes it."""
    return secrets.token_urlsafe(32)


class Phone:
    """A browser with a key."""

    def __init__(self, client: FlaskClient, key: str = "") -> None:
        self.client, self.key = client, key

    def remember(self) -> TestResponse:
        """The answer to a new key in place of the former one."""
        former, self.key = self.key, new_key()
        return post_json(self.client, "/line/key", {"key": self.key, "former": former})

    def without_cookie(self, app: Flask) -> Phone:
        """The same phone after its browser threw the cookie away."""
        return Phone(app.test_client(), self.key)

    def come_back(self) -> TestResponse:
        """The answer to the key that it has."""
        return post_json(self.client, "/line/key", {"key": self.key})


def grant_of(client: FlaskClient) -> str | None:
    """What this browser may do."""
    right: str | None = client.get("/line").json["grant"]
    return right


def stored() -> int:
    """How many keys are remembered."""
    return db.session.scalar(select(func.count(PhoneKey.id))) or 0


def test_the_key_brings_back_all_that_the_cookie_held(app, client, match):
    """In the same order: the circle of last, and one evening of another."""
    other = app.test_client()
    make_circle(other)
    guest = phone_at(app, new_link(client, evening_of(client, match), right="watch"))
    join(guest, new_link(other))
    phone = Phone(guest)
    assert phone.remember().json == {"held": guest.get("/line").json["held"]}
    again = phone.without_cookie(app)
    assert grant_of(again.client) is None
    assert 'id="stranger"' in again.client.get("/").get_data(as_text=True), "who is asked for a key"
    assert again.come_back().status_code == 200
    with guest.session_transaction() as before, again.client.session_transaction() as after:
        assert [after["grant"], *after["other_grants"]] == [before["grant"], *before["other_grants"]]
        assert after["device"] != before["device"]
    assert again.client.get(f"/m/{match}").status_code == 200
    assert grant_of(again.client) == "score"
    assert 'id="stranger"' not in again.client.get("/").get_data(as_text=True)


def test_a_revoked_link_brings_nothing_back(app, client, match):
    """Nor a key that is unknown, or that of another phone but for a letter; all answer alike."""
    phone = Phone(phone_at(app, new_link(client)))
    assert phone.remember().status_code == 200
    near = phone.key[:-1] + ("A" if phone.key[-1] != "A" else "E")
    with app.app_context(), write_transaction():
        revoke(db.session.scalars(select(Grant).order_by(Grant.id.desc())).first())  # type: ignore[arg-type]
    answers = [Phone(app.test_client(), key).come_back() for key in (phone.key, near, new_key())]
    assert [(answer.status_code, answer.json["problems"]) for answer in answers] == [(403, UNKNOWN)] * 3


@pytest.mark.databases
def test_a_key_counts_until_the_phone_is_in_again(app, client, match):
    """Whoever has copied it gets nothing by it afterwards; an answer that was lost can be asked for again."""
    phone = Phone(client)
    assert phone.remember().status_code == 200
    with app.app_context():
        known = [*db.session.scalars(select(PhoneKey.secret_hash))]
    assert known == [hash_secret(phone.key)], "only its hash is stored"
    assert Phone(app.test_client(), known[0][:43]).come_back().status_code == 403
    copied = phone.key
    lost = phone.without_cookie(app)
    assert lost.come_back().status_code == 200
    again = phone.without_cookie(app)
    assert again.come_back().status_code == 200
    assert again.remember().status_code == 200
    assert Phone(app.test_client(), copied).come_back().status_code == 403
    with app.app_context():
        assert stored() == 1


def test_nobody_plants_grants_under_a_key_of_another_phone(app, client, match):
    """What a browser shows is remembered for what it holds itself; a key that it does not know stays as it is."""
    phone = Phone(client)
    assert phone.remember().status_code == 200
    strange = app.test_client()
    make_circle(strange)
    assert Phone(strange, new_key()).remember().status_code == 200
    back = phone.without_cookie(app)
    assert back.come_back().status_code == 200
    assert back.client.get(f"/m/{match}").status_code == 200


NO_KEYS: list[Any] = [{}, [], {"key": ""}, {"key": 1}, {"key": "é" * 43}, {"key": "A" * 42}, {"key": "A" * 44}]
NO_KEYS += [{"key": "A" * 43, "former": former} for former in (1, None, "A" * 44)]


def test_what_is_no_key(client, match):
    for body in NO_KEYS:
        assert post_json(client, "/line/key", body).status_code == 400, body
    assert client.post("/line/key", json={"key": new_key()}).status_code == 400, "nor is it a page of ours"


@pytest.mark.databases
def test_of_a_link_for_many_only_the_newest_phones_are_remembered(app, client, match, monkeypatch):
    monkeypatch.setattr("models.grants.MOST_PHONES", 2)
    phones = [Phone(client) for _ in range(3)]
    for phone in phones:
        assert phone.remember().status_code == 200
    assert [phone.without_cookie(app).come_back().status_code for phone in phones] == [403, 200, 200]


@pytest.mark.databases
def test_what_is_shown_again_is_what_is_held_now(app, client, match):
    """A browser that has joined another circle since comes back into both, and is remembered once for each."""
    phone = Phone(client)
    assert phone.remember().status_code == 200
    before = client.get("/line").json["held"]
    other = app.test_client()
    make_circle(other)
    join(client, new_link(other))
    assert client.get("/line").json["held"] != before
    for _ in range(2):
        assert phone.remember().status_code == 200
    with app.app_context():
        assert stored() == 2
    assert phone.without_cookie(app).come_back().json == {"held": client.get("/line").json["held"]}


def test_there_is_a_limit_for_both(app, client, match, monkeypatch):
    monkeypatch.setitem(LIMITS, "phone", [parse("1 per hour")])
    monkeypatch.setitem(LIMITS, "link", [parse("2 per hour")])
    phone = Phone(client)
    assert phone.remember().status_code == 200
    again = Phone(client).remember()
    assert (again.status_code, "wrong" in again.json["problems"][0]) == (429, False)
    stranger = Phone(app.test_client(), new_key())
    assert [stranger.come_back().status_code for _ in range(3)] == [403, 403, 429]
    assert phone.without_cookie(app).come_back().status_code == 200  # the right key gets through
