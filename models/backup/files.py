"""Files of databases: copied by SQLite, checked, moved durably; and what may go wrong with that."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

BEFORE_SUFFIX, DRAFT_SUFFIX = "-before-", "-restoring"  # after the file name of the database
SQLITE_SUFFIXES = ("-wal", "-journal", "-shm")  # of the files that SQLite has beside one
LOCK_WAIT = 10  # s that a copy waits for who has the database locked
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
DISK_CODES = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


class DamagedCopy(Exception):  # noqa: N818
    """A copy has faults; where: a sentence for each."""

    def __init__(self, path: Path, where: Sequence[str]) -> None:
        super().__init__(f"{path}: " + "; ".join(where))
        self.path, self.where = path, where


class NotCopied(Exception):  # noqa: N818
    """Nothing was copied or changed: no space, no copy of ours, a lock, a failed program, …; words after "and"."""


class OutcomeUnknown(Exception):  # noqa: N818
    """The connection to PostgreSQL broke during the commit: all tables were replaced, or none."""


@contextmanager
def disk_errors(folder: Path) -> Iterator[None]:
    """Turn an error of the disk that this folder is on, and of a lock, into NotCopied."""
    try:
        yield
    except sqlite3.Error as error:
        code = primary_code(error)
        if code in LOCKED:
            raise NotCopied("the database is in use") from None
        if code not in DISK_CODES:
            raise
        raise NotCopied(f"SQLite cannot write in {folder}: {error}") from None
    except OSError as error:
        raise NotCopied(f"the disk refuses it: {error.strerror or error}: {error.filename or folder}") from None


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's code without what it adds to say more; 0 for an error of the driver's own."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def sqlite_backup(source: Path, path: Path) -> None:
    """SQLite's online backup: a plain copy of a file in use misses its write-ahead log."""
    path.touch(mode=0o600)  # only its owner can read it
    there = f"{source.resolve().as_uri()}?mode=rw"  # never creates an empty database
    with closing(sqlite3.connect(there, timeout=LOCK_WAIT, uri=True)) as live, closing(sqlite3.connect(path)) as copy:
        copy_pages(live, copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def copy_pages(source: sqlite3.Connection, to: sqlite3.Connection) -> None:
    """Replace a SQLite database by another one in a single transaction: if it is cut off, nothing has changed.

    NotCopied when one of them stays locked: without that SQLite would try again for ever.
    """

    def stop_if_locked(status: int, *_: int) -> None:
        if status in LOCKED:
            raise NotCopied("the database is in use")

    source.backup(to, progress=stop_if_locked)


def sibling(path: Path, end: str) -> Path:
    """The file whose name has this suffix added."""
    return path.with_name(path.name + end)


def previous_databases(database: Path) -> list[Path]:
    """The databases that a restore has replaced, oldest first."""
    beside = database.parent.glob(f"{database.name}{BEFORE_SUFFIX}*")
    return sorted(path for path in beside if not path.name.endswith(SQLITE_SUFFIXES))


def remove_drafts(database: Path) -> None:
    """Remove what a killed restore has left."""
    for left in database.parent.glob(f"{database.name}{DRAFT_SUFFIX}*"):
        left.unlink(missing_ok=True)


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
