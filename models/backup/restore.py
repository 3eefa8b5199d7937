"""Restore of a copy: verified, upgraded and put in the place of the database, which is stored under another name.

Killed at any step, either the old or the new database is in place: the old SQLite file gets a second name, then one
rename replaces it; on PostgreSQL the rows are replaced in one transaction.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from models.backup.backup import (
    STAMP_FORMAT,
    DamagedCopy,
    copy_database,
    file_engine,
    file_faults,
    fsync_path,
    local_now,
    move_into_place,
    sqlite_backup,
)
from models.backup.copy_rows import copy_rows, delete_all_rows
from models.backup.exchange import BEFORE_SUFFIX, DRAFT_SUFFIX, exchange_files, recover_exchange, sibling
from models.db.migrations import latest_revision
from models.db.upgrade import upgrade_file
from models.tables.all_tables import METADATA

if TYPE_CHECKING:
    from sqlalchemy import Engine


class NotACopy(Exception):  # noqa: N818
    """The file is no copy of this app's database, or one of a newer version."""


class DatabaseInUse(Exception):  # noqa: N818
    """Another process has the database open."""


class OutcomeUnknown(Exception):  # noqa: N818
    """The connection to PostgreSQL broke during the commit: all rows were replaced, or none."""


def restore(engine: Engine, copy: Path, folder: Path, anyway: bool = False) -> Path | None:
    """Restore a copy; returns the path of the database that was replaced, None if there was none.

    folder: for drafts, and for the previous rows of PostgreSQL; a previous SQLite file stays beside the new one.
    Raises NotACopy, DamagedCopy (unless anyway) or DatabaseInUse with nothing changed; OutcomeUnknown or NotDurable
    when something may have changed.
    """
    on_sqlite = engine.dialect.name == "sqlite"
    here = Path(str(engine.url.database)).resolve() if on_sqlite else folder / "present"
    draft = sibling(here, DRAFT_SUFFIX)
    recover_exchange(here)
    try:
        prepare_draft(copy, draft)
        faults = file_faults(draft)
        if faults and not anyway:
            raise DamagedCopy(copy, faults)
        return replace_file(draft, here) if on_sqlite else replace_rows(engine, draft, folder)
    finally:
        with suppress(OSError):
            recover_exchange(here)


def prepare_draft(copy: Path, draft: Path) -> None:
    """Copy the copy and upgrade that to the latest revision; NotACopy when it cannot be."""
    try:
        draft.touch(mode=0o600)
        sqlite_backup(copy, draft)
        with closing(sqlite3.connect(draft)) as connection:
            version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise NotACopy(f"{copy} is not a copy of Tallystick’s database: {error}") from None
    if version is None or version[0] > latest_revision():
        raise NotACopy(f"{copy} was made by a newer Tallystick; bring this one up to date first")
    if version[0] < latest_revision():
        upgrade_file(draft)


def replace_file(draft: Path, here: Path) -> Path | None:
    """Replace the SQLite file; returns the new path of the previous one, None if there was none."""
    fsync_path(draft)
    was_there = here.exists()
    if was_there:
        checkpoint(here)
    aside = unused_name(sibling(here, BEFORE_SUFFIX + local_now().strftime(STAMP_FORMAT)))
    exchange_files(draft, here, aside)
    return aside if was_there else None


def unused_name(path: Path) -> Path:
    """This path, or one with a number that does not exist."""
    names = chain([path], (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2)))
    return next(name for name in names if not name.exists())


def checkpoint(here: Path) -> None:
    """Merge SQLite's log into the file; DatabaseInUse when it is open elsewhere. A damaged file stays as it is."""
    try:
        with closing(sqlite3.connect(here, timeout=1)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise DatabaseInUse(f"{here} is in use") from None
    except sqlite3.DatabaseError:
        return


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
