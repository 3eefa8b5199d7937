"""The key of a phone: brings back what its browser held when the cookie is gone; nothing else, and each answer once."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from models.base import db, now
from models.db.transaction import write_transaction
from models.grants import phone_key
from models.tables.grant import Grant, revoke
from models.tables.phone_key import PhoneKey
from tests.support.phones import evening_of, join, new_link, phone_at
from tests.support.tables import make_circle
from tests.web.tail.phones import post_json
from web.auth import phone_key as proofs
from web.auth import rate_limit
from web.auth.rate_limit import HOUR, Limit

pytestmark = [pytest.mark.databases, pytest.mark.usefixtures("ticking")]


def text_of(data: bytes) -> str:
    """Bytes as a phone sends them."""
    return urlsafe_b64encode(data).decode()


class Phone:
    """A browser with a key."""

    def __init__(self, client: FlaskClient) -> None:
        self.client, self.key = client, ec.generate_private_key(ec.SECP256R1())

    def proof(self, challenge: str = "", **other: str) -> dict[str, str]:
        """An answer to a question, else to that of now; other: parts that are otherwise."""
        challenge = challenge or self.client.get("/line").json["challenge"]
        signed = utils.decode_dss_signature(self.key.sign(challenge.encode(), ec.ECDSA(SHA256())))
        signature = b"".join(number.to_bytes(32, "big") for number in signed)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"key": text_of(point), "challenge": challenge, "signature": text_of(signature)} | other

    def show(self, body: Any = None) -> TestResponse:
        """The answer to its proof."""
        return post_json(self.client, "/line/key", self.proof() if body is None else body)

    def without_cookie(self, app: Flask) -> Phone:
        """The same phone after its browser threw the cookie away."""
        other = Phone(app.test_client())
        other.key = self.key
        return other


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """No two questions are put in the same millisecond."""
    start, count = now(), iter(range(10**6))
    monkeypatch.setattr(proofs, "now", lambda: start + timedelta(milliseconds=next(count)))


def grant_of(client: FlaskClient) -> str | None:
    """What this browser may do."""
    right: str | None = client.get("/line").json["grant"]
    return right


def stored() -> int:
    """How many keys are remembered."""
    return db.session.scalar(select(func.count(PhoneKey.id))) or 0


def test_the_key_brings_back_all_that_the_cookie_held(app: Flask, client: FlaskClient, match: str) -> None:
    """In the same order: the circle of last, and one evening of another."""
    other = app.test_client()
    make_circle(other)
    guest = phone_at(app, new_link(client, evening_of(client, match), right="watch"))
    join(guest, new_link(other))
    phone = Phone(guest)
    assert phone.show().json == {"held": guest.get("/line").json["held"]}
    again = phone.without_cookie(app)
    assert grant_of(again.client) is None
    assert again.show().status_code == 200
    with guest.session_transaction() as before, again.client.session_transaction() as after:
        assert [after["grant"], *after["other_grants"]] == [before["grant"], *before["other_grants"]]
        assert after["device"] != before["device"]
    assert again.client.get(f"/m/{match}").status_code == 200
    assert grant_of(again.client) == "score"


def test_a_revoked_link_brings_nothing_back(app: Flask, client: FlaskClient, match: str) -> None:
    """Nor one that is unknown; the two answer alike."""
    phone = Phone(phone_at(app, new_link(client)))
    assert phone.show().status_code == 200
    with app.app_context(), write_transaction():
        revoke(db.session.scalars(select(Grant).order_by(Grant.id.desc())).first())  # type: ignore[arg-type]
    answers = [phone.without_cookie(app).show(), Phone(app.test_client()).show()]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert answers[0].json == answers[1].json
    assert answers[0].json["problems"] == ["This phone is not known here any more. Open a link to your circle again."]


def test_an_answer_counts_once(app: Flask, client: FlaskClient, match: str) -> None:
    """Whoever overheard it gets nothing by it: from another browser, or to be remembered under the same key."""
    phone = Phone(client)
    seen = phone.proof()
    assert phone.show(seen).status_code == 200
    thief = phone.without_cookie(app)
    assert thief.show(seen).status_code == 403
    lost = phone.without_cookie(app)
    proof = lost.proof()
    assert lost.show(proof).status_code == 200
    assert thief.show(proof).status_code == 403
    strange = app.test_client()
    make_circle(strange)
    planted = Phone(strange).show(proof)
    assert planted.status_code == 403
    with app.app_context():
        assert stored() == 1


def test_old_questions_and_those_of_others_are_none(
    app: Flask, client: FlaskClient, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(client)
    old = phone.proof()
    monkeypatch.setattr(proofs, "now", lambda: now() + timedelta(minutes=3))
    assert phone.show(old).status_code == 403
    monkeypatch.setattr(proofs, "now", lambda: now() - timedelta(minutes=3))
    assert phone.show(old).status_code == 403
    monkeypatch.undo()
    for challenge in ("1795204800000", "1795204800000.x", "x.y"):
        assert phone.show(phone.proof(challenge)).status_code == 403


@pytest.mark.parametrize("part", ["key", "signature"])
def test_what_the_key_has_not_signed(app: Flask, client: FlaskClient, match: str, part: str) -> None:
    phone, other = Phone(client), Phone(client)
    wrong = [other.proof()[part], "", "AAAA", text_of(b"\4" + b"\0" * 64), text_of(b"\xff" * 64), "=" * 9, "A"]
    for text in wrong:
        assert phone.show(phone.proof() | {part: text}).status_code == 403, text
    with app.app_context():
        assert stored() == 0


@pytest.mark.parametrize(
    "body", [{}, [], {"key": "", "challenge": ""}, {"key": 1, "challenge": "", "signature": ""}, {"key": "é" * 300}]
)
def test_what_is_no_answer(client: FlaskClient, match: str, body: Any) -> None:
    assert Phone(client).show(body).status_code == 400
    assert client.post("/line/key", json=body).status_code == 400  # nor is it a page of ours


def test_of_a_link_for_many_only_the_newest_phones_are_remembered(
    app: Flask, client: FlaskClient, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_key, "MOST_PHONES", 2)
    phones = [Phone(client) for _ in range(3)]
    for phone in phones:
        assert phone.show().status_code == 200
    assert [phone.without_cookie(app).show().status_code for phone in phones] == [403, 200, 200]


def test_what_is_shown_again_is_what_is_held_now(app: Flask, client: FlaskClient, match: str) -> None:
    """A browser that has joined another circle since comes back into both, and is remembered once for each."""
    phone = Phone(client)
    assert phone.show().status_code == 200
    before = client.get("/line").json["held"]
    other = app.test_client()
    make_circle(other)
    join(client, new_link(other))
    assert client.get("/line").json["held"] != before
    for _ in range(2):
        assert phone.show().status_code == 200
    with app.app_context():
        assert stored() == 2
    again = phone.without_cookie(app)
    assert again.show().json == {"held": client.get("/line").json["held"]}


def test_there_is_a_limit_for_both(
    app: Flask, client: FlaskClient, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "KEY_LIMIT", Limit(1, HOUR))
    monkeypatch.setitem(rate_limit.SLOW_LIMITS, "link", Limit(2, HOUR))
    phone = Phone(client)
    assert [phone.show().status_code for _ in range(2)] == [200, 429]
    stranger = Phone(app.test_client())
    assert [stranger.show().status_code for _ in range(3)] == [403, 403, 429]
    assert phone.without_cookie(app).show().status_code == 200  # the right key gets through


def test_a_stranger_alone_is_asked_for_a_key(app: Flask, client: FlaskClient, match: str) -> None:
    assert 'id="stranger"' in app.test_client().get("/").get_data(as_text=True)
    assert 'id="stranger"' not in client.get("/").get_data(as_text=True)
