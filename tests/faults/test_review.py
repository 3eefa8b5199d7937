"""Review keeps what it works out: where that cannot be written, who reads is not held up, or is told in words."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete, func, select

from models.base import db
from models.review_tables import Story
from models.tables import Evening
from models.transaction import write_transaction
from tests.support.html import main_of
from tests.support.review_evenings import golden_evening
from web.review.picture import store
from web.review.picture.store import FOLDER

PAGES = ("/review", "/review/ask", "/review/records", "/review/export/circle.db", "/review/export/deals.csv")
PICTURE = b"\x89PNG"


@pytest.fixture
def database_url(new_database, monkeypatch: pytest.MonkeyPatch) -> str:
    """SQLite whose patience is short."""
    monkeypatch.setattr("models.database.SETTINGS", ("journal_mode=WAL", "busy_timeout=20", "foreign_keys=ON"))
    return new_database("sqlite")


@contextmanager
def locked(app: Flask) -> Iterator[None]:
    """Somebody else writes to the database while the block runs."""
    other = sqlite3.connect(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


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
