"""A file of what was only on a phone: taken in by whoever may score in its circle, once; what is forged is refused."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from models.base import db, new_uid, now, to_millis, today
from models.tables import Match, StoredRecord
from tests.support.phones import new_link, phone_at
from tests.support.records import play, say
from tests.support.tables import make_circle, sit_down, start, token
from tests.web.tail.phones import LOST, MADE, SET, Away
from web.auth.rate_limit import LIMITS

pytestmark = pytest.mark.databases


def rows_of(phone: Away) -> list[dict[str, Any]]:
    """What a phone stores of the records that it could not send."""
    base = {"version": phone.base, "hash": phone.hash}
    return [
        {"table": f"/m/{phone.match}", "uid": one["uid"], "record": [one["kind"], one["body"]], "base": base, "made": 1}
        for one in phone.records
    ]


def away(client: FlaskClient, match: str, *deals: dict[str, Any]) -> Away:
    phone = Away(client, match)
    for deal in deals:
        phone.say("deal", deal)
    return phone


def brought(client: FlaskClient, rows: Any, **more: Any) -> TestResponse:
    text = rows if isinstance(rows, bytes) else json.dumps({"tallystick": "unsent", "rows": rows} | more).encode()
    form = {"file": (BytesIO(text), "tallystick.txt"), "csrf_token": token(client)}
    return client.post("/circle/unsent", data=form, content_type="multipart/form-data")


def stored(app: Flask) -> list[int]:
    with app.app_context():
        return [db.session.scalar(select(func.count()).select_from(row)) or 0 for row in (Match, StoredRecord)]


def entries(client: FlaskClient, match: str) -> list[Any]:
    """The tricks of each deal in a log."""
    return [body["tricks"] for _, body, *_ in client.get(f"/m/{match}/log").json["records"]]


def test_what_is_in_it_is_recorded_once_whoever_brings_it_and_whoever_sends_it(
    app: Flask, client: FlaskClient, match: str
) -> None:
    """By somebody else's phone; then by the phone itself, which had a network after all."""
    phone = away(client, match, MADE, LOST)
    other = phone_at(app, new_link(client))
    answer = brought(other, rows_of(phone))
    assert answer.status_code == 200
    assert "2 entries came in" in answer.text
    assert entries(client, match) == [9, 6]
    assert phone.send().json["taken"] == {phone.records[0]["uid"]: 1, phone.records[1]["uid"]: 2}
    again = brought(client, rows_of(phone))
    assert "All of it was here already." in again.text
    assert entries(client, match) == [9, 6]


def test_what_cannot_be_joined_waits_to_be_settled(app: Flask, client: FlaskClient, match: str) -> None:
    [row] = rows_of(away(client, match, MADE))
    assert f'href="/m/{match}/both"' in brought(client, [row | {"base": None}]).text
    assert entries(client, match) == []
    match = sit_down(client, "boomke_wies")
    phone = away(client, match, MADE)
    play(app, match, LOST)
    answer = brought(client, rows_of(phone))
    assert answer.status_code == 200
    assert f'href="/m/{match}/both"' in answer.text
    assert phone.send().json["branch"] == f"/m/{match}/both"
    assert entries(client, match) == [6]


def test_matches_of_an_evening_one_of_them_begun_on_the_phone(app: Flask, client: FlaskClient, match: str) -> None:
    home, uid = client.get("/line/home").json, new_uid()
    begin = {
        "uid": uid,
        "circle": home["circle"]["uid"],
        "evening": {"uid": new_uid(), "date": today().isoformat()},
        "game": "boomke_wies",
        "rules": {},
        "first_dealer": 0,
        "seats": home["people"][:4],
        "started_at": to_millis(now()),
    }
    new = {"table": f"/m/{uid}", "uid": "new-1", "record": ["deal", SET], "base": {"version": 0, "hash": ""}, "made": 1}
    file = [{"table": f"/m/{uid}", "begin": begin}, new, *rows_of(away(client, match, MADE))]
    for _ in range(2):
        answer = brought(client, file)
        assert answer.status_code == 200, answer.text
        assert [entries(client, one) for one in (uid, match)] == [[7], [9]]
    assert stored(app) == [2, 2]


def test_a_match_that_cannot_begin_says_why(app: Flask, client: FlaskClient, match: str) -> None:
    home, uid = client.get("/line/home").json, new_uid()
    begin = {"uid": uid, "circle": "", "evening": {"uid": new_uid(), "date": "1999-01-01"}, "game": "boomke_wies"}
    begin |= {"rules": {}, "first_dealer": 0, "seats": home["people"][:2], "started_at": 0}
    file = [{"table": f"/m/{uid}", "begin": begin}, *rows_of(away(client, match, MADE))]
    answer = brought(client, file)
    assert answer.status_code == 200
    assert 'class="fault"' in answer.text
    assert brought(client, file[:1]).status_code == 422
    assert stored(app) == [1, 1]  # the other match holds nothing up, and is held up by nothing


NONE, MOST = "not a file of deals", "too much to send"
BAD_FILES: dict[str, Any] = {  # what is no such file, from a row of one
    "nothing": lambda _: b"",
    "no JSON": lambda _: b"{",
    "deep": lambda _: b"[" * 100_000,
    "another file": lambda row: json.dumps({"tallystick": "circle", "rows": [row]}).encode(),
    "no rows": lambda _: [],
    "a row of nothing": lambda _: [{}],
    "another address": lambda row: [row | {"table": "/e/x"}],
    "a record that is none": lambda row: [row | {"record": ["deal"]}],
    "a base that is a text": lambda row: [row | {"base": {"version": "0"}}],
    "letters that nobody can type": lambda row: [row | {"record": ["deal", {"a": "a\u0000b"}]}],
    "a match that is none": lambda row: [row | {"begin": {"uid": "x"}}],
    "a match of nobody": lambda row: [row, row | {"table": "/m/nothing"}],
    "more than a match can have": lambda row: [row | {"uid": f"u{n}"} for n in range(1_001)],
}
SAID = {"a match of nobody": "of another circle", "more than a match can have": MOST}


def test_what_is_no_such_file_no_file_and_too_many(
    app: Flask, client: FlaskClient, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config["LIMIT_GUESSES"] = False
    [row] = rows_of(away(client, match, MADE))
    for name, made in BAD_FILES.items():
        answer = brought(client, made(row))
        assert (answer.status_code, SAID.get(name, NONE) in answer.text) == (422, True), name
    assert stored(app) == [1, 0]
    answer = client.post("/circle/unsent", data={"csrf_token": token(client)})
    assert (answer.status_code, "Choose the file first." in answer.text) == (422, True)
    app.config["LIMIT_GUESSES"] = True
    monkeypatch.setitem(LIMITS, "tail", [parse("2 per hour")])
    rows = rows_of(away(client, match, MADE))
    assert [brought(client, rows).status_code for _ in range(3)] == [200, 200, 429]


def test_a_forged_record_is_refused_in_words(app: Flask, client: FlaskClient, match: str) -> None:
    """No such kind, a uid of another match, one that is none; and another circle gets nothing of it."""
    known = say(app, start(client, "texas_42"), "close")
    [row] = rows_of(away(client, match, MADE))
    for forged in ({"record": ["win", {}]}, {"uid": known}, {"uid": "<script>"}):
        answer = brought(client, [row | forged])
        assert answer.status_code == 422
        assert "does not belong to this match" in answer.text
    stranger = app.test_client()
    make_circle(stranger)
    assert brought(stranger, [row]).status_code == 422
    assert brought(phone_at(app, new_link(client, right="watch")), [row]).status_code == 403
    assert entries(client, match) == []
