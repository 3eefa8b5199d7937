"""Database checks and upgrade at start: it exists, is readable, private and not from a newer Tallystick."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from flask import Flask
from sqlalchemy import Engine, select
from sqlalchemy.exc import DatabaseError

from config import NotUsable
from models.backup.backup import copies_until, sound_copies
from models.backup.files import NotCopied, previous_databases, remove_drafts, sibling
from models.backup.restore import upgrade_to_latest
from models.base import db, local_now
from models.database import current_revision, is_newer, latest_revision
from models.review.tables import METADATA
from models.transaction import describe_error, is_transient


class Folders(NamedTuple):
    """The instance folder, and the folder of the copies."""

    instance: Path
    copies: Path


def folders_of(app: Flask) -> Folders:
    """The folders of an app."""
    return Folders(Path(app.instance_path), app.config["COPIES_FOLDER"])


def upgrade_database(app: Flask, anew: bool = False) -> None:
    """Create or upgrade an app's database and make it private; NotUsable, with nothing changed, when it cannot be used.

    anew: a new database is wanted even where there was one.
    """
    place = folders_of(app)
    with app.app_context(), explain_errors(place):
        try:
            check_database(db.engine, place, anew)
            restrict_permissions(db.engine, place)
            upgrade_to_latest(db.engine, place.copies)
            with db.engine.connect() as connection:
                for table in METADATA.sorted_tables:  # an error when a column is not there
                    connection.execute(select(table).limit(0))
        finally:
            db.engine.dispose()  # connections must not survive a fork


def database_file(engine: Engine) -> Path | None:
    """The file of a SQLite database, if it has one."""
    name = engine.url.database if engine.dialect.name == "sqlite" else ""
    return Path(name).resolve() if name and name != ":memory:" else None


def check_database(engine: Engine, place: Folders, anew: bool) -> None:
    """NotUsable when a newer Tallystick made the database, or when there is none but copies or a secret of one are."""
    database = database_file(engine)
    if database:
        remove_drafts(database)
    files = [database, sibling(database, "-wal"), sibling(database, "-journal")] if database else []
    is_there = any(path.exists() and path.stat().st_size for path in files)
    revision = current_revision(engine) if is_there or not database else None
    if revision is None and not anew:
        check_none_is_lost(engine, place)
    if revision and is_newer(revision):
        raise NotUsable(
            f"A newer Tallystick made this database (its revision is {revision}, here {latest_revision()} is the "
            "last), or it is damaged. Nothing was changed. Start the newer one, or put a copy of before back: "
            "./run restore FILE"
        )


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
    except NotCopied as found:
        raise NotUsable(f"The database is copied before it is brought up to date, and {found}.") from None
    except OSError as found:
        where = found.filename or found.filename2 or place.instance
        raise NotUsable(f"Tallystick cannot write what it needs: {found.strerror or found}: {where}") from None


def check_none_is_lost(engine: Engine, place: Folders) -> None:
    """NotUsable when copies, earlier files or the secret show that there was a database."""
    database = database_file(engine)
    before, copies = previous_databases(database) if database else [], sound_copies(place.copies)
    secret = place.instance / "secret"
    signs = [f"{len(copies)} copies in {place.copies}"] * bool(copies)
    signs += [str(path) for path in [*before, *[secret] * secret.exists()]]
    if signs:
        where = database or f"PostgreSQL ({engine.url.database})"
        words = f"There is no database, or an empty one, where it should be: {where}. But there was one: here is still "
        words += ", ".join(signs) + ". Nothing was changed. Put it back where it was, or type:"
        ways = [*recovery_commands(database, place), "  ./run --begin-anew    (an empty one, on purpose)"]
        raise NotUsable("\n".join([words, *ways]))


def recovery_commands(database: Path | None, place: Folders) -> list[str]:
    """Commands that restore a database, a line each."""
    past = copies_until(sound_copies(place.copies), local_now())
    ways = [f"  ./run restore latest    (the last good copy: {past[-1].name})"] if past else []
    return ways + [f"  ./run restore {path}" for path in (previous_databases(database) if database else [])[-1:]]


def restrict_permissions(engine: Engine, place: Folders) -> None:
    """Restrict the instance folder and the database files to their owner."""
    database = database_file(engine)
    if database and not database.exists():
        database.touch(mode=0o600)
    files = [path for path in database.parent.glob(f"{database.name}*") if path.is_file()] if database else []
    for path, mode in [(place.instance, 0o700), *((path, 0o600) for path in files)]:
        with suppress(FileNotFoundError, PermissionError):  # files of other owners stay as they are
            path.chmod(mode)
