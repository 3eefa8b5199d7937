"""What a monitor is told, and what the host sees of the circles: numbers for the one, names only for the other."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError

from models.backup.backup import STAMP_FORMAT
from models.base import local_now
from models.database import SETTINGS, latest_revision
from models.host import SENTENCES, TRIAL_INTERVAL, new_host_secret, save_choice
from tests.support.databases import app_on
from tests.support.html import main_of
from tests.support.tables import FOUR, make_circle, send
from web import host as page


@pytest.fixture
def copies(app, tmp_path):
    """The folder of copies, empty; nothing was written on trial yet."""
    app.extensions.pop("tallystick-trial", None)
    app.config["COPIES_FOLDER"] = tmp_path
    return tmp_path


def copied(folder, ago, damaged=""):
    """A copy that was made so many hours ago."""
    (folder / f"tallystick-{(local_now() - timedelta(hours=ago)).strftime(STAMP_FORMAT)}{damaged}.db").touch()


def test_a_monitor_is_told_that_all_is_well_and_nothing_else(app, client, copies):
    make_circle(client)
    answer = app.test_client().get("/health")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.get_json() == {"ok": True, "wrong": []}


def test_the_host_is_told_numbers_and_no_name(app, client, host, copies):
    make_circle(client)
    copied(copies, 5)
    copied(copies, 1, "-damaged")
    copied(copies, -30)  # from the future
    answer = host.get("/health")
    told = answer.get_json()
    assert told.keys() == {"ok", "version", "database", "revision", "copy_age", "disk_free", "wrong"}
    assert (told["ok"], told["wrong"], told["revision"]) == (True, [], latest_revision())
    assert told["database"] == app.config["SQLALCHEMY_DATABASE_URI"].partition(":")[0].partition("+")[0]
    assert told["copy_age"] // 60 in (299, 300)
    assert told["disk_free"] > 1 << 20
    assert not any(name in answer.text for name in FOUR)
    changes = (Path(__file__).parents[3] / "CHANGELOG.md").read_text("utf8")
    assert told["version"] == re.findall(r"^## ([\d.]+)", changes, re.MULTILINE)[0]


def test_what_is_wrong_is_named_with_a_status_that_every_monitor_sees(app, client, copies, monkeypatch):
    for hours, up, daily, wrong in (
        (None, 0.9, True, []),  # it has just been started
        (None, 2, True, ["copy"]),
        (50, 0.9, True, []),
        (50, 2, True, ["copy"]),  # however often it is started again
        (47, 99, True, []),
        (50, 99, True, ["copy"]),
        (50, 99, False, []),  # none are wanted
    ):
        for old in copies.iterdir():
            old.unlink()
        if hours:
            copied(copies, hours)
        app.config["DAILY_COPIES"] = daily
        monkeypatch.setattr(page, "STARTED", time.monotonic() - up * 3600)
        answer = client.get("/health")
        words = [SENTENCES[name] for name in wrong]
        assert (answer.status_code, answer.get_json()) == (503 if wrong else 200, {"ok": not wrong, "wrong": words})


def test_a_full_disk_is_named(client, copies, monkeypatch):
    monkeypatch.setattr("models.host.disk_usage", lambda _: SimpleNamespace(free=1 << 20))
    assert client.get("/health").get_json()["wrong"] == [SENTENCES["disk"]]


WRONG = {
    sqlite3.SQLITE_BUSY: "database",
    sqlite3.SQLITE_READONLY: "database",
    sqlite3.SQLITE_FULL: "database",
    sqlite3.SQLITE_IOERR: "database",
    sqlite3.SQLITE_CANTOPEN: "database",
    sqlite3.SQLITE_CORRUPT: "damaged",
}


def test_a_database_that_takes_no_write_is_named_in_words(app, client, copies, monkeypatch):
    cause = sqlite3.OperationalError("words")

    def fails(*_):
        raise OperationalError("PRAGMA", {}, cause)

    monkeypatch.setattr("models.host.write_connection", fails)
    for code, wrong in WRONG.items():
        cause.sqlite_errorcode = code
        app.extensions.pop("tallystick-trial", None)
        answer = client.get("/health")
        assert (answer.status_code, answer.get_json()["wrong"]) == (503, [SENTENCES[wrong]])


def test_it_writes_at_most_every_few_seconds_however_many_ask(app, client, copies, monkeypatch):
    tries, clock = [], [1000.0]
    monkeypatch.setattr("models.host.write_nothing", lambda: tries.append(1) or "")
    monkeypatch.setattr("models.host.time.monotonic", lambda: clock[0])
    for _ in range(20):
        assert client.get("/health").status_code == 200
    assert len(tries) == 1
    clock[0] += TRIAL_INTERVAL
    assert client.get("/health").status_code == 200
    assert len(tries) == 2


def test_a_locked_database_is_named_until_it_is_free(new_database, tmp_path, monkeypatch):
    """What is written is committed: it is seen by every other connection."""
    monkeypatch.setattr("models.database.SETTINGS", (*SETTINGS, "busy_timeout=20"))
    monkeypatch.setattr("models.host.TRIAL_INTERVAL", 0)
    app = app_on(new_database("sqlite"))
    app.config["COPIES_FOLDER"] = tmp_path
    client, path = app.test_client(), app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        before = other.execute("PRAGMA data_version").fetchone()
        assert client.get("/health").status_code == 200
        assert other.execute("PRAGMA data_version").fetchone() != before
        other.execute("BEGIN IMMEDIATE")
        assert client.get("/health").get_json()["wrong"] == [SENTENCES["database"]]
        other.execute("ROLLBACK")
    assert client.get("/health").status_code == 200


@pytest.fixture
def host(app):
    """A browser that came in by the host's address."""
    browser = app.test_client()
    with app.app_context():
        door = new_host_secret()
    browser.get(f"/host/{door}")
    return browser


def link_on(page):
    """The way to make a link for the one circle that is listed."""
    [found] = re.findall(r'action="(/host/circles/\w+/link)"', page.get_data(as_text=True))
    return found


def test_the_host_lets_in_whoever_has_lost_their_link(app, client, host, copies):
    make_circle(client)
    assert 'href="/host/circles"' in host.get("/host").get_data(as_text=True)
    page = host.get("/host/circles")
    assert "Ann" in main_of(page)
    answer = send(host, link_on(page))
    [secret] = set(re.findall(r'/join/([\w-]{40,})"', answer.get_data(as_text=True)))
    assert answer.headers["Cache-Control"] == "no-store"
    assert re.search(r"<h2><bdi>[^<]*Ann", answer.get_data(as_text=True)), "which circle the link is for"
    assert secret not in host.get("/host/circles").get_data(as_text=True)
    assert "host" in main_of(client.get("/circle"))


def test_nobody_else_sees_the_circles(app, client, host, copies):
    make_circle(client)
    link = link_on(host.get("/host/circles"))
    with app.app_context():
        key = save_choice(anybody=False)
    friend = app.test_client()
    assert send(friend, "/host", key=key).status_code == 303
    assert "Who may start a circle on this server?" in main_of(friend.get("/host"))
    for browser in (client, app.test_client(), friend, host):  # the choice has used the address up
        assert browser.get("/host/circles").status_code == 404
        assert send(browser, link).status_code == 404
        assert "/host/circles" not in browser.get("/host").get_data(as_text=True)
