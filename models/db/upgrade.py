"""Upgrade of the database to the latest revision, after a copy of it as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from flask import Flask
from sqlalchemy import Connection, Engine, MetaData, column, insert, select, table

from models.backup.backup import (
    STAMP_FORMAT,
    DamagedCopy,
    check_free_space,
    file_engine,
    folder_lock,
    local_now,
    move_into_place,
    sqlite_backup,
)
from models.backup.copy_rows import BATCH
from models.base import db
from models.circle_file.export import snapshot
from models.db.migrations import MIGRATIONS, current_revision, init_migrations, latest_revision

COPY_PREFIX = "before-upgrade-to-"
MAX_COPIES = 3  # copies from before upgrades that are not deleted


def upgrade_to_latest(engine: Engine, folder: Path) -> None:
    """Upgrade the app's database to the latest revision; if it has that, only the revision is read.

    Copies it into the folder first; DamagedCopy, NoSpace or OSError when that fails, and nothing is changed.
    """
    revision = current_revision(engine)
    if revision == latest_revision():
        return
    from flask_migrate import upgrade

    if not revision:
        upgrade(MIGRATIONS)
        return
    with folder_lock(folder):  # two servers may start at once
        if current_revision(engine) == revision:
            copy_before_upgrade(engine, folder, revision)
            upgrade(MIGRATIONS)


def copy_before_upgrade(engine: Engine, folder: Path, revision: str) -> Path:
    """A copy of the whole database at this revision; of such copies only the newest MAX_COPIES stay."""
    check_free_space(engine, folder)
    name = f"{COPY_PREFIX}{latest_revision()}-{local_now().strftime(STAMP_FORMAT)}.db"
    draft = folder / f".tallystick-{name}"
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    if engine.dialect.name == "sqlite":
        sqlite_backup(Path(str(engine.url.database)), draft)
    else:
        upgrade_file(draft, revision)
        with snapshot(engine) as source, file_engine(draft).begin() as to:
            copy_reflected_rows(source, to)
    quick_check(draft)
    path = move_into_place(draft, folder / name)
    for old in sorted(folder.glob(f"{COPY_PREFIX}*.db"))[:-MAX_COPIES]:
        old.unlink()
    return path


def copy_reflected_rows(source: Connection, to: Connection) -> None:
    """Copy every row from PostgreSQL into the tables of a SQLite file, which may be those of an older revision."""
    there = MetaData()
    there.reflect(to)
    for each in there.sorted_tables:
        if each.name == "alembic_version":
            continue
        plain = table(each.name, *[column(item.name) for item in each.columns])
        rows = source.execution_options(yield_per=BATCH).execute(select(plain)).mappings()
        for batch in rows.partitions():
            to.execute(insert(each), [dict(row) for row in batch])


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


def upgrade_file(path: Path, revision: str = "head") -> None:
    """Upgrade a SQLite file to a revision."""
    from flask_migrate import upgrade

    app = Flask("restored")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{path}"
    db.init_app(app)
    init_migrations(app)
    with app.app_context():
        upgrade(str(MIGRATIONS), revision)
        db.engine.dispose()
