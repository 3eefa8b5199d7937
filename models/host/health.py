"""Health of the server for monitoring: a few numbers, no names."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from pathlib import Path
from shutil import disk_usage
from typing import NamedTuple

from sqlalchemy import Engine

from models.backup.backup import MIN_FREE, age_of_copy, copies_until, sound_copies
from models.base import local_now
from models.db.database import VERSION_TABLE
from models.db.errors import is_malformed, is_transient
from models.db.startup import Folders
from models.db.transaction import write_connection

MAX_COPY_AGE = timedelta(days=2)
STARTUP_GRACE = timedelta(hours=1)  # for the first copy after a start
TRIAL_INTERVAL = 5  # s in which nothing is written again, however many ask
SENTENCES = {
    "database": "The database cannot be written: nothing can be recorded just now.",
    "damaged": "The database is damaged: ./run restore latest puts the last good copy back.",
    "copy": "There is no good copy of the last two days.",
    "disk": "The disk is nearly full.",
}


class Health(NamedTuple):
    """What is wrong (keys of SENTENCES), and for the host the numbers: copy_age in seconds, disk_free in bytes."""

    wrong: tuple[str, ...]
    database: str
    copy_age: int | None
    disk_free: int


class Trial:
    """Whether the database takes a write, tried at most every TRIAL_INTERVAL; meanwhile the last outcome is told."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.until = 0.0
        self.fault = ""

    def outcome(self) -> str:
        """A key of SENTENCES, or an empty text. Only who comes first waits."""
        if time.monotonic() < self.until or not self.turn.acquire(blocking=not self.until):
            return self.fault
        try:
            if time.monotonic() >= self.until:
                self.fault = write_nothing()
                self.until = time.monotonic() + TRIAL_INTERVAL
        finally:
            self.turn.release()
        return self.fault


def write_nothing() -> str:
    """Write what changes nothing, and commit it: a full disk and a missing standby show only then."""
    try:
        with write_connection() as connection:
            if connection.dialect.name == "sqlite":  # which does not write a row again that stays the same
                connection.exec_driver_sql(f"PRAGMA user_version = {int(time.time()) & 0x7FFFFFFF}")
            else:
                connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = version_num")  # noqa: S608
    except Exception as error:
        if is_malformed(error):
            return "damaged"
        if is_transient(error):
            return "database"
        raise
    return ""


def health(engine: Engine, place: Folders, up: timedelta, daily_copies: bool, fault: str) -> Health:
    """The present health; up: how long the server has been running; fault: of the database (a key of SENTENCES)."""
    age, free = copy_age(place.copies), free_space(place)
    found = {
        fault: bool(fault),
        "copy": daily_copies and up > STARTUP_GRACE and (age is None or age > MAX_COPY_AGE),
        "disk": free < MIN_FREE,
    }
    wrong = tuple(name for name, is_wrong in found.items() if is_wrong)
    return Health(wrong, engine.dialect.name, None if age is None else int(age.total_seconds()), free)


def copy_age(folder: Path) -> timedelta | None:
    """The age of the last sound copy that is not from the future, if there is one."""
    at = local_now()
    copies = copies_until(sound_copies(folder), at)
    return age_of_copy(copies[-1], at) if copies else None


def free_space(place: Folders) -> int:
    """Free bytes in the instance folder or the folder of copies, whichever has less."""
    return min(disk_usage(folder).free for folder in place if folder.exists())
