"""Upgrade of a database, which is copied before, and restore of a copy, which is verified and upgraded.

The restored copy is put in the place of the database, which is kept under another name. Killed at any step, either the
old or the new database is in place: on both databases it is one transaction. Of the old one nothing need be readable.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from itertools import chain, count
from pathlib import Path

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from models.backup import postgres
from models.backup.backup import STAMP_FORMAT, check_free_space, folder_lock, suffix
from models.backup.files import (
    BEFORE_SUFFIX,
    DISK_CODES,
    DRAFT_SUFFIX,
    LOCKED,
    SQLITE_SUFFIXES,
    DamagedCopy,
    NotCopied,
    copy_pages,
    disk_errors,
    fsync_path,
    move_into_place,
    primary_code,
    remove_drafts,
    sibling,
    sqlite_backup,
)
from models.base import db, local_now
from models.database import current_revision, is_newer, latest_revision, upgrade_schema
from models.integrity import file_faults

COPY_PREFIX = "before-upgrade-to-"
STAMP_LENGTH = len("2026-11-20-030000")
MAX_COPIES = 3  # copies from before upgrades that are not deleted
LOCK_WAIT = 1  # s that a restore waits for who writes; nobody should
NO_DAMAGE = (*LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)  # the latter for SQLite's own words about a damaged schema


def upgrade_to_latest(engine: Engine, folder: Path) -> None:
    """Upgrade the app's database to the latest revision, copied into the folder before; NotCopied if that fails."""
    revision = current_revision(engine)
    if revision == latest_revision():
        return
    if not revision:
        upgrade_schema()
        return
    with folder_lock(folder):  # two servers may start at once
        if current_revision(engine) == revision:
            copy_before_upgrade(engine, folder, revision)
            upgrade_schema()


def copy_before_upgrade(engine: Engine, folder: Path, revision: str) -> Path:
    """A copy of the whole database at this revision; of such copies only the newest MAX_COPIES stay."""
    check_free_space(engine, folder)
    name = f"{COPY_PREFIX}{latest_revision()}-{stamp()}{suffix(engine)}"
    draft = folder / f".tallystick-{name}"
    with disk_errors(folder):
        draft.unlink(missing_ok=True)
        if engine.dialect.name == "sqlite":
            sqlite_backup(Path(str(engine.url.database)), draft)
        else:
            postgres.dump_plain(engine, draft)
        path = move_into_place(draft, folder / name)
    for old in sorted(folder.glob(f"{COPY_PREFIX}*"), key=lambda path: path.stem[-STAMP_LENGTH:])[:-MAX_COPIES]:
        old.unlink()
    return path


def restore(engine: Engine, copy: Path, folder: Path, anyway: bool = False) -> Path | None:
    """Restore a copy; returns where the database is kept that was replaced, None if there was none.

    folder: for drafts, and for the previous tables of PostgreSQL; a previous SQLite file stays beside the new one.
    Raises NotCopied or DamagedCopy (unless anyway) with nothing changed; OutcomeUnknown when something may have.
    """
    with disk_errors(folder):
        copy.open("rb").close()
        if engine.dialect.name != "sqlite":
            aside = postgres.put_back(engine, copy, unused_name(folder / f"before-{stamp()}.dump"), anyway)
            upgrade_schema()  # what it replaces is kept already
            return aside
    database = Path(str(engine.url.database)).resolve()
    draft = sibling(database, DRAFT_SUFFIX)
    with disk_errors(database.parent):
        remove_drafts(database)
        try:
            prepare_draft(copy, draft)
            faults = file_faults(draft)
            if faults and not anyway:
                raise DamagedCopy(copy, faults)
            return replace_file(draft, database)
        finally:
            with suppress(OSError):
                remove_drafts(database)


def stamp() -> str:
    """The present time as it stands in names."""
    return local_now().strftime(STAMP_FORMAT)


def prepare_draft(copy: Path, draft: Path) -> None:
    """Copy the copy and upgrade that to the latest revision; NotCopied when it cannot be."""
    try:
        sqlite_backup(copy, draft)
        with closing(sqlite3.connect(draft)) as connection:
            version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if version is None or is_newer(str(version[0])):
            raise NotCopied(f"{copy} was made by a newer Tallystick; bring this one up to date first")
        if version[0] != latest_revision():
            app = Flask("restored")
            app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{draft}"
            db.init_app(app)
            with app.app_context():
                upgrade_schema()
                db.engine.dispose()
    except (*UNREADABLE, DatabaseError) as error:
        if isinstance(error, sqlite3.Error) and primary_code(error) in DISK_CODES:
            raise
        why = "its tables cannot be read" if isinstance(error, UnicodeDecodeError) else error
        raise NotCopied(f"{copy} is not a copy of Tallystick’s database: {why}") from None


def replace_file(draft: Path, database: Path) -> Path | None:
    """As restore() with a finished file; where SQLite cannot work on the old file that is put aside as it is."""
    aside = unused_name(sibling(database, BEFORE_SUFFIX + stamp()))
    is_new = not any(path.exists() and path.stat().st_size for path in (database, sibling(database, "-wal")))
    try:
        if not is_new:
            before = sibling(database, f"{DRAFT_SUFFIX}-before")
            sqlite_backup(database, before)
            move_into_place(before, aside)
        database.touch(mode=0o600)
        with closing(sqlite3.connect(draft)) as new, closing(sqlite3.connect(database, timeout=LOCK_WAIT)) as old:
            copy_pages(new, old)
    except UNREADABLE as error:
        is_bad_sector = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_READ  # it took that once
        if isinstance(error, sqlite3.Error) and primary_code(error) in NO_DAMAGE and not is_bad_sector:
            raise
        exchange_files(draft, database, aside)
    return None if is_new else aside


def exchange_files(draft: Path, database: Path, aside: Path) -> None:
    """Put a finished file in the place of one that SQLite cannot work on, which is kept as it is with its logs.

    The logs go first: SQLite would take them for those of the new file.
    """
    aside.unlink(missing_ok=True)
    if database.exists():
        os.link(database, aside)
    for end in SQLITE_SUFFIXES:
        with suppress(FileNotFoundError):
            sibling(database, end).replace(sibling(aside, end))
    fsync_path(database.parent)
    move_into_place(draft, database)


def unused_name(path: Path) -> Path:
    """This path, or one with a number that does not exist."""
    names = chain([path], (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2)))
    return next(name for name in names if not name.exists())
