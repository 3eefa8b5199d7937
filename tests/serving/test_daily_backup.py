"""Copies end to end: a real server copies by itself, is written on, stopped, destroyed, and put back by command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from sqlalchemy import select

import serve
from models.backup.backup import folder_lock
from models.backup.daily import INTERVAL, RETRY, copy_today, run_schedule
from models.base import db, local_now, new_uid
from models.log.read import read
from models.log.state import state_cache
from models.tables import Match
from scoring.board import plain_sheet
from tests.models.tables import opened
from tests.support.servers import ROOT, free_port, prepared, process, wait_until_open


class Phone:
    """A browser that keeps a circle and scores one match over the network."""

    def __init__(self, address: str) -> None:
        self.address, self.opener = address, build_opener(HTTPCookieProcessor(CookieJar()))
        self.send("/circle", "/", name=("Ann", "Bob", "Cem", "Dee"))
        seats = {"seat": ("Ann", "Bob", "Cem", "Dee"), "dealer": "Ann"}
        self.match = re.sub(r".*/m/", "", self.send("/new", "/new", game="boomke_wies", **seats))
        self.said: list[str] = []

    def send(self, where: str, page: str, **form: Any) -> str:
        """Where a form of a page leads."""
        text = self.opener.open(self.address + page, timeout=60).read().decode()
        token = re.findall(r'name="csrf_token"[^>]* value="([^"]+)"', text)[0]
        data = urlencode({"csrf_token": token, **form}, doseq=True).encode()
        return self.opener.open(self.address + where, data, timeout=60).geturl().partition("?")[0]

    def deal(self) -> None:
        """One more deal, acknowledged."""
        uid = new_uid()
        form = {"uid": uid, "after": len(self.said), "step": "play", "declarer": 1, "contract": 8, "tricks": 9}
        self.send(f"/m/{self.match}/say", f"/m/{self.match}", **form)
        self.said.append(uid)


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


def told(folder: Path) -> dict[str, Any]:
    """By match its sheet and the names of its sayings."""
    state_cache.clear()
    with opened(f"sqlite:///{folder / 'tallystick.db'}"):
        found = [read(match) for match in db.session.scalars(select(Match))]
        return {now.uid: (plain_sheet(now.sheet), [record.uid for record in now.records]) for now in found}


def waited_for_a_copy(folder: Path) -> Path:
    """The copy that the server makes by itself."""
    until = time.monotonic() + 180
    while time.monotonic() < until:
        for found in (folder / "copies").glob("tallystick-*.db"):
            return found
        time.sleep(0.05)
    raise TimeoutError(f"no copy in {folder}")


@pytest.mark.thorough
def test_a_destroyed_database_comes_back_from_its_copy(tmp_path):
    folder = tmp_path / "instance"
    with served(folder) as address:
        waited_for_a_copy(folder)
        phone = Phone(address)
        for _ in range(3):
            phone.deal()
        said = command(folder, "copy")
        assert said.returncode == 0, said.stderr
        sure = list(phone.said)
        phone.deal()
        refused = command(folder, "restore", "latest")
        assert (refused.returncode, refused.stderr) == (
            1,
            "Error: Tallystick is running. Stop it first, then try again.\n",
        )
    before = told(folder)
    assert before[phone.match][1] == phone.said
    (folder / "tallystick.db").write_bytes(b"coffee" * 9999)
    said = command(folder, "restore", "latest")
    assert said.returncode == 0, said.stderr
    assert "What was there before is in" in said.stdout
    [aside] = folder.glob("tallystick.db-before-*")
    assert aside.read_bytes() == b"coffee" * 9999
    back = told(folder)
    assert back[phone.match][1] == sure
    assert back[phone.match][0]["lines"] == before[phone.match][0]["lines"][: len(sure)]


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
