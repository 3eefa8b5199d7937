"""How the server is, for whoever watches over it: a few numbers, and no name of anybody."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from models.backup.backup import SPARE, age_of, copies_in, local_now, made_by
from models.backup.schedule import copies_folder, folder_of_copies
from models.db.migrations import revision_of

if TYPE_CHECKING:
    from sqlalchemy import Engine

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


def health(engine: Engine, instance: str, up: timedelta) -> Health:
    """How it is now; up is how long the server has been running."""
    revision, age, free = answered(engine), copy_age(instance), free_space(instance)
    found = {
        "database": revision is None,
        "copy": copies_folder(instance) is not None and up > GRACE and (age is None or age > TOO_OLD),
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


def copy_age(instance: str) -> timedelta | None:
    """How old the last sound copy is, if there is one that is not from the future."""
    at = local_now()
    copies = made_by(copies_in(folder_of_copies(instance)), at)
    return age_of(copies[-1], at) if copies else None


def free_space(instance: str) -> int:
    """What is free where it is scarcest: beside the database, or where copies are kept."""
    places = [Path(instance), folder_of_copies(instance)]
    return min(disk_usage(place).free for place in places if place.exists())
