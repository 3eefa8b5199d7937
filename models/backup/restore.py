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

from models.backup.backup import STAMP, Unsound, backed_up, copied, engine_on, local_now, put_in_place, synced, unsound
from models.backup.copy_rows import emptied, pour
from models.backup.exchange import BEFORE, DRAFT, beside, exchanged, settled
from models.db.migrations import newest
from models.db.upgrade import upgraded_file
from models.tables.all_tables import METADATA

if TYPE_CHECKING:
    from sqlalchemy import Engine


class NotACopy(Exception):  # noqa: N818
    """The file is no database of Tallystick, or one of a newer Tallystick."""


class InUse(Exception):  # noqa: N818
    """Somebody has the database open."""


class Unsure(Exception):  # noqa: N818
    """The line to PostgreSQL was cut while the rows were exchanged: all of them were, or none."""


def restore(engine: Engine, copy: Path, folder: Path, anyway: bool = False) -> Path | None:
    """Put a copy in the place of the database; where the one that was there is kept now, if there was one.

    folder holds what is being made, and the present rows of PostgreSQL; a SQLite file is kept beside the new one.
    NotACopy, Unsound (unless anyway) or InUse, and nothing has changed; Unsure or NotDurable, and it may have.
    """
    on_sqlite = engine.dialect.name == "sqlite"
    here = Path(str(engine.url.database)).resolve() if on_sqlite else folder / "present"
    draft = beside(here, DRAFT)
    settled(here)
    try:
        made_ready(copy, draft)
        faults = unsound(draft)
        if faults and not anyway:
            raise Unsound(copy, faults)
        return swapped(draft, here) if on_sqlite else refilled(engine, draft, folder)
    finally:
        with suppress(OSError):
            settled(here)


def made_ready(copy: Path, draft: Path) -> None:
    """A copy of the copy with the tables of today."""
    try:
        draft.touch(mode=0o600)
        backed_up(copy, draft)
        with closing(sqlite3.connect(draft)) as connection:
            version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise NotACopy(f"{copy} is not a copy of Tallystick’s database: {error}") from None
    if version is None or version[0] > newest():
        raise NotACopy(f"{copy} was made by a newer Tallystick; bring this one up to date first")
    if version[0] < newest():
        upgraded_file(draft)


def swapped(draft: Path, here: Path) -> Path | None:
    """Put the file in the place of the present one; under which name that is kept beside it now, if there was one."""
    synced(draft)
    was_there = here.exists()
    if was_there:
        closed_up(here)
    aside = unused(beside(here, BEFORE + local_now().strftime(STAMP)))
    exchanged(draft, here, aside)
    return aside if was_there else None


def unused(path: Path) -> Path:
    """This name, or one like it that no file has."""
    names = chain([path], (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2)))
    return next(name for name in names if not name.exists())


def closed_up(here: Path) -> None:
    """Let all of a database be in its one file; InUse when somebody has it open. A damaged one stays as it is."""
    try:
        with closing(sqlite3.connect(here, timeout=1)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise InUse(f"{here} is in use") from None
    except sqlite3.DatabaseError:
        return


def refilled(engine: Engine, draft: Path, folder: Path) -> Path:
    """Put the rows of the file in the place of the present ones, in one transaction; those are copied first."""
    aside = unused(folder / f"before-{local_now().strftime(STAMP)}.db")
    present = folder / f".tallystick-{aside.name}"
    copied(engine, present)
    put_in_place(present, aside)
    with engine_on(draft).connect() as source, engine.connect() as to, to.begin() as turn:
        names = ", ".join(table.name for table in METADATA.sorted_tables)
        to.exec_driver_sql(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
        emptied(to)
        pour(source, to)
        try:
            turn.commit()
        except DBAPIError as error:
            raise Unsure(str(error.orig)) from None
    return aside
