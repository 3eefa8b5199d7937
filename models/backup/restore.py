"""Restore of a copy: verified, upgraded and put in the place of the database, which is stored under another name.

Killed at any step, either the old or the new database is in place: on both databases it is one transaction.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from itertools import chain, count
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from models.backup.backup import (
    BEFORE_SUFFIX,
    DRAFT_SUFFIX,
    SQLITE_SUFFIXES,
    STAMP_FORMAT,
    DamagedCopy,
    copy_database,
    copy_pages,
    file_engine,
    file_faults,
    local_now,
    move_into_place,
    remove_drafts,
    sibling,
    sqlite_backup,
)
from models.backup.copy_rows import copy_rows, delete_all_rows
from models.db.database import is_newer, latest_revision
from models.db.startup import upgrade_file
from models.tables.all_tables import METADATA


class NotACopy(Exception):  # noqa: N818
    """The file is no copy of this app's database, or one of a newer version."""


class OutcomeUnknown(Exception):  # noqa: N818
    """The connection to PostgreSQL broke during the commit: all rows were replaced, or none."""


def restore(engine: Engine, copy: Path, folder: Path, anyway: bool = False) -> Path | None:
    """Restore a copy; returns the path of the database that was replaced, None if there was none.

    folder: for drafts, and for the previous rows of PostgreSQL; a previous SQLite file stays beside the new one.
    Raises NotACopy, DamagedCopy (unless anyway) or DatabaseInUse with nothing changed; OutcomeUnknown when something
    may have changed.
    """
    on_sqlite = engine.dialect.name == "sqlite"
    here = Path(str(engine.url.database)).resolve() if on_sqlite else folder / "present"
    draft = sibling(here, DRAFT_SUFFIX)
    remove_drafts(here)
    try:
        prepare_draft(copy, draft)
        faults = file_faults(draft)
        if faults and not anyway:
            raise DamagedCopy(copy, faults)
        return replace_file(draft, here) if on_sqlite else replace_rows(engine, draft, folder)
    finally:
        with suppress(OSError):
            remove_drafts(here)


def prepare_draft(copy: Path, draft: Path) -> None:
    """Copy the copy and upgrade that to the latest revision; NotACopy when it cannot be."""
    try:
        draft.touch(mode=0o600)
        sqlite_backup(copy, draft)
        with closing(sqlite3.connect(draft)) as connection:
            version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise NotACopy(f"{copy} is not a copy of Tallystick’s database: {error}") from None
    if version is None or is_newer(version[0]):
        raise NotACopy(f"{copy} was made by a newer Tallystick; bring this one up to date first")
    if version[0] != latest_revision():
        upgrade_file(draft)


def replace_file(draft: Path, here: Path) -> Path | None:
    """Replace the SQLite database; returns the path where the previous one is kept, None if there was none."""
    aside = keep_aside(here) if here.exists() else None
    here.touch(mode=0o600)
    with closing(sqlite3.connect(draft)) as new, closing(sqlite3.connect(here, timeout=1)) as old:
        copy_pages(new, old)
    return aside


def keep_aside(here: Path) -> Path:
    """Keep a copy of a SQLite database beside it; one that SQLite cannot read is moved there as it is."""
    aside = unused_name(sibling(here, BEFORE_SUFFIX + local_now().strftime(STAMP_FORMAT)))
    draft = sibling(here, f"{DRAFT_SUFFIX}-before")
    try:
        draft.touch(mode=0o600)
        sqlite_backup(here, draft)
        return move_into_place(draft, aside)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # a full disk and the like: no damage
            raise
        for end in (*SQLITE_SUFFIXES, ""):
            with suppress(FileNotFoundError):
                sibling(here, end).replace(sibling(aside, end))
        return aside


def unused_name(path: Path) -> Path:
    """This path, or one with a number that does not exist."""
    names = chain([path], (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2)))
    return next(name for name in names if not name.exists())


def replace_rows(engine: Engine, draft: Path, folder: Path) -> Path:
    """Replace all rows of PostgreSQL by those of the file in one transaction; returns a copy of the previous ones."""
    aside = unused_name(folder / f"before-{local_now().strftime(STAMP_FORMAT)}.db")
    present = folder / f".tallystick-{aside.name}"
    copy_database(engine, present)
    move_into_place(present, aside)
    with file_engine(draft).connect() as source, engine.connect() as to, to.begin() as transaction:
        names = ", ".join(table.name for table in METADATA.sorted_tables)
        to.exec_driver_sql(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
        delete_all_rows(to)
        copy_rows(source, to)
        try:
            transaction.commit()
        except DBAPIError as error:
            raise OutcomeUnknown(str(error.orig)) from None
    return aside
