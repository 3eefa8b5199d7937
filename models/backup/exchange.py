"""One SQLite file put in the place of another by a hard link and one rename; what a kill leaves is tidied up."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from models.backup.backup import fsync_path

if TYPE_CHECKING:
    from pathlib import Path

BEFORE_SUFFIX, DRAFT_SUFFIX = "-before-", "-restoring"  # after the name of the database
LOG_SUFFIXES = ("-wal", "-journal")  # what SQLite would put into whichever database bears the name
SHM_SUFFIX = "-shm"  # made anew from the log


class NotDurable(Exception):  # noqa: N818
    """The new file is in place, but the disk did not confirm that it stays there: what it said."""


def exchange_files(draft: Path, here: Path, aside: Path) -> None:
    """Put a finished file in the place of the one that is here, which keeps the name aside, with its logs.

    OSError, and all is as it was. Killed before the rename, settled() makes it so.
    """
    try:
        for end in (*LOG_SUFFIXES, ""):
            if sibling(here, end).exists():
                link_or_copy(sibling(here, end), sibling(aside, end))
        fsync_path(here.parent)
        for end in (*LOG_SUFFIXES, SHM_SUFFIX):
            sibling(here, end).unlink(missing_ok=True)
        draft.replace(here)
    except OSError:
        undo_exchange(here, aside)
        raise
    try:
        fsync_path(here.parent)
    except OSError as error:
        raise NotDurable(str(error)) from None


def link_or_copy(path: Path, name: Path) -> None:
    """Let a file have a second name; where the disk knows no such thing, a copy under that name."""
    try:
        os.link(path, name)
    except OSError:
        shutil.copy2(path, name)
        fsync_path(name)


def recover_exchange(here: Path) -> None:
    """After a kill in the middle of an exchange: all is as it was, or as it should be. Nobody may have the file open.

    Several may tidy up at once.
    """
    for aside in previous_databases(here):
        with suppress(FileNotFoundError):
            if aside.samefile(here):
                undo_exchange(here, aside)
    for left in here.parent.glob(f"{here.name}{DRAFT_SUFFIX}*"):
        left.unlink(missing_ok=True)


def undo_exchange(here: Path, aside: Path) -> None:
    """Give the file that is still here its logs back, and only the one name."""
    for end in LOG_SUFFIXES:
        if sibling(aside, end).exists() and not sibling(here, end).exists():
            with suppress(FileNotFoundError):
                sibling(aside, end).replace(sibling(here, end))
    for end in (*LOG_SUFFIXES, ""):
        sibling(aside, end).unlink(missing_ok=True)


def previous_databases(here: Path) -> list[Path]:
    """The databases that were here before, oldest first."""
    found = here.parent.glob(f"{here.name}{BEFORE_SUFFIX}*")
    return sorted(path for path in found if not path.name.endswith((*LOG_SUFFIXES, SHM_SUFFIX)))


def sibling(path: Path, end: str) -> Path:
    """What belongs to a database, by the end of its name."""
    return path.with_name(path.name + end)
