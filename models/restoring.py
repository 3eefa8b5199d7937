"""A copy put back in the place of the database: looked through, brought up to date, the present one kept aside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask

from models.base import Base, db
from models.copying import STAMP, Unsound, backed_up, copied, engine_on, local_now, put_in_place, synced, unsound
from models.migrating import MIGRATIONS, newest, offer_migrations
from models.pouring import emptied, pour

if TYPE_CHECKING:
    from sqlalchemy import Engine

LOG_FIRST = ("-wal", "-shm", "-journal", "")  # beside another database the log would be its ruin


class NotACopy(Exception):  # noqa: N818
    """The file is no database of Tallystick, or one of a newer Tallystick."""


class InUse(Exception):  # noqa: N818
    """Somebody has the database open."""


def restore(engine: Engine, copy: Path, folder: Path, anyway: bool = False) -> Path | None:
    """Put a copy in the place of the database; where the one that was there is kept now, if there was one.

    folder holds what is being made, and the present rows of PostgreSQL; a SQLite file is kept beside the new one.
    NotACopy, Unsound (unless anyway) or InUse, and nothing has changed.
    """
    on_sqlite = engine.dialect.name == "sqlite"
    here = Path(str(engine.url.database)).resolve() if on_sqlite else folder / "present"
    draft = here.with_name(here.name + "-restoring")
    try:
        made_ready(copy, draft)
        faults = unsound(draft)
        if faults and not anyway:
            raise Unsound(copy, faults)
        return swapped(draft, here) if on_sqlite else refilled(engine, draft, folder)
    finally:
        for left in here.parent.glob(draft.name + "*"):
            left.unlink()


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
        upgraded(draft)


def upgraded(draft: Path) -> None:
    """Bring the tables of a file up to date."""
    from flask_migrate import upgrade

    app = Flask("restored")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{draft}"
    db.init_app(app)
    offer_migrations(app)
    with app.app_context():
        upgrade(str(MIGRATIONS))
        db.engine.dispose()


def swapped(draft: Path, here: Path) -> Path | None:
    """Put the file in the place of the present one, which is renamed with all that belongs to it."""
    aside = None
    if here.exists():
        closed_up(here)
        aside = unused(here.with_name(f"{here.name}-before-{local_now().strftime(STAMP)}"))
        for end in LOG_FIRST:
            part = here.with_name(here.name + end)
            if part.exists():
                part.rename(aside.with_name(aside.name + end))
        synced(here.parent)
    put_in_place(draft, here)
    return aside


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
    copied(engine, aside)
    with engine_on(draft).connect() as source, engine.begin() as to:
        names = ", ".join(table.name for table in Base.metadata.sorted_tables)
        to.exec_driver_sql(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
        emptied(to)
        pour(source, to)
    return aside
