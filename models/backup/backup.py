"""Dated copies of the whole database, from SQLite or PostgreSQL: a verified SQLite file each."""

from __future__ import annotations

import fcntl
import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from shutil import disk_usage

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from models.backup.copy_rows import copy_rows
from models.circle_file.export import snapshot
from models.db.database import latest_revision
from models.db.integrity import find_faults
from models.tables.all_tables import METADATA

COPY_NAME = re.compile(r"tallystick-(\d{4}-\d\d-\d\d-\d{6})(-damaged)?\.db")
STAMP_FORMAT = "%Y-%m-%d-%H%M%S"
CLOCK_CHANGE = timedelta(hours=1)  # the end of daylight saving time
DAYS_KEPT, WEEKS_KEPT = 7, 4
MIN_FREE = 32 << 20  # bytes that a copy leaves free for the app
BEFORE_SUFFIX, DRAFT_SUFFIX = "-before-", "-restoring"  # after the file name of the database
SQLITE_SUFFIXES = ("-wal", "-journal", "-shm")  # of the files that SQLite has beside one


class DamagedCopy(Exception):  # noqa: N818
    """A copy has faults; where: a sentence for each."""

    def __init__(self, path: Path, where: Sequence[str]) -> None:
        super().__init__(f"{path}: " + "; ".join(where))
        self.path, self.where = path, where


class DatabaseInUse(Exception):  # noqa: N818
    """Another process has the database locked."""


class NoSpace(Exception):  # noqa: N818
    """There is not enough free space for a copy."""


def make_copy(engine: Engine, folder: Path, at: datetime | None = None) -> Path:
    """Copy everything committed until now into the folder, dated `at`, else now; expired copies are deleted.

    DamagedCopy when it has faults: the copy is stored as "-damaged" in place of another such one, and no sound one is
    deleted. Callers hold folder_lock().
    """
    for draft in folder.glob(".tallystick-*"):
        draft.unlink()
    check_free_space(engine, folder)
    began = (at or local_now()).strftime(STAMP_FORMAT)
    draft = folder / f".tallystick-{began}"
    copy_database(engine, draft)
    faults = file_faults(draft)
    path = move_into_place(draft, folder / f"tallystick-{began}{'-damaged' if faults else ''}.db")
    if faults:
        for other in set(folder.glob("tallystick-*-damaged.db")) - {path}:
            other.unlink()
        raise DamagedCopy(path, faults)
    for old in expired_copies(sound_copies(folder), at or local_now()):
        old.unlink()
    return path


