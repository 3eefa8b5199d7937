"""For the host of a server: who may begin a circle, the list of circles, and the server's health."""

from __future__ import annotations

import secrets
import time
from datetime import date, timedelta
from pathlib import Path
from shutil import disk_usage
from typing import NamedTuple

from sqlalchemy import Engine, func, select

from models.backup.backup import MIN_FREE, age_of_copy, copies_until, sound_copies
from models.base import db, local_now, new_uid
from models.database import VERSION_TABLE
from models.grants import hash_secret
from models.startup import Folders
from models.tables import Circle, Evening, HostSetting, Match, Player
from models.transaction import is_malformed, is_transient, write_connection, write_transaction

KEY_LENGTH = 20  # letters, 99 bits
MAX_COPY_AGE = timedelta(days=2)
STARTUP_GRACE = timedelta(hours=1)  # for the first copy after a start
TRIAL_INTERVAL = 5  # s in which nothing is written again, however many ask
SENTENCES = {
    "database": "The database cannot be written: nothing can be recorded just now.",
    "damaged": "The database is damaged: ./run restore latest puts the last good copy back.",
    "copy": "There is no good copy of the last two days.",
    "disk": "The disk is nearly full.",
}


def host_setting() -> HostSetting | None:
    """The row, if there is one."""
    return db.session.get(HostSetting, 1)


def new_host_secret() -> str:
    """The secret of a new address for the host; it replaces the one before."""
    secret = secrets.token_urlsafe(24)
    with write_transaction() as session:
        _get_or_add().door_hash = hash_secret(secret)
        session.flush()
    return secret


def save_choice(anybody: bool) -> str:
    """Store the choice and invalidate the host's address; returns the new key, which is not stored, or ""."""
    key = "" if anybody else new_uid(KEY_LENGTH)
    with write_transaction():
        row = _get_or_add()
        row.anybody, row.door_hash = anybody, None
        row.key_hash = hash_secret(key) if key else None
    return key


def _get_or_add() -> HostSetting:
    row = host_setting() or HostSetting(id=1)
    db.session.add(row)
    return row


class CircleSummary(NamedTuple):
    """A circle with the numbers of its players, evenings and matches, and the date of its last evening."""

    circle: Circle
    players: int
    evenings: int
    matches: int
    last: date | None


def circle_summaries(only: Circle | None = None) -> list[CircleSummary]:
    """All circles, the most recently active first; or only this one."""
    met = Evening.circle_id == Circle.id, Evening.deleted.is_(False)
    last = select(func.max(Evening.date)).where(*met).scalar_subquery()
    own = select(func.count(Player.id)).where(Player.circle_id == Circle.id, Player.merged_into_id.is_(None))
    met_in = select(func.count(Evening.id)).where(*met)
    played = select(func.count(Match.id)).join(Match.evening).where(*met)
    counts = (count.correlate(Circle).scalar_subquery() for count in (own, met_in, played))
    query = select(Circle, *counts, last).order_by(last.desc().nulls_last(), Circle.id.desc())
    return [CircleSummary(*row) for row in db.session.execute(query.where(Circle.id == only.id) if only else query)]


def find_circles(words: str) -> list[Circle]:
    """The circle of this uid, else all circles of this name."""
    of_uid = list(db.session.scalars(select(Circle).where(Circle.uid == words)))
    return of_uid or list(db.session.scalars(select(Circle).where(Circle.name == words).order_by(Circle.id)))


class Health(NamedTuple):
    """What is wrong (keys of SENTENCES), and for the host the numbers: copy_age in seconds, disk_free in bytes."""

    wrong: tuple[str, ...]
    database: str
    copy_age: int | None
    disk_free: int


class Trial:
    """Whether the database takes a write, tried at most every TRIAL_INTERVAL; meanwhile the last outcome is told."""

    def __init__(self) -> None:
        self.until, self.fault = 0.0, ""

    def outcome(self) -> str:
        """A key of SENTENCES, or an empty text. Only who comes first waits."""
        if time.monotonic() >= self.until:
            self.until = time.monotonic() + TRIAL_INTERVAL
            self.fault = write_nothing()
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
    age, free = copy_age(place.copies), min(disk_usage(folder).free for folder in place if folder.exists())
    faults = {
        fault: bool(fault),
        "copy": daily_copies and up > STARTUP_GRACE and (age is None or age > MAX_COPY_AGE),
        "disk": free < MIN_FREE,
    }
    wrong = tuple(name for name, is_wrong in faults.items() if is_wrong)
    return Health(wrong, engine.dialect.name, None if age is None else int(age.total_seconds()), free)


def copy_age(folder: Path) -> timedelta | None:
    """The age of the last sound copy that is not from the future, if there is one."""
    at = local_now()
    copies = copies_until(sound_copies(folder), at)
    return age_of_copy(copies[-1], at) if copies else None
