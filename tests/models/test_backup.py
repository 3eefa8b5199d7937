"""Copies of the database: when one is made, which are kept, what is put back and what is not."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from click import ClickException

from commands.backups import chosen_copy
from models.backup.backup import (
    DamagedCopy,
    DatabaseInUse,
    NoSpace,
    copies_until,
    expired_copies,
    folder_lock,
    local_now,
    make_copy,
    sound_copies,
)
from models.backup.restore import NotACopy, restore
from models.backup.schedule import is_due
from models.base import db
from models.db.database import current_revision, latest_revision
from models.db.startup import upgrade_to_latest
from models.db.transaction import write_transaction
from models.tables.circle import Circle, Player
from tests.models.cells import behind
from tests.support.backups import everything, everything_stored, put_back
from tests.support.circles import random_circle
from tests.support.databases import app_on
from tests.support.later_release import release_later


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
    assert copy.name == "tallystick-2026-11-01-030000.db"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(told.stat().st_mode) == 0o700
    assert sorted(path.name for path in told.iterdir()) == [".lock", copy.name]
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
    assert not set(gone) & set(past)
    assert len(set(ahead) - set(gone)) == 11
    assert copies_until(past + ahead, now) == past
    assert copies_until([named(tmp_path, now + timedelta(minutes=59))], now)  # the clock was set back this autumn


def test_a_copy_from_the_future_is_not_the_latest(tmp_path):
    (yesterday, tomorrow) = (named(tmp_path, local_now() + timedelta(days=day)) for day in (-1, 1))
    tomorrow.touch()
    with pytest.raises(ClickException, match="every copy is from the future") as found:
        chosen_copy("latest", tmp_path)
    assert f"./run restore {tomorrow}" in found.value.message
    yesterday.touch()
    assert chosen_copy("latest", tmp_path) == yesterday
    assert chosen_copy(str(tomorrow), tmp_path) == tomorrow


def test_copies_that_are_too_many_go_and_other_files_stay(told):
    told.mkdir(parents=True)
    (told / "my own.db").touch()
    for number in range(1, 10):  # the 2nd is a Monday
        copy_at(told, number)
    assert [path.name[19:21] for path in sound_copies(told)] == [f"{day:02}" for day in range(3, 11)]
    assert (told / "my own.db").exists()


def test_of_a_damaged_database_a_copy_is_kept_under_that_name_and_no_older_one_goes(told):
    for number in range(7):
        copy_at(told, number)
    with behind() as connection:
        connection.execute("UPDATE records SET body = '{}' WHERE seq = 1")
    with pytest.raises(DamagedCopy) as found:
        copy_at(told, 20)
    assert "is damaged: record 1" in found.value.where[0]
    assert found.value.path.name == "tallystick-2026-11-21-030000-damaged.db"
    with pytest.raises(DamagedCopy):
        copy_at(told, 19)
    assert [path.name for path in told.glob("*damaged*")] == ["tallystick-2026-11-20-030000-damaged.db"]
    with pytest.raises(DamagedCopy) as found:
        copy_at(told, 20)
    assert len(sound_copies(told)) == 7
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

    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(f"models.backup.restore.{'copy_pages' if on_sqlite else 'copy_rows'}", fails)
        with pytest.raises(OSError, match="Input/output error"):
            put_back(copy, told)
    assert everything_stored() == stored


def test_no_copy_is_made_where_there_is_no_room(told, monkeypatch):
    usage = shutil.disk_usage(told.parent)
    monkeypatch.setattr("models.backup.backup.disk_usage", lambda _: usage._replace(free=1 << 20))
    with pytest.raises(NoSpace):
        copy_at(told, 0)
    assert sound_copies(told) == []


def test_only_one_copies_at_a_time(tmp_path):
    with folder_lock(tmp_path) as ours:
        assert ours
        with folder_lock(tmp_path, wait=False) as theirs:
            assert not theirs


@pytest.mark.parametrize("data", [b"", b"SQLite format 3\0 and no more", b"x" * 10_000])
def test_what_is_no_copy_is_refused(told, data):
    stored = everything_stored()
    told.mkdir(parents=True)
    (told / "other.db").write_bytes(data)
    with pytest.raises(NotACopy):
        restore(db.engine, told / "other.db", told)
    assert everything_stored() == stored


def test_a_copy_of_a_newer_tallystick_is_refused(told):
    copy = copy_at(told, 0)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NotACopy, match="newer Tallystick"):
        restore(db.engine, copy, told)


@pytest.mark.thorough
def test_a_copy_of_an_older_tallystick_is_brought_up_to_date(told, tmp_path, monkeypatch):
    copy, now = copy_at(told, 0), everything()
    release_later(tmp_path, latest_revision(), monkeypatch)
    upgrade_to_latest(db.engine, told)
    put_back(copy, told)
    assert everything() == now
    assert current_revision(db.engine) == latest_revision() == "00006c2f9a1b"


def test_a_database_that_another_process_writes_to_is_left_alone(new_database, tmp_path):
    app = app_on(new_database("sqlite"))
    with app.app_context():
        copy, stored = copy_at(tmp_path, 0), everything_stored()
        with closing(sqlite3.connect(db.engine.url.database, isolation_level=None)) as somebody:
            somebody.execute("BEGIN IMMEDIATE")
            with pytest.raises(DatabaseInUse):
                put_back(copy, tmp_path)
        assert everything_stored() == stored
        put_back(copy, tmp_path)
        db.engine.dispose()


def test_who_has_the_database_open_sees_the_copy_at_once(new_database, tmp_path):
    app = app_on(new_database("sqlite"))
    with app.app_context():
        copy, stored = copy_at(tmp_path, 0), everything_stored()
        with write_transaction() as session:
            session.add(Circle(name="Later"))
        with closing(sqlite3.connect(db.engine.url.database)) as somebody:
            before = somebody.execute("SELECT count(*) FROM circles").fetchone()
            put_back(copy, tmp_path)
            assert somebody.execute("SELECT count(*) FROM circles").fetchone() != before
        assert everything_stored() == stored
        db.engine.dispose()
