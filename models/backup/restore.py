"""A copy put back in the place of the database: looked through, brought up to date, the present one kept aside.

Killed at any step, the database that was there or the new one is there: the SQLite file of before keeps a second name,
then one rename puts the new one in its place; PostgreSQL has its rows exchanged in one transaction.
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
    """The file is no database of Tallystick, or one of a newer Tallystick."""


class DatabaseInUse(Exception):  # noqa: N818
    """Somebody has the database open."""


class OutcomeUnknown(Exception):  # noqa: N818
    """The line to PostgreSQL was cut while the rows were exchanged: all of them were, or none."""


def restore(engine: Engine, copy: Path, folder: Path, anyway: bool = False) -> Path | None:
    """Put a copy in the place of the database; where the one that was there is kept now, if there was one.

    folder holds what is being made, and the present rows of PostgreSQL; a SQLite file is kept beside the new one.
    NotACopy, Unsound (unless anyway) or InUse, and nothing has changed; Unsure or NotDurable, and it may have.
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
    """A copy of the copy with the tables of today."""
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
    """Put the file in the place of the present one; under which name that is kept beside it now, if there was one."""
    fsync_path(draft)
    was_there = here.exists()
    if was_there:
        checkpoint(here)
    aside = unused_name(sibling(here, BEFORE_SUFFIX + local_now().strftime(STAMP_FORMAT)))
    exchange_files(draft, here, aside)
    return aside if was_there else None


def unused_name(path: Path) -> Path:
    """This name, or one like it that no file has."""
    names = chain([path], (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2)))
    return next(name for name in names if not name.exists())


def checkpoint(here: Path) -> None:
    """Let all of a database be in its one file; InUse when somebody has it open. A damaged one stays as it is."""
    try:
        with closing(sqlite3.connect(here, timeout=1)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise DatabaseInUse(f"{here} is in use") from None
    except sqlite3.DatabaseError:
        return


def replace_rows(engine: Engine, draft: Path, folder: Path) -> Path:
    """Put the rows of the file in the place of the present ones, in one transaction; those are copied first."""
    aside = unused_name(folder / f"before-{local_now().strftime(STAMP_FORMAT)}.db")
    present = folder / f".tallystick-{aside.name}"
    copy_database(engine, present)
    move_into_place(present, aside)
    with file_engine(draft).connect() as source, engine.connect() as to, to.begin() as turn:
        names = ", ".join(table.name for table in METADATA.sorted_tables)
        to.exec_driver_sql(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
        delete_all_rows(to)
        copy_rows(source, to)
        try:
            turn.commit()
        except DBAPIError as error:
            raise OutcomeUnknown(str(error.orig)) from None
    return aside
