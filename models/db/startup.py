"""The database made ready: it is there, can be read, is private, and no newer Tallystick made it; in words if not."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy.exc import DatabaseError

from config import NotUsable
from models.backup.backup import NoRoom, Unsound, copies_in, local_now, made_by
from models.backup.exchange import LOGS, SHARED, asides, beside, settled
from models.base import db
from models.db.db_errors import passing, told
from models.db.migrations import newest, revision_of
from models.db.upgrade import brought_up

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from sqlalchemy import Engine

ANEW = "./run --begin-anew"


class Place(NamedTuple):
    """Where Tallystick keeps what it keeps: its own folder, and that of the copies."""

    instance: Path
    copies: Path


def place_of(app: Flask) -> Place:
    """The folders of an app."""
    return Place(Path(app.instance_path), app.config["COPIES_FOLDER"])


def upgrade_database(app: Flask, anew: bool = False) -> None:
    """Bring an app's database to the newest revision; NotUsable, and nothing was changed, when it cannot be used."""
    with app.app_context():
        ready(db.engine, place_of(app), anew)


def ready(engine: Engine, place: Place, anew: bool = False) -> None:
    """Let the app's database be there, private and up to date; NotUsable, and nothing was changed, when it cannot."""
    with in_words(place):
        try:
            look_first(engine, place, anew)
            keep_private(engine, place)
            brought_up(engine, place.copies)
        finally:
            engine.dispose()  # a connection must not cross into another process


def file_of(engine: Engine) -> Path | None:
    """The file of a database on SQLite, if it has one."""
    name = engine.url.database if engine.dialect.name == "sqlite" else ""
    return Path(name).resolve() if name and name != ":memory:" else None


def look_first(engine: Engine, place: Place, anew: bool = False) -> None:
    """NotUsable when a newer Tallystick made the database, or when there is none beside what belongs to one.

    Nothing was changed then. With anew a new one may begin there on purpose.
    """
    here = file_of(engine)
    if here:
        settled(here)
    revision = None if here and is_nothing(here) else revision_of(engine)
    if revision is None and not anew:
        refuse_anew(engine, place)
    if revision and revision > newest():
        raise NotUsable(
            f"A newer Tallystick made this database (its revision is {revision}, here {newest()} is the last). "
            "Nothing was changed. Start the newer one, or put a copy of before back: ./run restore FILE"
        )


def is_nothing(here: Path) -> bool:
    """Whether there is no file, or one without anything in it."""
    return not any(beside(here, end).exists() and beside(here, end).stat().st_size for end in ("", *LOGS))


@contextmanager
def in_words(place: Place) -> Iterator[None]:
    """What the database cannot is said in words: NotUsable, with the way back where it is damaged."""
    try:
        yield
    except DatabaseError as error:
        if passing(error):
            raise NotUsable(
                f"The database cannot be used: {told(error)}. Nothing was changed; try again when it is there."
            ) from None
        words = f"The database is damaged: {told(error)}. Nothing was changed. What is good of it is in its copies."
        raise NotUsable("\n".join([words, *ways_back(None, place)])) from None
    except Unsound as found:
        words = f"The database is damaged, so that it was not brought up to date: {found}."
        raise NotUsable("\n".join([words, *ways_back(None, place)])) from None
    except NoRoom as found:
        raise NotUsable(f"The database is copied before it is brought up to date, and {found}.") from None
    except OSError as found:
        raise NotUsable(f"Tallystick cannot write what it needs: {what_failed(found, place)}") from None


def what_failed(error: OSError, place: Place) -> str:
    """What the system said, and of which file or, where it names none, in which folder."""
    return f"{error.strerror or error}: {error.filename or error.filename2 or place.instance}"


def refuse_anew(engine: Engine, place: Place) -> None:
    """NotUsable when something beside it tells that there was a database."""
    here = file_of(engine)
    before, copies = asides(here) if here else [], copies_in(place.copies)
    secret = place.instance / "secret"
    found = [f"{len(copies)} copies in {place.copies}"] * bool(copies)
    found += [str(path) for path in [*before, *[secret] * secret.exists()]]
    if found:
        where = here or f"PostgreSQL ({engine.url.database})"
        words = f"There is no database, or an empty one, where it should be: {where}. But there was one: here is still "
        words += ", ".join(found) + ". Nothing was changed. Put it back where it was, or type:"
        raise NotUsable("\n".join([words, *ways_back(here, place), f"  {ANEW}    (an empty one, on purpose)"]))


def ways_back(here: Path | None, place: Place) -> list[str]:
    """What to type, a line each."""
    past = made_by(copies_in(place.copies), local_now())
    ways = [f"  ./run restore latest    (the last good copy: {past[-1].name})"] if past else []
    return ways + [f"  ./run restore {path}" for path in (asides(here) if here else [])[-1:]]


def keep_private(engine: Engine, place: Place) -> None:
    """Let nobody but the owner read the database and what stands in the folder of Tallystick."""
    here = file_of(engine)
    if here and not here.exists():
        here.touch(mode=0o600)
    private = [beside(path, end) for path in ([here, *asides(here)] if here else []) for end in ("", *LOGS, SHARED)]
    for path, mode in [(place.instance, 0o700), *[(path, 0o600) for path in private]]:
        with suppress(FileNotFoundError, PermissionError):  # somebody else’s is theirs to keep
            if path.stat().st_uid == os.geteuid() and path.is_dir() == (path == place.instance):
                path.chmod(mode)
