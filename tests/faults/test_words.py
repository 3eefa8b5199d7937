"""What the server cannot do just now it says in words, with 503; review does without what it only keeps."""

from __future__ import annotations

import errno
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete, func, select, text
from sqlalchemy.exc import OperationalError
from werkzeug.test import TestResponse

from models import transaction
from models.base import db
from models.log.state import state_cache
from models.review_tables import Story
from models.tables import Evening
from models.transaction import is_transient, write_transaction
from tests.support.html import main_of
from tests.support.review_evenings import golden_evening
from tests.support.tables import send, sheet_of, sit_down
from web.review.picture import store
from web.review.picture.store import FOLDER

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


@pytest.mark.parametrize("script", [True, False])
def test_a_locked_database_is_told_in_words_and_takes_the_same_saying_later(client, app, script):
    uid = sit_down(client, "boomke_wies")
    saying = {"uid": "the-same", "after": 0, **BID}
    client.environ_base.update({"HTTP_X_PART": ""} if script else {})
    with locked(app):
        answer = send(client, f"/m/{uid}/say", **saying)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
        assert ("saved on your phone" in words(answer), "Go back" in words(answer)) == (script, not script)
        assert client.get(f"/m/{uid}").status_code == 200  # who only looks is not held up
    assert sheet_of(app, uid).pending is None
    assert send(client, f"/m/{uid}/say", **saying).status_code in (200, 303)
    assert send(client, f"/m/{uid}/say", **saying).status_code in (200, 303)
    assert sheet_of(app, uid).pending == {"declarer": 1, "contract": 8}


KEPT = "{} is saved on your phone and will be sent again."


@pytest.mark.parametrize(
    ("where", "form", "kept"),
    [
        ("say", BID, "This bid"),
        ("say", BID | {"step": "play", "tricks": 9}, "This deal"),
        ("answer", {"of": "first", "line": "first", "seat": 1, "answer": "agree"}, "Your answer"),
        ("answer", {"of": "first", "line": "first", "seat": 1, "answer": "dispute"}, "Your answer"),
        ("undo", {}, "What you tapped"),
        ("close", {}, "What you tapped"),
    ],
)
def test_what_the_phone_keeps_is_called_by_its_name(client, app, where, form, kept):
    uid = sit_down(client, "boomke_wies")
    assert send(client, f"/m/{uid}/say", uid="first", after=0, **BID | {"step": "play", "tricks": 9}).status_code == 303
    client.environ_base.update({"HTTP_X_PART": ""})
    with locked(app):
        answer = send(client, f"/m/{uid}/{where}", uid="second", after=1, **form)
        assert (answer.status_code, KEPT.format(kept) in words(answer)) == (503, True), words(answer)


def test_who_cannot_get_a_turn_to_write_is_told_so(client, app, monkeypatch):
    uid = sit_down(client, "boomke_wies")
    monkeypatch.setattr(transaction, "LOCK_TIMEOUT", 0.02)
    with app.app_context():
        engine = db.engine
    with transaction.write_lock(engine):  # longer than the patience: until the answer is here
        answer = send(client, f"/m/{uid}/say", uid="waits", after=0, **BID)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
        assert "The server cannot save just now" in words(answer)
    assert send(client, f"/m/{uid}/say", uid="waits", after=0, **BID).status_code == 303


def test_every_page_of_a_database_that_cannot_be_read_says_so(client, app, monkeypatch):
    uid = sit_down(client, "boomke_wies")
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = 10 | 3 << 8

    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("sqlalchemy.engine.Engine.raw_connection", fails)
    for address in (f"/m/{uid}", f"/m/{uid}/log", f"/m/{uid}/version"):
        answer = client.get(address)
        assert answer.status_code == 503, address
        assert "Nothing is lost" in words(answer)
        assert "I/O" not in answer.text


