"""Copies of the database: when one is made, which are kept, what is put back and what is not."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
import stat
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from click import ClickException
from sqlalchemy import Engine, create_engine

from commands.copies import chosen_copy
from models.backup import postgres
from models.backup.backup import (
    copies_until,
    expired_copies,
    folder_lock,
    is_due,
    make_copy,
    sound_copies,
    suffix,
)
from models.backup.files import DamagedCopy, NotCopied, disk_errors, sibling
from models.backup.restore import replace_file, restore, upgrade_to_latest
from models.base import db, local_now, new_uid
from models.database import current_revision, latest_revision
from models.log.append import append
from models.matches import find_match
from models.tables import Player
from models.transaction import write_transaction
from tests.models.cells import behind
from tests.models.tables import MADE, new_match
from tests.support.backups import everything, everything_stored, put_back, release_later
from tests.support.circles import random_circle
from tests.support.databases import KINDS, app_on
from tests.support.sizes import FULL


@pytest.fixture
def told(app, tmp_path):
    """An app with a circle that has a past, in its context, and a folder for copies."""
    with app.app_context():
        random_circle(Random(5))
        yield tmp_path / "copies"


def copy_at(folder, day):
    with folder_lock(folder):
        return make_copy(db.engine, folder, datetime(2026, 11, 1, 3, tzinfo=UTC) + timedelta(days=day))


def test_a_copy_is_one_file_of_its_owner_and_every_day_has_one(told):
    today = datetime(2026, 11, 1, tzinfo=UTC).date()
    assert is_due(told, today)
    copy = copy_at(told, 0)
    assert not is_due(told, today)
    assert is_due(told, today + timedelta(days=1))
    assert copy.name == f"tallystick-2026-11-01-030000{suffix(db.engine)}"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(told.stat().st_mode) == 0o700
    assert sorted(path.name for path in told.iterdir()) == [".lock", copy.name]
    if db.engine.dialect.name != "sqlite":
        return
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        [stored] = connection.execute("SELECT count(*) FROM records").fetchone()
    assert stored == sum(len(records) for _, records, _, _ in everything().values())


def test_the_first_and_last_of_seven_days_and_four_weeks_are_kept(tmp_path):
    first = datetime(2026, 9, 28, tzinfo=UTC)  # a Monday
    days = [first + timedelta(days=number, hours=hour) for number in range(45) for hour in (3, 12, 20)]
    kept: list[Path] = []
    for at in days:
        kept.append(named(tmp_path, at))
        gone = expired_copies(kept, at)
        kept = [path for path in kept if path not in gone]
    weeks = ["2026-10-18-20", "2026-10-25-20", "2026-11-01-20", "2026-11-04-20"]
    of_days = [f"2026-11-{day:02}-{hour}" for day in range(5, 12) for hour in ("03", "20")]
    assert [path.name[11:24] for path in kept] == weeks + of_days


def named(folder, at):
    """A copy made then."""
    return folder / f"tallystick-{at:%Y-%m-%d-%H%M%S}.db"


def test_copies_from_the_future_are_in_the_way_of_no_other(tmp_path):
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    past = [named(tmp_path, now - timedelta(days=number)) for number in range(7)]
    ahead = [named(tmp_path, now + timedelta(days=number)) for number in range(300, 340)]
    gone = expired_copies(past + ahead, now)
    assert gone == []
    assert copies_until(past + ahead, now) == past
    assert copies_until([named(tmp_path, now + timedelta(minutes=59))], now)  # the clock was set back this autumn
    (yesterday, tomorrow) = (named(tmp_path, local_now() + timedelta(days=day)) for day in (-1, 1))
    tomorrow.touch()
    with pytest.raises(ClickException, match="every copy is from the future") as found:
        chosen_copy("latest", tmp_path, ".db")
    assert f"./run restore {tomorrow}" in found.value.message
    yesterday.touch()
    assert chosen_copy("latest", tmp_path, ".db") == yesterday
    assert chosen_copy(str(tomorrow), tmp_path, ".db") == tomorrow


def test_copies_that_are_too_many_go_and_other_files_stay(told):
    told.mkdir(parents=True)
    (told / "my own.db").touch()
    for number in range(1, 9):  # the 2nd is a Monday
        named(told, datetime(2026, 11, 1 + number, 3, tzinfo=UTC)).touch()
    copy_at(told, 9)
    assert [path.name[19:21] for path in sound_copies(told)] == [f"{day:02}" for day in range(3, 11)]
    assert (told / "my own.db").exists()


def test_of_a_damaged_database_a_copy_is_kept_under_that_name_and_no_older_one_goes(told):
    for number in range(2):
        copy_at(told, number)
    with behind() as connection:
        connection.execute("UPDATE records SET body = '{}' WHERE seq = 1")
    with pytest.raises(DamagedCopy) as found:
        copy_at(told, 20)
    assert "is damaged: record 1" in found.value.where[0]
    assert found.value.path.name == f"tallystick-2026-11-21-030000-damaged{suffix(db.engine)}"
    with pytest.raises(DamagedCopy):
        copy_at(told, 19)
    assert [path.name for path in told.glob("*damaged*")] == [
        f"tallystick-2026-11-20-030000-damaged{suffix(db.engine)}"
    ]
    with pytest.raises(DamagedCopy) as found:
        copy_at(told, 20)
    assert len(sound_copies(told)) == 2
    assert not is_due(told, datetime(2026, 11, 21, tzinfo=UTC).date())
    before = everything_stored()
    with pytest.raises(DamagedCopy):
        put_back(found.value.path, told)
    assert everything_stored() == before
    put_back(found.value.path, told, anyway=True)
    assert everything_stored() == before


def test_every_row_comes_back_and_what_was_there_is_kept_aside(told):
    copy, stored = copy_at(told, 0), everything_stored()
    with write_transaction() as session:
        session.add(Player(name="Eve", circle_id=1))
        session.flush()
    later = everything_stored()
    assert later != stored
    aside = put_back(copy, told)
    assert everything_stored() == stored
    assert put_back(aside, told) != aside
    assert everything_stored() == later


def test_what_fails_in_the_middle_changes_nothing(told, monkeypatch):
    copy = copy_at(told, 0)
    with write_transaction() as session:
        session.add(Player(name="Eve", circle_id=1))
    stored, on_sqlite = everything_stored(), db.engine.dialect.name == "sqlite"

    run = postgres.run

    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error")

    def fails_at_the_end(engine: Engine, name: str, *arguments: str) -> str:
        return run(engine, name, *arguments, *(["--command=SELECT 1 / 0"] if name == "psql" else []))

    with monkeypatch.context() as broken:
        if on_sqlite:
            broken.setattr("models.backup.restore.copy_pages", fails)
        else:
            broken.setattr(postgres, "run", fails_at_the_end)
        with pytest.raises(NotCopied, match=r"Input/output error|division by zero"):
            put_back(copy, told)
    assert everything_stored() == stored


def test_no_copy_is_made_where_there_is_no_room(told, monkeypatch):
    usage = shutil.disk_usage(told.parent)
    monkeypatch.setattr("models.backup.backup.disk_usage", lambda _: usage._replace(free=1 << 20))
    with pytest.raises(NotCopied):
        copy_at(told, 0)
    assert sound_copies(told) == []


def test_only_one_copies_at_a_time(tmp_path):
    with folder_lock(tmp_path) as ours:
        assert ours
        with folder_lock(tmp_path, wait=0) as theirs:
            assert not theirs


def test_what_is_no_copy_or_one_of_a_newer_tallystick_is_refused(told):
    stored = everything_stored()
    told.mkdir(parents=True)
    for data in (b"", b"SQLite format 3\0 and no more", b"x" * 10_000):
        (told / "other.db").write_bytes(data)
        with pytest.raises(NotCopied):
            restore(db.engine, told / "other.db", told)
    assert everything_stored() == stored
    with db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    copy = copy_at(told, 0)
    with db.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{latest_revision()}'")
    with pytest.raises(NotCopied, match="newer Tallystick"):
        restore(db.engine, copy, told)


@pytest.mark.alone
def test_a_copy_that_is_made_while_people_write_has_all_that_was_acknowledged(app, tmp_path):
    acknowledged: list[int] = []
    enough, stop = threading.Event(), threading.Event()

    def write() -> None:
        with app.app_context():
            match, after = find_match(match_uid), 0
            while not stop.is_set():
                after = append(match, "deal", new_uid(), MADE, after).seq
                acknowledged.append(after)
                if after % 40 == 0:
                    enough.set()

    with app.app_context():
        match_uid = new_match().uid
        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        assert enough.wait(120)
        sure = len(acknowledged)
        with folder_lock(tmp_path):
            copy = make_copy(db.engine, tmp_path)
        stop.set()
        writer.join(60)
        told = everything()[match_uid][1]
        put_back(copy, tmp_path)
        back = everything()[match_uid][1]
        assert sure <= len(back) <= len(told)
        assert back == told[: len(back)]
        append(find_match(match_uid), "deal", "one-more", MADE, len(back))


@pytest.mark.thorough
def test_a_copy_of_an_older_tallystick_is_brought_up_to_date(told, tmp_path, monkeypatch):
    copy, now = copy_at(told, 0), everything()
    release_later(tmp_path, latest_revision(), monkeypatch)
    upgrade_to_latest(db.engine, told)
    with folder_lock(told):  # as the command has it
        put_back(copy, told)
    assert everything() == now
    assert current_revision(db.engine) == latest_revision() == "00006c2f9a1b"


def test_a_database_that_another_process_writes_to_is_left_alone(new_database, tmp_path):
    app = app_on(new_database("sqlite"))
    with app.app_context():
        copy, stored = copy_at(tmp_path, 0), everything_stored()
        with closing(sqlite3.connect(db.engine.url.database, isolation_level=None)) as somebody:
            somebody.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotCopied):
                put_back(copy, tmp_path)
        assert everything_stored() == stored
        put_back(copy, tmp_path)
        db.engine.dispose()


HEADER = 100  # bytes of a SQLite file before its schema


def schema_bytes(data: bytes) -> list[int]:
    """Where the text of the schema stands in a SQLite file."""
    found = [match.span() for match in re.finditer(rb"CREATE (TABLE|(UNIQUE )?INDEX)[\x09-\x7e]{20,}", data)]
    return [at for start, end in found for at in range(start, end)]


def flipped(data: bytes, at: int, bit: int) -> bytes:
    """The file with one other bit."""
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def test_whatever_one_bit_does_to_the_database_a_copy_takes_its_place(new_database):
    path = Path(new_database("sqlite").removeprefix("sqlite:///"))
    data, new = path.read_bytes(), dump(path)
    rng, folder = Random(1), path.with_suffix(".flipped")  # in memory, where there is some
    here, draft = folder / "tallystick.db", path.with_suffix(".copy")
    folder.mkdir()
    draft.write_bytes(data)
    places = [(at, 7) for at in schema_bytes(data)[:: 1 if FULL else 80]]
    places += [(at, rng.randrange(8)) for at in range(HEADER)]
    places += [(rng.randrange(len(data)), rng.randrange(8)) for _ in range(30)]
    assert len(places) > 200
    for at, bit in places:
        here.write_bytes(flipped(data, at, bit))
        aside = replace_file(draft, here)
        assert aside is not None
        assert aside.exists(), (at, bit)
        assert dump(here) == new, (at, bit)
        for left in folder.iterdir():
            left.unlink()
        draft.write_bytes(data)


@pytest.mark.parametrize("kind", ["none", "empty", "garbage", "log only", "read-only"])
def test_whatever_was_there_is_kept_and_a_copy_takes_its_place(new_database, tmp_path, kind):
    path, here = Path(new_database("sqlite").removeprefix("sqlite:///")), tmp_path / "here" / "tallystick.db"
    here.parent.mkdir()
    new, garbage = dump(path), b"coffee" * 999
    engine = create_engine(f"sqlite:///{here}")
    if kind == "log only":
        sibling(here, "-wal").write_bytes(garbage)
    elif kind != "none":
        here.write_bytes({"empty": b"", "garbage": garbage, "read-only": path.read_bytes()}[kind])
        here.chmod(0o400 if kind == "read-only" else 0o600)
    aside = restore(engine, path, tmp_path)
    assert dump(here) == new
    assert (aside is None) == (kind in ("none", "empty"))
    if kind == "garbage":
        assert aside.read_bytes() == garbage
    if kind == "log only":
        assert sibling(aside, "-wal").read_bytes() == garbage
    assert not list(here.parent.glob("*-restoring*"))


def fails(number: int) -> None:
    raise OSError(number, os.strerror(number), "/there/file")


def sqlite_fails(code: int) -> None:
    error = sqlite3.OperationalError("words of SQLite")
    error.sqlite_errorcode = code
    raise error


def test_why_a_disk_takes_no_copy_is_said(told, monkeypatch):
    for raises, code, words in (
        (fails, errno.ENOSPC, "the disk refuses it: No space left on device: /there/file"),
        (fails, errno.EACCES, "the disk refuses it: Permission denied: /there/file"),
        (sqlite_fails, sqlite3.SQLITE_FULL, "SQLite cannot write in /here: words of SQLite"),
        (sqlite_fails, sqlite3.SQLITE_IOERR_FSYNC, "SQLite cannot write in /here: words of SQLite"),
        (sqlite_fails, sqlite3.SQLITE_BUSY, "the database is in use"),
        (sqlite_fails, sqlite3.SQLITE_CORRUPT, "words of SQLite"),  # which is not the disk
    ):
        with pytest.raises((NotCopied, sqlite3.Error)) as found, disk_errors(Path("/here")):
            raises(code)
        assert str(found.value) == words
    copy = copy_at(told, 0)
    monkeypatch.setattr(Path, "open", lambda *_: fails(errno.EACCES))
    with pytest.raises(NotCopied, match="Permission denied: /there/file"):
        restore(db.engine, copy, told)


def dump(path: Path) -> list[str]:
    """Everything that a SQLite file holds."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


