"""Health of the server for monitoring: a few numbers, no names."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from shutil import disk_usage
from typing import NamedTuple

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from models.backup.backup import MIN_FREE, age_of_copy, copies_until, local_now, sound_copies
from models.db.database import current_revision
from models.db.startup import Folders

MAX_COPY_AGE = timedelta(days=2)
STARTUP_GRACE = timedelta(hours=1)  # for the first copy after a start


class Health(NamedTuple):
    """copy_age in seconds, disk_free in bytes; revision is None when the database does not answer.

    wrong: what needs attention: "database", "copy" (no sound one for two days), "disk".
    """

    database: str
    revision: str | None
    copy_age: int | None
    disk_free: int
    wrong: tuple[str, ...]


def health(engine: Engine, place: Folders, up: timedelta, daily_copies: bool) -> Health:
    """The present health; up: how long the server has been running; daily_copies: whether the schedule is on."""
    revision, age, free = database_revision(engine), copy_age(place.copies), free_space(place)
    found = {
        "database": revision is None,
        "copy": daily_copies and up > STARTUP_GRACE and (age is None or age > MAX_COPY_AGE),
        "disk": free < MIN_FREE,
    }
    wrong = tuple(name for name, is_wrong in found.items() if is_wrong)
    return Health(engine.dialect.name, revision, None if age is None else int(age.total_seconds()), free, wrong)


def database_revision(engine: Engine) -> str | None:
    """The revision of the database; None when it does not answer."""
    try:
        return current_revision(engine)
    except (DBAPIError, PoolExhausted):
        return None


def copy_age(folder: Path) -> timedelta | None:
    """The age of the last sound copy that is not from the future, if there is one."""
    at = local_now()
    copies = copies_until(sound_copies(folder), at)
    return age_of_copy(copies[-1], at) if copies else None


def free_space(place: Folders) -> int:
    """Free bytes in the instance folder or the folder of copies, whichever has less."""
    return min(disk_usage(folder).free for folder in place if folder.exists())
