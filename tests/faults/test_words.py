"""What the server cannot do just now it says in words, with 503; review does without what it only keeps."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError
from werkzeug.test import TestResponse

from models import transaction
from models.base import db
from models.log.state import state_cache
from models.tables import Evening
from models.transaction import is_transient
from tests.support.html import main_of
from tests.support.review_evenings import golden_evening
from tests.support.tables import send, sheet_of, sit_down

BID = {"step": "bid", "declarer": 1, "contract": 8}


@pytest.fixture
def database_url(new_database, monkeypatch: pytest.MonkeyPatch) -> str:
    """SQLite whose patience is short."""
    settings = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=20", "foreign_keys=ON")
    monkeypatch.setattr("models.database.SETTINGS", settings)
    return new_database("sqlite")


@contextmanager
def locked(app: Flask) -> Iterator[None]:
    """Somebody else writes to the database while the block runs."""
    path = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


def words(answer: TestResponse) -> str:
    """The first sentence of a page."""
    return re.sub(r"\s+", " ", main_of(answer)).strip()


def test_a_locked_database_is_told_in_words_and_takes_the_same_saying_later(client, app):
    """Of script what is kept is called by its name."""
    uid = sit_down(client, "boomke_wies")
    deal = BID | {"step": "play", "tricks": 9}
    assert send(client, f"/m/{uid}/say", uid="first", after=0, **deal).status_code == 303
    answer_to = {"of": "first", "line": "first", "seat": 1}
    for script, where, form, kept in (
        (False, "say", BID, "Go back"),
        (True, "say", BID, "This bid is saved on your phone and will be sent again."),
        (True, "say", deal, "This deal is saved"),
        (True, "answer", answer_to | {"answer": "agree"}, "Your answer is saved"),
        (True, "answer", answer_to | {"answer": "dispute"}, "Your answer is saved"),
        (True, "undo", {}, "What you tapped is saved"),
        (True, "close", {}, "What you tapped is saved"),
    ):
        client.environ_base.update({"HTTP_X_PART": ""} if script else {})
        with locked(app):
            answer = send(client, f"/m/{uid}/{where}", uid="same", after=1, **form)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
            assert kept in words(answer)
            assert ("on your phone" in words(answer)) == script
            assert client.get(f"/m/{uid}").status_code == 200  # who only looks is not held up
    assert sheet_of(app, uid).pending is None
    for _ in range(2):
        assert send(client, f"/m/{uid}/say", uid="same", after=1, **BID).status_code in (200, 303)
    assert sheet_of(app, uid).pending == {"declarer": 1, "contract": 8}


def test_who_cannot_get_a_turn_to_write_is_told_so(client, app, monkeypatch):
    uid = sit_down(client, "boomke_wies")
    monkeypatch.setattr(transaction, "LOCK_TIMEOUT", 0.02)
    with app.app_context():
        engine = db.engine
    with transaction.write_lock(engine):  # longer than the patience: until the answer is here
        answer = send(client, f"/m/{uid}/say", uid="bid", after=0, **BID)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
        assert "The server cannot save just now" in words(answer)
    assert send(client, f"/m/{uid}/say", uid="bid", after=0, **BID).status_code == 303
    deal = {"uid": "deal", "after": 1, "step": "play", "tricks": 9}  # twice it is the same saying, another is none
    assert [send(client, f"/m/{uid}/say", **deal).status_code for _ in range(2)] == [303, 303]
    assert len(sheet_of(app, uid).lines) == 1
    assert send(client, f"/m/{uid}/say", uid="other", after=0, **BID).status_code == 409


def test_a_page_that_cannot_be_made_says_so_without_details_which_are_in_the_log(client, app, monkeypatch, caplog):
    """A disk that fails, what nobody foresaw, and a damaged match."""
    uid = sit_down(client, "boomke_wies")
    assert send(client, f"/m/{uid}/say", uid="first", after=0, **BID).status_code == 303
    failed = sqlite3.OperationalError("disk I/O error")
    failed.sqlite_errorcode = 10 | 3 << 8

    def raises(error: Exception) -> Callable[..., None]:
        def fails(*_: object) -> None:
            raise error

        return fails

    with monkeypatch.context() as broken:
        broken.setattr("sqlalchemy.engine.Engine.raw_connection", raises(failed))
        for address in (f"/m/{uid}", f"/m/{uid}/log", f"/m/{uid}/version"):
            answer = client.get(address)
            assert answer.status_code == 503, address
            assert "Nothing is lost" in words(answer)
            assert "I/O" not in answer.text
    app.testing = False
    with monkeypatch.context() as broken:
        broken.setattr("web.table.views.read_granted", raises(ZeroDivisionError("a detail")))
        answer = client.get(f"/m/{uid}")
    assert answer.status_code == 500
    assert "Something broke on the server" in words(answer)
    assert ("detail" in answer.text, "a detail" in caplog.text) == (False, True)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE records SET body = '{}' WHERE uid = 'first'"))
    state_cache.clear()
    assert client.get(f"/m/{uid}").status_code == 500
    assert f"match {uid} is damaged" in caplog.text


def test_a_mistake_of_ours_is_not_taken_for_a_fault_that_passes(app):
    with app.app_context(), db.engine.connect() as connection:
        with pytest.raises(OperationalError, match="no such table") as mistake:
            connection.execute(text("SELECT * FROM nowhere"))
        assert not is_transient(mistake.value)


PAGES = ("/review", "/review/ask", "/review/records", "/review/export/circle.db", "/review/export/deals.csv")
PICTURE = b"\x89PNG"


@pytest.fixture
def evening(app, client):
    """The address of an evening with a finished match."""
    match = golden_evening(app, client).match
    with app.app_context():
        uid = db.session.scalars(select(Evening.uid)).one()
    assert client.get(f"/m/{match}").status_code == 200
    return f"/e/{uid}"


def test_review_is_told_in_words_where_it_must_be_counted_and_else_held_up_by_no_lock(app, client, evening):
    with locked(app):
        for page in (*PAGES, f"{evening}/story", f"{evening}/story.png"):
            answer = client.get(page)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2"), page
            assert "Nothing is lost" in main_of(answer)
        assert client.get("/evenings").status_code == client.get(evening).status_code == 200
    assert client.get("/review").status_code == 200  # what follows from the logs is written
    with locked(app):
        for page in (*PAGES, "/evenings", evening, f"{evening}/story"):
            assert client.get(page).status_code == 200, page
        assert client.get(f"{evening}/story.png").data.startswith(PICTURE)