POSTGRES_ONLY = pytest.mark.parametrize("kind", KINDS[1:])


def test_programs_of_postgresql_are_led_to_every_host_and_told_no_password():
    engine = create_engine("postgresql+psycopg://ann:hush@/tally?host=one:1&host=two:2&sslmode=require")
    words = " ".join(postgres.address(engine))
    assert all(part in words for part in ("host=one,two", "port=1,2", "user=ann", "dbname=tally", "sslmode=require"))
    assert "hush" not in words


FAKE = """#!/bin/sh
echo '{words}' >&2
exit 1
"""
TOO_OLD = "pg_dump: error: aborting because of server version mismatch"


@POSTGRES_ONLY
@pytest.mark.thorough
def test_what_is_wrong_with_the_programs_of_postgresql_is_said(kind, new_database, tmp_path, monkeypatch):
    monkeypatch.setattr(postgres, "DEBIAN", tmp_path / "none")
    monkeypatch.setenv("PATH", str(tmp_path))
    engine = create_engine(new_database(kind))
    for words, told in (
        (None, "need its program pg_dump, which is not here"),
        (TOO_OLD, "pg_dump here is older than the server"),
        ("pg_dump: error: no schema", "pg_dump failed: pg_dump: error: no schema"),
        ("pg_dump: error: could not write: No space left on device", "the disk for copies is full"),
    ):
        if words:
            (tmp_path / "pg_dump").write_text(FAKE.format(words=words))
            (tmp_path / "pg_dump").chmod(0o700)
        with folder_lock(tmp_path / "copies"), pytest.raises(NotCopied, match=told):
            make_copy(engine, tmp_path / "copies")
        assert [path.name for path in (tmp_path / "copies").iterdir()] == [".lock"]
    engine.dispose()


def test_a_copy_of_a_locked_database_ends(new_database, tmp_path, monkeypatch):
    """Not by a pause: SQLite itself would try for ever."""
    monkeypatch.setattr("models.backup.files.LOCK_WAIT", 0.1)
    path, raised = new_database("sqlite").removeprefix("sqlite:///"), []

    def copied() -> None:
        with folder_lock(tmp_path):
            try:
                make_copy(create_engine(f"sqlite:///{path}"), tmp_path)
            except NotCopied as error:
                raised.append(error)

    with closing(sqlite3.connect(path, isolation_level=None)) as somebody:
        somebody.execute("PRAGMA journal_mode = DELETE")
        somebody.execute("BEGIN EXCLUSIVE")
        trying = threading.Thread(target=copied, daemon=True)
        trying.start()
        trying.join(60)
        assert not trying.is_alive()
        assert raised
        somebody.execute("COMMIT")
    assert sound_copies(tmp_path) == []
