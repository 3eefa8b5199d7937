"""A start looks first: what is wrong is said with what to type; no new database begins in place of a lost one."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask

import app as front
import serve
from config import NotUsable, from_environment
from models.backup.backup import folder_lock, make_copy
from models.backup.files import NotCopied
from models.base import db
from models.database import init_database, latest_revision
from models.startup import upgrade_database
from models.tables import Circle
from models.transaction import write_transaction
from tests.support.backups import everything_stored, put_back, release_later
from tests.support.databases import KINDS, create_database, on_server, postgres_url

SETTINGS = ("DATABASE_URL", "SECRET_KEY", "TALLYSTICK_COPIES", "TALLYSTICK_PROXIES", "WEB_WORKERS", "TALLYSTICK_HOST")
PACK = serve.start_packing
BEGUN = "The host chooses here"


def plain_app(settings: dict[str, Any]) -> Flask:
    """An app without pages: what a start prepares is its database."""
    made = Flask("started", instance_path=str(settings["INSTANCE_FOLDER"]))
    made.config.update(settings, HOST=None, CIRCLES="anybody")
    init_database(made)
    return made


class Start(NamedTuple):
    """An installation; starting it says what a start says, and serves nobody."""

    folder: Path
    said: Callable[[], str]

    def __call__(self, *words: str) -> str:
        status = serve.main(["host", *words])
        said = self.said()
        assert "Traceback" not in said
        assert (status == 0) is said.startswith(BEGUN)
        return said

    def begins(self, *words: str) -> None:
        """Start, and nothing is in the way."""
        assert self(*words).startswith(BEGUN)

    @property
    def file(self) -> Path:
        return self.folder / "tallystick.db"

    def copied(self) -> Path:
        """A copy of what is there."""
        made = plain_app(from_environment())
        with made.app_context(), folder_lock(self.folder / "copies"):
            copy = make_copy(db.engine, self.folder / "copies")
            db.engine.dispose()
        return copy


@pytest.fixture
def start(tmp_path, monkeypatch, capsys) -> Start:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TALLYSTICK_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setattr(front, "create_app", plain_app)
    monkeypatch.setattr(serve, "start_packing", lambda _: None)  # it takes seconds
    return Start(tmp_path / "instance", lambda: capsys.readouterr().out)


def test_the_first_start_begins_and_packs_and_the_second_finds_it(start, monkeypatch):
    monkeypatch.setattr(serve, "start_packing", PACK)
    for _ in range(2):
        start.begins()
    assert start.file.exists()
    assert len([*(start.folder / "assets").rglob("*.br")]) > 20


NO_ADDRESS = "DATABASE_URL is not the address of a database"


def test_a_setting_that_makes_no_sense_is_said_before_anything_is_made(start, monkeypatch):
    for name, value, words in (
        ("DATABASE_URL", "tallystick.db", NO_ADDRESS),
        ("DATABASE_URL", "mysql://ann:hush@host/name", NO_ADDRESS),
        ("DATABASE_URL", "postgresql://ann:hush@host:x/name", NO_ADDRESS),
        ("DATABASE_URL", "postgresql://ann:hush@host:1,other:x/name", NO_ADDRESS),
        ("DATABASE_URL", "postgresql://ann:hush@host", NO_ADDRESS),
        ("TALLYSTICK_PROXIES", "abc", "TALLYSTICK_PROXIES is a whole number from 0 to 9, not “abc”."),
        ("WEB_WORKERS", "0", "WEB_WORKERS is a whole number from 1 to 64, not “0”."),
    ):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            said = start()
        assert said.startswith(words)
        assert "hush" not in said
        assert not start.folder.exists()


def test_what_cannot_be_read_or_written_is_said_in_a_sentence(start, tmp_path, monkeypatch):
    (tmp_path / "a_file").touch()
    for name, value, words in (
        ("DATABASE_URL", "sqlite:////nowhere/at/all/tallystick.db", "Tallystick cannot write what it needs: No such"),
        ("DATABASE_URL", f"sqlite:///{tmp_path}", "The database cannot be used: "),
        ("TALLYSTICK_INSTANCE", f"{tmp_path}/a_file", "Tallystick cannot write what it needs: "),
    ):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            said = start()
        assert said.startswith(words)
        assert said.count("\n") == 1

    def fails(_: Path) -> str:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("serve.secret_key", fails)  # the system names no file
    assert start() == f"Tallystick cannot write what it needs: Read-only file system: {start.folder}\n"


def test_what_is_typed_wrongly_is_said(capsys):
    for words in (["--port", "99999"], ["--port", "0"], ["--port", "x"], ["--workers", "0"]):
        with pytest.raises(SystemExit):
            serve.main(words)
        assert "a whole number from 1 to" in capsys.readouterr().err


def test_an_address_where_nobody_can_listen_is_said(capsys):
    assert serve.main(["--host", "192.0.2.1"]) == 1
    assert capsys.readouterr().out.startswith("Nobody can listen on 192.0.2.1: "), "it is no taken port"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert serve.main(["--port", str(port)]) == 1
    assert capsys.readouterr().out.startswith(f"Port {port} is taken")


def test_an_empty_secret_is_said_and_left_alone(start):
    start.begins()
    (start.folder / "secret").write_text(" \n")
    assert start().startswith(f"The secret that signs cookies is empty: {start.folder}/secret.")
    assert (start.folder / "secret").read_text() == " \n"


def test_the_secret_is_on_the_disk_before_it_has_its_name_and_its_name_too(tmp_path, monkeypatch):
    done, fsync, link = [], os.fsync, os.link
    monkeypatch.setattr(os, "fsync", lambda handle: (fsync(handle), done.append("fsync")))
    monkeypatch.setattr(os, "link", lambda old, new: (link(old, new), done.append("link")))
    assert len(serve.secret_key(tmp_path)) == 64
    assert done == ["fsync", "link", "fsync"]


def test_a_damaged_database_is_said_with_what_to_type(start):
    start.begins()
    copy = start.copied()
    start.file.write_bytes(b"coffee" * 999)
    said = start()
    assert said.startswith("The database is damaged: ")
    assert f"./run restore latest    (the last good copy: {copy.name})" in said
    assert start.file.read_bytes() == b"coffee" * 999


def test_a_database_of_a_newer_tallystick_is_said(start):
    start.begins()
    with closing(sqlite3.connect(start.file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert start().startswith("A newer Tallystick made this database (its revision is 9999, here ")


def gone(file: Path) -> None:
    file.unlink()


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def without_tables(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE short_lived (n INTEGER)")
        connection.execute("DROP TABLE short_lived")


def the_secret(start: Start) -> str:
    return f"{start.folder}/secret"


def a_copy(start: Start) -> str:
    start.copied()
    (start.folder / "secret").unlink()
    return "./run restore latest"


def one_of_before(start: Start) -> str:
    (start.folder / "secret").unlink()
    before = f"{start.file}-before-2026-11-20-120000"
    shutil.copyfile(start.file, before)
    return f"./run restore {before}"


@pytest.mark.parametrize(
    ("lost", "beside"), [(gone, the_secret), (emptied, a_copy), (without_tables, one_of_before), (gone, one_of_before)]
)
def test_no_new_database_begins_in_place_of_a_lost_one(start, lost, beside):
    start.begins()
    named = beside(start)
    lost(start.file)
    as_it_is = start.file.stat().st_size if start.file.exists() else None
    said = start()
    assert said.startswith(f"There is no database, or an empty one, where it should be: {start.file}.")
    assert named in said
    assert "./run --begin-anew" in said
    assert (start.file.stat().st_size if start.file.exists() else None) == as_it_is
    start.begins("--begin-anew")
    start.begins()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "sqlite"])
def test_an_empty_postgresql_beside_copies_is_not_begun(start, kind, monkeypatch):
    start.begins()
    start.copied()
    name = f"tallystick_start_{os.getpid()}"
    monkeypatch.setenv("DATABASE_URL", postgres_url(create_database(name, "template0", [])))
    try:
        assert start().startswith("There is no database, or an empty one, where it should be: PostgreSQL")
        start.begins("--begin-anew")
        start.begins()
    finally:
        on_server(f"DROP DATABASE {name} WITH (FORCE)")


def test_what_a_killed_restore_left_is_tidied_up(start):
    start.begins()
    left = [start.file.with_name(start.file.name + end) for end in ("-restoring", "-restoring-before")]
    for path in left:
        path.touch()
    start.begins()
    assert not any(path.exists() for path in left)


def test_only_the_owner_reads_the_database(start):
    start.folder.mkdir(mode=0o755)
    old = os.umask(0o022)
    try:
        start.begins()
        start.file.chmod(0o644)
        start.folder.chmod(0o755)
        start.begins()
    finally:
        os.umask(old)
    assert stat.S_IMODE(start.folder.stat().st_mode) == 0o700
    for path in start.folder.glob("tallystick.db*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


@pytest.fixture
def older(app, tmp_path, monkeypatch):
    """A database with something in it, of the release before the one that starts, in its app's context."""
    with app.app_context():
        with write_transaction() as session:
            session.add(Circle(name="Thursdays"))
        db.session.remove()
        db.engine.dispose()
        release_later(tmp_path, latest_revision(), monkeypatch)
        yield app


def befores(folder: Path) -> list[Path]:
    return sorted(folder.glob("before-upgrade-to-*.db"))


@pytest.fixture
def copies(app, tmp_path) -> Path:
    app.config["COPIES_FOLDER"] = tmp_path / "copies"
    return tmp_path / "copies"


def test_a_copy_is_made_before_the_database_is_brought_up_to_date_and_can_be_put_back(older, copies):
    upgrade_database(older)
    [copy] = befores(copies)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        assert connection.execute("SELECT name FROM circles").fetchall() == [("Thursdays",)]
    upgrade_database(older)
    assert befores(copies) == [copy]
    stored = everything_stored()
    with write_transaction() as session:
        session.add(Circle(name="Fridays"))
    put_back(copy, copies)
    assert everything_stored() == stored


def test_without_room_for_that_copy_nothing_is_changed(older, copies, monkeypatch):
    def fails(*_: object) -> None:
        raise NotCopied("a copy needs more")

    monkeypatch.setattr("models.backup.restore.check_free_space", fails)
    with pytest.raises(NotUsable, match="The database is copied before it is brought up to date, and a copy needs"):
        upgrade_database(older)
    with db.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "0001"