@contextmanager
def folder_lock(folder: Path, wait: bool = True) -> Iterator[bool]:
    """Exclusive lock on the folder of copies, which is created; with wait=False yields whether it was free."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def local_now() -> datetime:
    """The present time in the time zone of this machine."""
    return datetime.now().astimezone()


def check_free_space(engine: Engine, folder: Path) -> None:
    """NoSpace when a copy would leave less than MIN_FREE bytes."""
    on_sqlite = engine.dialect.name == "sqlite"
    needed = MIN_FREE + (Path(str(engine.url.database)).stat().st_size if on_sqlite else 0)
    if disk_usage(folder).free < needed:
        raise NoSpace(f"a copy needs {needed >> 20} MB of free space in {folder}")


def copy_database(engine: Engine, path: Path) -> None:
    """Copy the database into a new SQLite file that only its owner can read."""
    path.touch(mode=0o600)
    if engine.dialect.name == "sqlite":
        sqlite_backup(Path(str(engine.url.database)), path)
        return
    copy = file_engine(path)
    with snapshot(engine) as connection, copy.begin() as to:
        METADATA.create_all(to)
        to.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        to.execute(text("INSERT INTO alembic_version VALUES (:number)"), {"number": latest_revision()})
        copy_rows(connection, to)


def sqlite_backup(source: Path, path: Path) -> None:
    """SQLite's online backup: a plain copy of a file in use misses its write-ahead log."""
    there = f"{source.resolve().as_uri()}?mode=rw"  # never creates an empty database
    with closing(sqlite3.connect(there, timeout=30, uri=True)) as live, closing(sqlite3.connect(path)) as copy:
        copy_pages(live, copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def copy_pages(source: sqlite3.Connection, to: sqlite3.Connection) -> None:
    """Replace a SQLite database by another one in a single transaction: if it is cut off, nothing has changed.

    DatabaseInUse when one of them is locked: without that SQLite would try again for ever.
    """

    def stop_if_locked(status: int, *_: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise DatabaseInUse("the database is in use")

    source.backup(to, progress=stop_if_locked)


def sibling(path: Path, end: str) -> Path:
    """The file whose name has this suffix added."""
    return path.with_name(path.name + end)


def previous_databases(here: Path) -> list[Path]:
    """The databases that a restore has replaced, oldest first."""
    found = here.parent.glob(f"{here.name}{BEFORE_SUFFIX}*")
    return sorted(path for path in found if not path.name.endswith(SQLITE_SUFFIXES))


def remove_drafts(here: Path) -> None:
    """Remove what a killed restore has left."""
    for left in here.parent.glob(f"{here.name}{DRAFT_SUFFIX}*"):
        left.unlink(missing_ok=True)


def file_engine(path: Path) -> Engine:
    """An engine on a SQLite file that keeps no connection open."""
    return create_engine(f"sqlite:///{path}", poolclass=NullPool)


def file_faults(path: Path) -> list[str]:
    """The faults of a SQLite file."""
    try:
        with file_engine(path).connect() as connection:
            return database_faults(connection)
    except DatabaseError as error:
        return [str(error.orig)]


def database_faults(connection: Connection) -> list[str]:
    """The faults of a database; an error that ends the check is the last of them."""
    found: list[str] = []
    try:
        for fault in find_faults(connection):
            found.append(fault.encode("utf-8", "replace").decode())
    except DatabaseError as error:  # the faults found before say more
        found.append(str(error.orig))
    return found


def move_into_place(draft: Path, path: Path) -> Path:
    """Rename a finished file atomically and durably: after a power cut it is there complete or not at all."""
    fsync_path(draft)
    draft.replace(path)
    fsync_path(path.parent)
    return path


def fsync_path(path: Path) -> None:
    """Sync a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sound_copies(folder: Path) -> list[Path]:
    """The copies without faults, oldest first."""
    found = ((path, COPY_NAME.fullmatch(path.name)) for path in folder.glob("tallystick-*.db"))
    return sorted(path for path, named in found if named and not named[2])


def copies_until(copies: Sequence[Path], at: datetime) -> list[Path]:
    """The copies that are not dated after `at`, as a wrong clock dates them."""
    until = (at + CLOCK_CHANGE).strftime(STAMP_FORMAT)
    return [path for path in copies if stamp_of_copy(path) <= until]


def age_of_copy(copy: Path, at: datetime) -> timedelta:
    """The age of a copy by its name; zero for one from the near future."""
    made = datetime.strptime(stamp_of_copy(copy), STAMP_FORMAT).replace(tzinfo=at.tzinfo or UTC)
    return max(at - made, timedelta())


def expired_copies(copies: Sequence[Path], at: datetime) -> list[Path]:
    """The copies to delete: all but the first and last of 7 days, and the last of 4 weeks before, that have a copy.

    Copies from the future are counted apart: they replace no other.
    """
    past = copies_until(copies, at)
    return _expired(past) + _expired([path for path in copies if path not in past])


def _expired(copies: Sequence[Path]) -> list[Path]:
    """The copies to delete of those that are counted together."""
    firsts = {date_of_copy(path): path for path in sorted(copies, reverse=True)}
    lasts = {date_of_copy(path): path for path in sorted(copies)}
    days = sorted(lasts, reverse=True)
    of_weeks = {day.isocalendar()[:2]: lasts[day] for day in sorted(days[DAYS_KEPT:])}
    stay = {found[day] for found in (firsts, lasts) for day in days[:DAYS_KEPT]}
    stay |= {of_weeks[week] for week in sorted(of_weeks)[-WEEKS_KEPT:]}
    return [path for path in copies if path not in stay]


def date_of_copy(path: Path) -> date:
    """The date of a copy by its name."""
    return datetime.strptime(stamp_of_copy(path), STAMP_FORMAT).date()  # noqa: DTZ007  a day of this machine's calendar


def stamp_of_copy(path: Path) -> str:
    """The date and time in the name of a copy; ValueError if it has none."""
    named = COPY_NAME.fullmatch(path.name)
    if not named:
        raise ValueError(path.name)
    return named[1]
