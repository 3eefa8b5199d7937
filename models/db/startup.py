"""Database checks and upgrade at start: it exists, is readable, private and not from a newer Tallystick.

Before it is upgraded it is copied as it was.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from config import NotUsable
from models.backup import postgres
from models.backup.backup import (
    STAMP_FORMAT,
    check_free_space,
    copies_until,
    folder_lock,
    sound_copies,
    suffix,
)
from models.backup.files import (
    SQLITE_SUFFIXES,
    DamagedCopy,
    DatabaseInUse,
    NoSpace,
    NotCopied,
    disk_errors,
    move_into_place,
    previous_databases,
    remove_drafts,
    sibling,
    sqlite_backup,
)
from models.base import db, local_now
from models.db.database import (
    check_tables,
    current_revision,
    init_migrations,
    is_newer,
    latest_revision,
    upgrade_schema,
)
from models.db.errors import describe_error, is_transient

COPY_PREFIX = "before-upgrade-to-"
STAMP_LENGTH = len("2026-11-20-030000")
MAX_COPIES = 3  # copies from before upgrades that are not deleted
BEGIN_ANEW_COMMAND = "./run --begin-anew"


class Folders(NamedTuple):
    """The instance folder, and the folder of the copies."""

    instance: Path
    copies: Path


def folders_of(app: Flask) -> Folders:
    """The folders of an app."""
    return Folders(Path(app.instance_path), app.config["COPIES_FOLDER"])


def upgrade_database(app: Flask, anew: bool = False) -> None:
    """Upgrade an app's database to the latest revision; NotUsable, with nothing changed, when it cannot be used."""
    with app.app_context():
        ensure_database(db.engine, folders_of(app), anew)


def ensure_database(engine: Engine, place: Folders, anew: bool = False) -> None:
    """Create or upgrade the app's database and make it private; NotUsable, with nothing changed, when it cannot."""
    with explain_errors(place):
        try:
            check_database(engine, place, anew)
            restrict_permissions(engine, place)
            upgrade_to_latest(engine, place.copies)
            check_tables(engine)
        finally:
            engine.dispose()  # connections must not survive a fork


def database_file(engine: Engine) -> Path | None:
    """The file of a SQLite database, if it has one."""
    name = engine.url.database if engine.dialect.name == "sqlite" else ""
    return Path(name).resolve() if name and name != ":memory:" else None


def check_database(engine: Engine, place: Folders, anew: bool = False) -> None:
    """NotUsable when a newer Tallystick made the database, or when there is none but copies or a secret of one are.

    Nothing is changed then. anew: a new database is wanted even so.
    """
    here = database_file(engine)
    if here:
        remove_drafts(here)
    revision = None if here and is_missing_or_empty(here) else current_revision(engine)
    if revision is None and not anew:
        check_none_is_lost(engine, place)
    if revision and is_newer(revision):
        raise NotUsable(
            f"A newer Tallystick made this database (its revision is {revision}, here {latest_revision()} is the "
            "last), or it is damaged. Nothing was changed. Start the newer one, or put a copy of before back: "
            "./run restore FILE"
        )


def is_missing_or_empty(here: Path) -> bool:
    """Whether the database and its log files are missing or empty."""
    files = [here, *(sibling(here, end) for end in SQLITE_SUFFIXES if end != "-shm")]
    return not any(path.exists() and path.stat().st_size for path in files)


@contextmanager
def explain_errors(place: Folders) -> Iterator[None]:
    """Turn database and file errors into NotUsable with a message, and recovery commands for a damaged database."""
    try:
        yield
    except (DatabaseError, UnicodeDecodeError) as error:  # the driver cannot read each message of SQLite
        if is_transient(error):
            raise NotUsable(
                f"The database cannot be used: {describe_error(error)}. Nothing was changed; "
                "try again when it is there."
            ) from None
        words = f"The database is damaged: {describe_error(error)}. Nothing was changed. "
        words += "What is good of it is in its copies."
        raise NotUsable("\n".join([words, *recovery_commands(None, place)])) from None
    except DamagedCopy as found:
        words = f"The database is damaged, so that it was not brought up to date: {found}."
        raise NotUsable("\n".join([words, *recovery_commands(None, place)])) from None
    except (NoSpace, NotCopied, DatabaseInUse) as found:
        raise NotUsable(f"The database is copied before it is brought up to date, and {found}.") from None
    except OSError as found:
        raise NotUsable(f"Tallystick cannot write what it needs: {describe_os_error(found, place)}") from None


def describe_os_error(error: OSError, place: Folders) -> str:
    """The system's message and the file it is about, else the instance folder."""
    return f"{error.strerror or error}: {error.filename or error.filename2 or place.instance}"


def check_none_is_lost(engine: Engine, place: Folders) -> None:
    """NotUsable when copies, earlier files or the secret show that there was a database."""
    here = database_file(engine)
    before, copies = previous_databases(here) if here else [], sound_copies(place.copies)
    secret = place.instance / "secret"
    found = [f"{len(copies)} copies in {place.copies}"] * bool(copies)
    found += [str(path) for path in [*before, *[secret] * secret.exists()]]
    if found:
        where = here or f"PostgreSQL ({engine.url.database})"
        words = f"There is no database, or an empty one, where it should be: {where}. But there was one: here is still "
        words += ", ".join(found) + ". Nothing was changed. Put it back where it was, or type:"
        raise NotUsable(
            "\n".join([words, *recovery_commands(here, place), f"  {BEGIN_ANEW_COMMAND}    (an empty one, on purpose)"])
        )


def recovery_commands(here: Path | None, place: Folders) -> list[str]:
    """Commands that restore a database, a line each."""
    past = copies_until(sound_copies(place.copies), local_now())
    ways = [f"  ./run restore latest    (the last good copy: {past[-1].name})"] if past else []
    return ways + [f"  ./run restore {path}" for path in (previous_databases(here) if here else [])[-1:]]


def restrict_permissions(engine: Engine, place: Folders) -> None:
    """Restrict the instance folder and the database files to their owner."""
    here = database_file(engine)
    if here and not here.exists():
        here.touch(mode=0o600)
    private = [
        sibling(path, end)
        for path in ([here, *previous_databases(here)] if here else [])
        for end in ("", *SQLITE_SUFFIXES)
    ]
    for path, mode in [(place.instance, 0o700), *[(path, 0o600) for path in private]]:
        with suppress(FileNotFoundError, PermissionError):  # files of other owners stay as they are
            if path.stat().st_uid == os.geteuid() and path.is_dir() == (path == place.instance):
                path.chmod(mode)


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


def upgrade_file(path: Path) -> None:
    """Upgrade a SQLite file to the latest revision."""
    app = Flask("restored")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{path}"
    db.init_app(app)
    init_migrations(app)
    with app.app_context():
        upgrade_schema()
        db.engine.dispose()