def test_what_nobody_foresaw_has_a_page_without_details(client, app, monkeypatch, caplog):
    uid = sit_down(client, "boomke_wies")
    app.testing = False

    def fails(*_: object) -> None:
        raise ZeroDivisionError("a detail")

    monkeypatch.setattr("web.table.views.read_granted", fails)
    answer = client.get(f"/m/{uid}")
    assert answer.status_code == 500
    assert "Something broke on the server" in words(answer)
    assert "detail" not in answer.text
    assert "a detail" in caplog.text


def test_a_damaged_match_has_a_page_and_is_named_in_the_log(client, app, caplog):
    uid = sit_down(client, "boomke_wies")
    assert send(client, f"/m/{uid}/say", uid="first", after=0, **BID).status_code == 303
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE records SET body = '{}' WHERE uid = 'first'"))
    state_cache.clear()
    assert client.get(f"/m/{uid}").status_code == 500
    assert f"match {uid} is damaged" in caplog.text


def test_a_mistake_of_ours_is_not_taken_for_a_fault_that_passes(app):
    with (
        app.app_context(),
        pytest.raises(OperationalError, match="no such table") as found,
        db.engine.connect() as here,
    ):
        here.execute(text("SELECT * FROM nowhere"))
    assert not is_transient(found.value)


def test_a_deal_on_a_bid_that_comes_twice_is_the_same_saying(client, app):
    uid = sit_down(client, "boomke_wies")
    assert send(client, f"/m/{uid}/say", uid="bid", after=0, **BID).status_code == 303
    deal = {"uid": "deal", "after": 1, "step": "play", "tricks": 9}
    assert [send(client, f"/m/{uid}/say", **deal).status_code for _ in range(2)] == [303, 303]
    assert len(sheet_of(app, uid).lines) == 1
    assert send(client, f"/m/{uid}/say", uid="other", after=0, **BID).status_code == 409


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


def test_who_reads_what_is_up_to_date_is_held_up_by_no_lock(app, client, evening):
    assert client.get("/review").status_code == 200  # what follows from the logs is written
    with app.app_context(), write_transaction() as session:
        session.execute(delete(Story))  # the sentence of the last evening needed it
    with locked(app):
        for page in (*PAGES, "/evenings", evening, f"{evening}/story"):
            assert client.get(page).status_code == 200, page
        assert client.get(f"{evening}/story.png").data.startswith(PICTURE)
        with app.app_context():
            assert db.session.scalar(select(func.count(Story.evening_id))) == 0
    assert client.get(f"{evening}/story").status_code == 200
    with app.app_context():
        assert db.session.scalar(select(func.count(Story.evening_id))) == 1


def test_what_was_not_counted_yet_is_told_in_words_while_it_cannot_be(app, client, evening):
    with locked(app):
        for page in (*PAGES, f"{evening}/story", f"{evening}/story.png"):
            answer = client.get(page)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2"), page
            assert "Nothing is lost" in main_of(answer)
        assert client.get("/evenings").status_code == client.get(evening).status_code == 200
    assert client.get("/review").status_code == 200


def test_a_picture_is_shown_though_the_disk_is_full(app, client, evening, monkeypatch):
    folder = Path(app.instance_path) / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    with monkeypatch.context() as broken:

        class Full:
            """A file that takes nothing."""

            def __init__(self, **asked):
                self.file = named(**asked)

            def __enter__(self):
                self.file.write = fails
                return self.file

            def __exit__(self, *_):
                self.file.close()

        named = store.NamedTemporaryFile
        broken.setattr(store, "NamedTemporaryFile", Full)
        assert client.get(f"{evening}/story.png").data.startswith(PICTURE)
    assert list(folder.iterdir()) == []
    assert client.get(f"{evening}/story.png").data.startswith(PICTURE)
    assert len(list(folder.iterdir())) == 1
    assert folder.stat().st_mode & 0o077 == 0


def fails(*_):
    """No space is left."""
    raise OSError(errno.ENOSPC, "No space left on device")
