"""A restore is killed at its steps, at full size at each: what was there or what is new is there, never none."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from models.backup.backup import folder_lock, make_copy
from models.backup.files import previous_databases, remove_drafts
from models.base import db
from models.tables import Circle
from models.transaction import write_transaction
from tests.faults.killed_restore import EVERY, NAME, rows_in
from tests.support.circles import random_circle
from tests.support.databases import KINDS, app_on
from tests.support.servers import ROOT

pytestmark = pytest.mark.thorough

full = pytest.mark.full


def dump(path: Path) -> str:
    """Everything a database says, its log included."""
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


def raw(path: Path) -> bytes:
    """A database that cannot be read."""
    return path.read_bytes()


@pytest.fixture
def place(new_database, tmp_path) -> tuple[Path, Path]:
    """The folder of a database in use, its log beside it as a kill leaves it, and an older copy of it."""
    app = app_on(new_database("sqlite"))
    template = tmp_path / "template"
    template.mkdir()
    with app.app_context():
        random_circle(Random(2))
        with folder_lock(tmp_path / "copies"):
            copy = make_copy(db.engine, tmp_path / "copies")
        with write_transaction() as session:
            session.add(Circle(name="Later than the copy"))
        for end in ("", "-wal"):
            shutil.copyfile(f"{db.engine.url.database}{end}", template / (NAME + end))
        db.session.remove()
        db.engine.dispose()
    return template, copy


def closed(template: Path) -> None:
    """Stopped as it should be: all is in the one file."""
    with closing(sqlite3.connect(template / NAME)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def in_use(template: Path) -> None:
    """Killed: part of it is in the log."""
    assert "Later than the copy" not in (template / NAME).read_bytes().decode("latin-1")


def flipped(template: Path) -> None:
    """Stopped as it should be, and one bit of its tables' names was flipped: SQLite copies it, but reads no table."""
    closed(template)
    path = template / NAME
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE circles", b"CREATE TABLE \xe3ircles"))


def damaged(template: Path) -> None:
    """Killed, and no SQLite makes anything of what is left."""
    for path in (template / NAME, template / f"{NAME}-wal"):
        path.write_bytes(b"coffee" * 20 + path.read_bytes()[120:])


@pytest.mark.slow
@pytest.mark.parametrize("left", [in_use, *(pytest.param(left, marks=full) for left in (closed, flipped, damaged))])
def test_a_database_is_there_wherever_a_restore_is_killed(place, tmp_path, left):
    template, copy = place
    left(template)
    state = raw if left in (flipped, damaged) else dump
    new, targets = dump(copy), tmp_path / "targets"
    shutil.copytree(template, tmp_path / "as it was")
    old = state(tmp_path / "as it was" / NAME)
    command = [sys.executable, "-m", "tests.faults.killed_restore", str(template), str(targets), str(copy)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=500)
    done = []
    for folder in sorted(targets.iterdir()):
        here = folder / NAME
        remove_drafts(here)
        assert not list(folder.glob("*-restoring*")), folder.name
        asides = previous_databases(here)
        assert all(state(aside) == old for aside in asides), folder.name
        done.append(state(here) != old)
        assert not done[-1] or (dump(here) == new and asides), folder.name
    assert done == sorted(done)
    assert len(done) > 60 // EVERY
    assert not done[0]
    assert done[-1]


@pytest.mark.slow
@full
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "sqlite"])
def test_postgresql_holds_the_old_rows_or_the_new_ones(new_database, tmp_path, kind):
    url = new_database("postgres")
    app = app_on(url)
    with app.app_context():
        random_circle(Random(2))
        with folder_lock(tmp_path / "copies"):
            copy = make_copy(db.engine, tmp_path / "copies")
        new = rows_in(url)
        with write_transaction() as session:
            session.add(Circle(name="Later than the copy"))
        db.session.remove()
        db.engine.dispose()
    old = rows_in(url)
    command = [sys.executable, "-m", "tests.faults.killed_restore", url, str(tmp_path / "targets"), str(copy)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=500)
    there = [(folder / "rows").read_text() for folder in sorted((tmp_path / "targets").iterdir())]
    assert set(there) == {old, new}
    assert there == sorted(there, key=[old, new].index)
    assert len(there) > 20 // EVERY
