"""A large circle's file: imported by a process of its own, while a page tells how far that is."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import stat
import subprocess
import sys
import time
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import func, select

from config import ROOT, environment_with
from models.base import db
from models.circle_file import import_job
from models.circle_file.import_job import FOLDER, LOCK_FILE, Status, read_status
from models.tables.circle import Circle
from models.tables.grant import Grant
from models.tables.match import Match
from tests.support.circle_files import KEPT, bring, resummed
from tests.support.html import main_of, parsed
from tests.support.tables import token

pytestmark = pytest.mark.thorough

PROGRESS = "/import/progress"
PATIENCE = 60  # s


@pytest.fixture(autouse=True)
def every_file_is_large(monkeypatch):
    monkeypatch.setattr("web.circle.import_views.AT_ONCE", 0)


@pytest.fixture
def processes(monkeypatch):
    """The processes that were started."""
    started, popen = [], subprocess.Popen

    def start(*arguments, **more):
        started.append(popen(*arguments, **more))
        return started[-1]

    monkeypatch.setattr(import_job.subprocess, "Popen", start)
    return started


def handed_over(client, data):
    answer = bring(client, data)
    assert (answer.status_code, answer.headers["Location"]) == (303, PROGRESS)


def ended(client):
    """The answer of the progress page once the import has ended."""
    until = time.monotonic() + PATIENCE
    while "Refresh" in (answer := client.get(PROGRESS)).headers:
        assert answer.status_code == 200
        assert time.monotonic() < until
        time.sleep(0.1)
    return answer


def count(app, table):
    with app.app_context():
        return db.session.scalar(select(func.count(table.id)))


def folder_of(app):
    return Path(app.instance_path) / FOLDER


def job_of(client):
    with client.session_transaction() as session:
        return session["import_job"]


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@contextmanager
def running(app, job, data=b""):
    """As if the import of this name and file went on."""
    folder_of(app).mkdir(mode=0o700, exist_ok=True)
    with (folder_of(app) / LOCK_FILE).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write(f"{job} {sha256(data).hexdigest()}")
        lock.flush()
        yield


def test_the_circle_is_imported_and_whoever_brought_it_is_in(app, client):
    handed_over(client, KEPT.read_bytes())
    job = job_of(client)
    answer = ended(client)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    told = json.loads(KEPT.read_text(encoding="utf-8"))
    assert count(app, Match) == sum(len(evening["matches"]) for evening in told["evenings"])
    assert client.get("/circle").status_code == 200
    assert client.get(PROGRESS).headers["Location"] == "/import"
    assert mode(folder_of(app)) == 0o700
    assert {mode(path) for path in folder_of(app).iterdir()} == {0o600}
    assert {path.name for path in folder_of(app).iterdir()} >= {LOCK_FILE, job}
    assert all(path.stat().st_size < 10_000 for path in folder_of(app).iterdir())  # the file itself is gone


def test_a_lost_answer_and_a_circle_opened_meanwhile_let_in_all_the_same(app, client):
    handed_over(client, KEPT.read_bytes())
    with client.session_transaction() as session:
        before = dict(session)
    assert ended(client).headers["Location"] == "/"
    with client.session_transaction() as session:  # as if that answer was lost
        held = session["grant"]
        session.clear()
        session.update(before | {"csrf_token": "of a page made since"})
    assert ended(client).headers["Location"] == "/"
    with client.session_transaction() as session:
        assert session["grant"] == held
    assert count(app, Circle) == count(app, Grant) == 1


def test_a_refused_file_is_told_in_the_same_words(app, client):
    whole = json.loads(KEPT.read_text(encoding="utf-8"))
    match = whole["evenings"][0]["matches"][0]
    match["records"][0]["at"] += 1
    handed_over(client, json.dumps(whole).encode())
    page = ended(client)
    assert f"The match {match['uid']} (" in main_of(page)
    [field] = [found for found in parsed(page).iter("input") if found.get("type") == "file"]
    assert field.get("aria-describedby") == "fault-file"
    assert count(app, Circle) == count(app, Match) == 0


def test_a_killed_import_says_so_and_leaves_nothing(app, client, processes):
    handed_over(client, KEPT.read_bytes())
    processes[0].kill()
    assert "The import was interrupted. Nothing of it was stored; try again." in main_of(ended(client))
    assert count(app, Circle) == 0
    handed_over(client, KEPT.read_bytes())
    assert ended(client).headers["Location"] == "/"


def test_a_file_that_would_take_more_memory_than_any_circle_is_refused(app):
    program = "from models.circle_file import import_process as it; it.MAX_MEMORY = 192 << 20; it.main('job')"
    told = json.loads(KEPT.read_text(encoding="utf-8")) | {"evenings": [0] * 5_000_000}
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment_with(DATABASE_URL=url, TALLYSTICK_INSTANCE=app.instance_path),
        input=json.dumps(told).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    assert json.loads(ended.stdout.splitlines()[-1]) == {"refused": "too_large"}
    assert count(app, Circle) == 0


def test_a_process_that_fails_is_an_interrupted_import(app, client, capfd):
    app.config["SQLALCHEMY_DATABASE_URI"], url = "sqlite:////nowhere/at/all.db", app.config["SQLALCHEMY_DATABASE_URI"]
    try:
        handed_over(client, KEPT.read_bytes())
    finally:
        app.config["SQLALCHEMY_DATABASE_URI"] = url
    assert "The import was interrupted." in main_of(ended(client))
    assert "A circle was not imported: OperationalError" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "about to be checked"),
        ('{"circle": "c", "stage": "check", "done": 12, "of": 2502}\n{"cir', "Evenings: 12 of 2502."),
        ('{"stage": "check"}\n{"circle": "c", "stage": "store", "done": 500, "of": 3501}\n', "stored: 500 of 3501."),
    ],
)
def test_the_page_tells_how_far_it_is_and_looks_again(app, client, line, words):
    handed_over(client, b"{}")
    ended(client)
    with running(app, job_of(client)):
        (folder_of(app) / job_of(client)).write_text(line, encoding="utf-8")
        page = client.get(PROGRESS)
    assert words in main_of(page)
    assert page.headers["Refresh"] == "2"
    assert client.get(PROGRESS).headers.get("Refresh") is None


def test_nobody_else_sees_it(app, client):
    handed_over(client, KEPT.read_bytes())
    stranger = app.test_client()
    token(stranger)
    assert stranger.get(PROGRESS).headers["Location"] == "/import"
    assert ended(client).headers["Location"] == "/"
    assert stranger.get("/circle").status_code == 404


def test_one_large_file_is_imported_at_a_time(app, client, processes, monkeypatch):
    monkeypatch.setattr(import_job, "LOCK_WAIT", 0.1)
    with running(app, "somebody else"):
        answer = bring(client, KEPT.read_bytes())
        assert answer.status_code == 503
        assert "Another circle is being imported just now." in main_of(answer)
        monkeypatch.setattr("web.circle.import_views.AT_ONCE", 1 << 20)
        assert bring(client, b"{}").status_code == 422  # small ones wait for nobody
    assert processes == []


@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")  # of an upload that was cut short
@pytest.mark.parametrize("fails", ["tempfile.SpooledTemporaryFile.write", "os.open"], ids=["arriving", "handed over"])
def test_a_full_disk_is_told_in_words_and_nothing_is_begun(app, client, processes, monkeypatch, fails):
    token(client)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(fails, full)
        answer = bring(client, KEPT.read_bytes())
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert processes == []
    assert count(app, Circle) == 0


def test_who_sends_twice_is_led_to_the_import_that_runs(app, client, processes):
    handed_over(client, b"{}")
    ended(client)
    with running(app, job_of(client), b"{}"):
        handed_over(client, b"{}")
    assert len(processes) == 1


def test_who_sends_another_file_meanwhile_is_told_to_wait(app, client, processes):
    handed_over(client, b"{}")
    ended(client)
    with running(app, job_of(client), b"{}"):
        answer = bring(client, KEPT.read_bytes())
    assert answer.status_code == 422
    assert "Another file from this browser is still being imported. Try again after it." in main_of(answer)
    assert len(processes) == 1


def test_who_did_not_look_at_the_end_of_one_and_sends_another_is_in_both(app, client, processes):
    told = json.loads(KEPT.read_text(encoding="utf-8"))
    handed_over(client, KEPT.read_bytes())
    processes[0].wait()
    told["circle"] |= {"uid": "another-circle", "players": []}
    handed_over(client, json.dumps(resummed(told | {"evenings": []})).encode())
    assert ended(client).headers["Location"] == "/"
    with client.session_transaction() as session:
        assert len([session["grant"], *session["other_grants"]]) == count(app, Circle) == 2


def test_what_was_told_goes_after_a_day(app, client):
    handed_over(client, b"{}")
    ended(client)
    told = folder_of(app) / job_of(client)
    os.utime(told, (0, 0))
    other = app.test_client()
    handed_over(other, b"{}")
    ended(other)
    assert not told.exists()
    assert read_status(Path(app.instance_path), told.name) is None
    assert isinstance(read_status(Path(app.instance_path), job_of(other)), Status)
