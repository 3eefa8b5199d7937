"""Upgrade of a database to the latest revision; it is copied as it was before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine

from models.backup import postgres
from models.backup.backup import STAMP_FORMAT, check_free_space, folder_lock, suffix
from models.backup.files import (
    DamagedCopy,
    disk_errors,
    move_into_place,
    sqlite_backup,
)
from models.base import local_now
from models.database import current_revision, latest_revision, upgrade_schema

COPY_PREFIX = "before-upgrade-to-"
STAMP_LENGTH = len("2026-11-20-030000")
MAX_COPIES = 3  # copies from before upgrades that are not deleted


def upgrade_to_latest(engine: Engine, folder: Path) -> None:
    """Upgrade the app's database to the latest revision; if it has that, only the revision is read.

    Copies it into the folder first; DamagedCopy, NoSpace or OSError when that fails, and nothing is changed.
    """
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
    name = f"{COPY_PREFIX}{latest_revision()}-{local_now().strftime(STAMP_FORMAT)}{suffix(engine)}"
    draft = folder / f".tallystick-{name}"
    with disk_errors(folder):
        draft.unlink(missing_ok=True)
        if engine.dialect.name == "sqlite":
            draft.touch(mode=0o600)
            sqlite_backup(Path(str(engine.url.database)), draft)
            quick_check(draft)
        else:
            postgres.dump_plain(engine, draft)
        path = move_into_place(draft, folder / name)
    for old in sorted(folder.glob(f"{COPY_PREFIX}*"), key=lambda path: path.stem[-STAMP_LENGTH:])[:-MAX_COPIES]:
        old.unlink()
    return path


def quick_check(path: Path) -> None:
    """DamagedCopy when SQLite finds faults in a file. Hashes of matches are verified when it is restored."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA quick_check") if row[0] != "ok"]
            found += [f"{row[0]} {row[1]}" for row in connection.execute("PRAGMA foreign_key_check")]
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    if found:
        raise DamagedCopy(path, found)
