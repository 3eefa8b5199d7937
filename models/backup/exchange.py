"""Atomic replacement of a SQLite file by a hard link and a rename, with recovery after a kill."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from models.backup.backup import fsync_path

if TYPE_CHECKING:
    from pathlib import Path

BEFORE_SUFFIX, DRAFT_SUFFIX = "-before-", "-restoring"  # after the file name of the database
LOG_SUFFIXES = ("-wal", "-journal")  # SQLite would apply them to whichever database has the name
SHM_SUFFIX = "-shm"  # rebuilt from the log


class NotDurable(Exception):  # noqa: N818
    """The new file is in place, but the sync failed with this message: a power cut may undo it."""


def exchange_files(draft: Path, here: Path, aside: Path) -> None:
    """Replace the file `here` by the finished `draft`; the old one stays as `aside`, with its logs.

    OSError, with nothing changed. After a kill before the rename, recover_exchange() restores the old state.
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
    """Hard link to a file; a copy where the file system has no hard links."""
    try:
        os.link(path, name)
    except OSError:
        shutil.copy2(path, name)
        fsync_path(name)


def recover_exchange(here: Path) -> None:
    """Complete or undo a killed exchange. Nobody may have the file open; safe to run several times at once."""
    for aside in previous_databases(here):
        with suppress(FileNotFoundError):
            if aside.samefile(here):
                undo_exchange(here, aside)
    for left in here.parent.glob(f"{here.name}{DRAFT_SUFFIX}*"):
        left.unlink(missing_ok=True)


def undo_exchange(here: Path, aside: Path) -> None:
    """Undo an exchange before its rename: give `here` its logs back and remove `aside`."""
    for end in LOG_SUFFIXES:
        if sibling(aside, end).exists() and not sibling(here, end).exists():
            with suppress(FileNotFoundError):
                sibling(aside, end).replace(sibling(here, end))
    for end in (*LOG_SUFFIXES, ""):
        sibling(aside, end).unlink(missing_ok=True)


def previous_databases(here: Path) -> list[Path]:
    """The files that were replaced before, oldest first."""
    found = here.parent.glob(f"{here.name}{BEFORE_SUFFIX}*")
    return sorted(path for path in found if not path.name.endswith((*LOG_SUFFIXES, SHM_SUFFIX)))


def sibling(path: Path, end: str) -> Path:
    """The file whose name has this suffix added."""
    return path.with_name(path.name + end)
