"""Copies end to end: a real server copies by itself, is stopped, destroyed, and put back by command."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import serve
from models.backup.backup import folder_lock
from models.backup.daily import INTERVAL, RETRY, copy_today, run_schedule
from models.base import db, local_now
from tests.support.servers import ROOT, free_port, prepared, process, wait_until_open


def settings(folder: Path) -> dict[str, str]:
    """The environment of an installation of its own."""
    prepared(folder)
    own = {"TALLYSTICK_INSTANCE": str(folder), "TALLYSTICK_COPIES": "", "TALLYSTICK_CIRCLES": "anybody"}
    return own | {"SECRET_KEY": "for this test", "DATABASE_URL": ""}


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server on this folder, which copies by itself."""
    port = free_port()
    command = [sys.executable, "-m", "serve", "--port", str(port)]
    with process(settings(folder), folder.parent / "words", command, ROOT) as running:
        wait_until_open(port, running, 60)
        yield f"http://127.0.0.1:{port}"


def command(folder: Path, *words: str) -> subprocess.CompletedProcess:
    """What a command says, once it has ended."""
    environment = {**os.environ, **settings(folder), "TALLYSTICK_VENV": sys.prefix}
    return subprocess.run(["./run", *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)


def waited_for_a_copy(folder: Path) -> Path:
    """The copy that the server makes by itself."""
    until = time.monotonic() + 180
    while time.monotonic() < until:
        for found in (folder / "copies").glob("tallystick-*.db"):
            return found
        time.sleep(0.05)
    raise TimeoutError(f"no copy in {folder}")


@pytest.mark.thorough
def test_a_server_copies_by_itself_and_a_destroyed_database_comes_back_when_it_has_stopped(tmp_path):
    folder = tmp_path / "instance"
    with served(folder):
        copy = waited_for_a_copy(folder)
        refused = command(folder, "restore", "latest")
    told = "Error: Tallystick is running. Stop it first, then try again.\n"
    assert (refused.returncode, refused.stderr) == (1, told)
    (folder / "tallystick.db").write_bytes(b"coffee" * 9999)
    said = command(folder, "restore", "latest")
    assert said.returncode == 0, said.stderr
    assert "What was there before is in" in said.stdout
    assert b"coffee" * 9999 in [aside.read_bytes() for aside in folder.glob("tallystick.db-before-*")]
    names = "SELECT name FROM sqlite_master ORDER BY name"
    with closing(sqlite3.connect(folder / "tallystick.db")) as back, closing(sqlite3.connect(copy)) as kept:
        assert back.execute(names).fetchall() == kept.execute(names).fetchall()


def test_a_copy_is_made_when_there_is_none_of_today_and_tried_again_later_when_that_failed(tmp_path, monkeypatch):
    slept, ended = [], iter([0, 1])

    def sleep(seconds: int) -> None:
        slept.append(seconds)
        if len(slept) == 2:
            (tmp_path / f"tallystick-{local_now():%Y-%m-%d-%H%M%S}.db").touch()
        if len(slept) == 3:
            raise InterruptedError

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess:
        assert command == [sys.executable, "-m", "models.backup.daily"]
        return subprocess.CompletedProcess(command, next(ended))

    (tmp_path / f"tallystick-{local_now() + timedelta(days=300):%Y-%m-%d-%H%M%S}.db").touch()  # by a wrong clock
    monkeypatch.setattr("models.backup.daily.subprocess.run", run)
    with pytest.raises(InterruptedError):
        run_schedule(tmp_path, sleep)
    assert slept == [INTERVAL, RETRY, INTERVAL]


@pytest.mark.parametrize("daily", [True, False])
def test_a_server_starts_a_schedule_where_daily_copies_are_wanted(app, tmp_path, monkeypatch, daily):
    begun = Event()
    monkeypatch.setattr(serve, "FORKED", 0)
    monkeypatch.setattr("models.backup.daily.start_schedule", lambda folder: begun.set())
    monkeypatch.setattr(serve, "start", lambda *_: begun.wait(20 if daily else 0))
    app.config.update(DAILY_COPIES=daily, COPIES_FOLDER=tmp_path)
    serve.serve(app, serve.parse_arguments([]), "it listens")
    assert begun.is_set() is daily


def test_a_copy_that_fails_is_said_in_the_log_and_one_that_is_there_is_enough(app, tmp_path, capfd, monkeypatch):
    with app.app_context():
        assert copy_today(db.engine, tmp_path)
        [copy] = tmp_path.glob("tallystick-*.db")
        assert copy_today(db.engine, tmp_path)
        assert [*tmp_path.glob("tallystick-*.db")] == [copy]
        copy.unlink()
        with folder_lock(tmp_path):
            assert copy_today(db.engine, tmp_path)
        assert [*tmp_path.glob("tallystick-*.db")] == []
        monkeypatch.setattr("models.backup.backup.disk_usage", lambda _: shutil.disk_usage(tmp_path)._replace(free=0))
        assert not copy_today(db.engine, tmp_path)
    assert capfd.readouterr().err.startswith("No sound copy was made: a copy needs")
