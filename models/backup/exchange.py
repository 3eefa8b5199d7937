"""One SQLite file put in the place of another by a hard link and one rename; what a kill leaves is tidied up."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from models.backup.backup import synced

if TYPE_CHECKING:
    from pathlib import Path

BEFORE, DRAFT = "-before-", "-restoring"  # after the name of the database
LOGS = ("-wal", "-journal")  # what SQLite would put into whichever database bears the name
SHARED = "-shm"  # made anew from the log


class NotDurable(Exception):  # noqa: N818
    """The new file is in place, but the disk did not confirm that it stays there: what it said."""


def exchanged(draft: Path, here: Path, aside: Path) -> None:
    """Put a finished file in the place of the one that is here, which keeps the name aside, with its logs.

    OSError, and all is as it was. Killed before the rename, settled() makes it so.
    """
    try:
        for end in (*LOGS, ""):
            if beside(here, end).exists():
                kept(beside(here, end), beside(aside, end))
        synced(here.parent)
        for end in (*LOGS, SHARED):
            beside(here, end).unlink(missing_ok=True)
        draft.replace(here)
    except OSError:
        undone(here, aside)
        raise
    try:
        synced(here.parent)
    except OSError as error:
        raise NotDurable(str(error)) from None


def kept(path: Path, name: Path) -> None:
    """Let a file have a second name; where the disk knows no such thing, a copy under that name."""
    try:
        os.link(path, name)
    except OSError:
        shutil.copy2(path, name)
        synced(name)


def settled(here: Path) -> None:
    """After a kill in the middle of an exchange: all is as it was, or as it should be. Nobody may have the file open.

    Several may tidy up at once.
    """
    for aside in asides(here):
        with suppress(FileNotFoundError):
            if aside.samefile(here):
                undone(here, aside)
    for left in here.parent.glob(f"{here.name}{DRAFT}*"):
        left.unlink(missing_ok=True)


def undone(here: Path, aside: Path) -> None:
    """Give the file that is still here its logs back, and only the one name."""
    for end in LOGS:
        if beside(aside, end).exists() and not beside(here, end).exists():
            with suppress(FileNotFoundError):
                beside(aside, end).replace(beside(here, end))
    for end in (*LOGS, ""):
        beside(aside, end).unlink(missing_ok=True)


def asides(here: Path) -> list[Path]:
    """The databases that were here before, oldest first."""
    found = here.parent.glob(f"{here.name}{BEFORE}*")
    return sorted(path for path in found if not path.name.endswith((*LOGS, SHARED)))


def beside(path: Path, end: str) -> Path:
    """What belongs to a database, by the end of its name."""
    return path.with_name(path.name + end)
