"""Dated copies of the whole database: made, checked, kept for a while; and the locks that keep others off."""

from __future__ import annotations

import fcntl
import math
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from shutil import disk_usage
from typing import IO

from sqlalchemy import Engine

from models.backup import postgres
from models.backup.files import DamagedCopy, NotCopied, disk_errors, move_into_place, sqlite_backup
from models.base import local_now
from models.integrity import file_faults

COPY_NAME = re.compile(r"tallystick-(\d{4}-\d\d-\d\d-\d{6})(-damaged)?\.(db|dump)")
STAMP_FORMAT = "%Y-%m-%d-%H%M%S"
CLOCK_CHANGE = timedelta(hours=1)  # the end of daylight saving time
DAYS_KEPT, WEEKS_KEPT = 7, 4
MIN_FREE = 32 << 20  # bytes that a copy leaves free for the app
LOCK_FILE = "running"
SHUTDOWN_WAIT = 3  # s


def make_copy(engine: Engine, folder: Path, at: datetime | None = None) -> Path:
    """Copy everything committed until now into the folder, dated `at`, else now; expired copies are deleted.

    DamagedCopy when it has faults: the copy is stored as "-damaged" in place of another such one, and no sound one is
    deleted. Callers hold folder_lock().
    """
    began = (at or local_now()).strftime(STAMP_FORMAT)
    draft = folder / f".tallystick-{began}"
    with disk_errors(folder):
        remove_old_drafts(folder)
        try:
            check_free_space(engine, folder)
            if engine.dialect.name == "sqlite":
                sqlite_backup(Path(str(engine.url.database)), draft)
                faults = file_faults(draft)
            else:
                faults = postgres.dump(engine, draft)
            name = f"tallystick-{began}{'-damaged' if faults else ''}{suffix(engine)}"
            path = move_into_place(draft, folder / name)
        finally:
            with suppress(OSError):
                remove_old_drafts(folder)
    if faults:
        for other in set(folder.glob("tallystick-*-damaged.*")) - {path}:
            other.unlink()
        raise DamagedCopy(path, faults)
    for old in expired_copies(sound_copies(folder), at or local_now()):
        old.unlink()
    return path


@contextmanager
def folder_lock(folder: Path, wait: float = math.inf, name: str = ".lock") -> Iterator[bool]:
    """Exclusive lock on a folder, which is created: yields whether it was free within so many seconds."""
    with disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        opened = (folder / name).open("w")
    with opened as lock:
        until = time.monotonic() + wait
        while not (ours := _locked(lock, fcntl.LOCK_EX)) and time.monotonic() < until:
            time.sleep(0.1)
        yield ours


def check_free_space(engine: Engine, folder: Path) -> None:
    """NotCopied when a copy would leave less than MIN_FREE bytes."""
    on_sqlite = engine.dialect.name == "sqlite"
    needed = MIN_FREE + (Path(str(engine.url.database)).stat().st_size if on_sqlite else 0)
    if disk_usage(folder).free < needed:
        raise NotCopied(f"a copy needs {needed >> 20} MB of free space in {folder}")


def suffix(engine: Engine) -> str:
    """How the names of copies of this kind of database end."""
    return ".db" if engine.dialect.name == "sqlite" else ".dump"


def remove_old_drafts(folder: Path) -> None:
    """Remove what a copy has left that was killed."""
    for draft in folder.glob(".tallystick-*"):
        draft.unlink(missing_ok=True)


def sound_copies(folder: Path) -> list[Path]:
    """The copies without faults, oldest first."""
    copies = ((path, COPY_NAME.fullmatch(path.name)) for path in folder.glob("tallystick-*.d*"))
    return sorted(path for path, named in copies if named and not named[2])


def copies_until(copies: Sequence[Path], at: datetime) -> list[Path]:
    """The copies that are not dated after `at`, as a wrong clock dates them."""
    until = (at + CLOCK_CHANGE).strftime(STAMP_FORMAT)
    return [path for path in copies if stamp_of_copy(path) <= until]


def age_of_copy(copy: Path, at: datetime) -> timedelta:
    """The age of a copy by its name; zero for one from the near future."""
    made = datetime.strptime(stamp_of_copy(copy), STAMP_FORMAT).replace(tzinfo=at.tzinfo)
    return max(at - made, timedelta())


def expired_copies(copies: Sequence[Path], at: datetime) -> list[Path]:
    """All but those from the future, the first and last of 7 days that have one, and the last of 4 weeks before."""
    past = sorted(copies_until(copies, at))
    dated = [(date.fromisoformat(stamp_of_copy(path)[:10]), path) for path in past]
    firsts, lasts = dict(reversed(dated)), dict(dated)
    days = sorted(lasts, reverse=True)
    of_weeks = {day.isocalendar()[:2]: lasts[day] for day in sorted(days[DAYS_KEPT:])}
    stay = {by_day[day] for by_day in (firsts, lasts) for day in days[:DAYS_KEPT]}
    stay |= {of_weeks[week] for week in sorted(of_weeks)[-WEEKS_KEPT:]}
    return [path for path in past if path not in stay]


def stamp_of_copy(path: Path) -> str:
    """The date and time in the name of a copy."""
    return path.stem.removeprefix("tallystick-")


def is_due(folder: Path, today: date) -> bool:
    """Whether there is no copy of this day yet, sound or not."""
    return not any(folder.glob(f"tallystick-{today.isoformat()}-*.d*"))


def hold_server_lock(folder: Path) -> IO[str] | None:
    """Shared lock of an instance folder, which whoever uses the database holds; None while a copy is put back."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / LOCK_FILE).open("w")
    if _locked(lock, fcntl.LOCK_SH):
        return lock
    lock.close()
    return None


def exclusive_server_lock(folder: Path) -> AbstractContextManager[bool]:
    """Exclusive lock: yields whether no server runs, after waiting for one that is ending; none can start meanwhile."""
    return folder_lock(folder, SHUTDOWN_WAIT, LOCK_FILE)


def _locked(lock: IO[str], kind: int) -> bool:
    try:
        fcntl.flock(lock, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
