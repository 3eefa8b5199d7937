"""Dated copies of the whole database: a SQLite file each, whichever database it is, checked before it gets its name."""

from __future__ import annotations

import fcntl
import os
import re
import sqlite3
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from models.backup.copy_rows import copy_rows
from models.circle_file.export import snapshot
from models.db.integrity import find_faults
from models.db.migrations import latest_revision
from models.tables.all_tables import METADATA

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection, Engine

COPY_NAME = re.compile(r"tallystick-(\d{4}-\d\d-\d\d-\d{6})(-damaged)?\.db")
STAMP_FORMAT = "%Y-%m-%d-%H%M%S"
CLOCK_CHANGE = timedelta(hours=1)  # by which a clock is set back in autumn
DAYS_KEPT, WEEKS_KEPT = 7, 4
MIN_FREE = 32 << 20  # bytes that a copy leaves free for those who play


class DamagedCopy(Exception):  # noqa: N818
    """What a file holds is not what was recorded: where it is wrong, in the words of whoever found it."""

    def __init__(self, path: Path, where: Sequence[str]) -> None:
        super().__init__(f"{path}: " + "; ".join(where))
        self.path, self.where = path, where


class NoSpace(Exception):  # noqa: N818
    """There is not enough free space for a copy."""


def make_copy(engine: Engine, folder: Path, at: datetime | None = None) -> Path:
    """A copy of all that was acknowledged when it began, dated now; older ones that are too many go.

    Unsound when something in it is damaged: it is kept under a name that says so in the place of another such,
    and no sound one goes. Only one is made at a time: callers are alone() in the folder.
    """
    for left in folder.glob(".tallystick-*"):
        left.unlink()
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
    """Whether nobody else works in the folder of copies, which is made; nobody else can until the block ends."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def local_now() -> datetime:
    """The time on this machine's clock."""
    return datetime.now().astimezone()


def check_free_space(engine: Engine, folder: Path) -> None:
    """NoSpace when a copy would leave too little space for those who play."""
    on_sqlite = engine.dialect.name == "sqlite"
    needed = MIN_FREE + (Path(str(engine.url.database)).stat().st_size if on_sqlite else 0)
    if disk_usage(folder).free < needed:
        raise NoSpace(f"a copy needs {needed >> 20} MB of free space in {folder}")


def copy_database(engine: Engine, path: Path) -> None:
    """Copy the database into a new file that only its owner can read."""
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
    """SQLite's own copy: a plain one of a file in use misses what is still beside it."""
    there = f"{source.resolve().as_uri()}?mode=rw"  # never a new, empty one
    with closing(sqlite3.connect(there, timeout=30, uri=True)) as live, closing(sqlite3.connect(path)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def file_engine(path: Path) -> Engine:
    """An engine on a file of its own, which keeps no connection open."""
    return create_engine(f"sqlite:///{path}", poolclass=NullPool)


def file_faults(path: Path) -> list[str]:
    """What is wrong with a file."""
    try:
        with file_engine(path).connect() as connection:
            return database_faults(connection)
    except DatabaseError as error:
        return [str(error.orig)]


def database_faults(connection: Connection) -> list[str]:
    """What is wrong with a database: whatever in it is not what was written."""
    found: list[str] = []
    try:
        for fault in find_faults(connection):
            found.append(fault.encode("utf-8", "replace").decode())
    except DatabaseError as error:  # what was found before says more
        found.append(str(error.orig))
    return found


def move_into_place(draft: Path, path: Path) -> Path:
    """Give a file that is finished its name, so that it is there whole or not at all, even after a power cut."""
    fsync_path(draft)
    draft.replace(path)
    fsync_path(path.parent)
    return path


def fsync_path(path: Path) -> None:
    """Wait until the disk holds a file, or the names in a folder."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sound_copies(folder: Path) -> list[Path]:
    """The copies that are sound, oldest first."""
    found = ((path, COPY_NAME.fullmatch(path.name)) for path in folder.glob("tallystick-*.db"))
    return sorted(path for path, named in found if named and not named[2])


def copies_until(copies: Sequence[Path], at: datetime) -> list[Path]:
    """The copies that are not from the future: a clock that was wrong for a while dates them so."""
    until = (at + CLOCK_CHANGE).strftime(STAMP_FORMAT)
    return [path for path in copies if stamp_of_copy(path) <= until]


def age_of_copy(copy: Path, at: datetime) -> timedelta:
    """How long ago a copy was made, by its name; none at all for one that is a little from the future."""
    made = datetime.strptime(stamp_of_copy(copy), STAMP_FORMAT).replace(tzinfo=at.tzinfo or UTC)
    return max(at - made, timedelta())


def expired_copies(copies: Sequence[Path], at: datetime) -> list[Path]:
    """Those that may go: all but the first and last of 7 days, and the last of 4 weeks before, that have a copy.

    Those from the future count for themselves: they are in the way of no other.
    """
    past = copies_until(copies, at)
    return _expired(past) + _expired([path for path in copies if path not in past])


def _expired(copies: Sequence[Path]) -> list[Path]:
    """The same, of copies that count together."""
    firsts = {date_of_copy(path): path for path in sorted(copies, reverse=True)}
    lasts = {date_of_copy(path): path for path in sorted(copies)}
    days = sorted(lasts, reverse=True)
    of_weeks = {day.isocalendar()[:2]: lasts[day] for day in sorted(days[DAYS_KEPT:])}
    kept = {found[day] for found in (firsts, lasts) for day in days[:DAYS_KEPT]}
    kept |= {of_weeks[week] for week in sorted(of_weeks)[-WEEKS_KEPT:]}
    return [path for path in copies if path not in kept]


def date_of_copy(path: Path) -> date:
    """The day of a copy, by its name."""
    return datetime.strptime(stamp_of_copy(path), STAMP_FORMAT).date()  # noqa: DTZ007  a day of this machine's calendar


def stamp_of_copy(path: Path) -> str:
    """When a copy was made, as its name says it."""
    named = COPY_NAME.fullmatch(path.name)
    if not named:
        raise ValueError(path.name)
    return named[1]
