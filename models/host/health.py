"""How the server is, for whoever watches over it: a few numbers, and no name of anybody."""

from __future__ import annotations

from datetime import timedelta
from shutil import disk_usage
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from models.backup.backup import SPARE, age_of, copies_in, local_now, made_by
from models.db.migrations import revision_of

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Engine

    from models.db.startup import Place

TOO_OLD = timedelta(days=2)
GRACE = timedelta(hours=1)  # in which a server that was just started makes its first copy


class Health(NamedTuple):
    """Ages in seconds, free space in bytes; revision is None where the database does not answer.

    wrong names what somebody must look after: database, copy (none that is sound for two days) or disk.
    """

    database: str
    revision: str | None
    copy_age: int | None
    disk_free: int
    wrong: tuple[str, ...]


def health(engine: Engine, place: Place, up: timedelta, daily_copies: bool) -> Health:
    """How it is now; up is how long the server has been running, daily_copies whether copies are made by themselves."""
    revision, age, free = answered(engine), copy_age(place.copies), free_space(place)
    found = {
        "database": revision is None,
        "copy": daily_copies and up > GRACE and (age is None or age > TOO_OLD),
        "disk": free < SPARE,
    }
    wrong = tuple(name for name, is_wrong in found.items() if is_wrong)
    return Health(engine.dialect.name, revision, None if age is None else int(age.total_seconds()), free, wrong)


def answered(engine: Engine) -> str | None:
    """The revision of the database; None when it does not answer."""
    try:
        return revision_of(engine)
    except (DBAPIError, PoolExhausted):
        return None


def copy_age(folder: Path) -> timedelta | None:
    """How old the last sound copy is, if there is one that is not from the future."""
    at = local_now()
    copies = made_by(copies_in(folder), at)
    return age_of(copies[-1], at) if copies else None


def free_space(place: Place) -> int:
    """What is free where it is scarcest: beside the database, or where copies are kept."""
    return min(disk_usage(folder).free for folder in place if folder.exists())
