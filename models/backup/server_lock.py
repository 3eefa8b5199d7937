"""Whether servers run on an instance folder: they hold its lock together, who puts a copy back holds it alone."""

from __future__ import annotations

import fcntl
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import IO

NAME = "running"
ENDING = 3  # s


def held(folder: Path) -> IO[str] | None:
    """The lock of a server, held by it and its workers until the last of them ends; None while a copy is put back."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / NAME).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


@contextmanager
def stopped(folder: Path) -> Iterator[bool]:
    """Whether no server runs there; none can start until the block ends. One that is just ending is waited for."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / NAME).open("w") as lock:
        until = time.monotonic() + ENDING
        while not (ours := _taken(lock)) and time.monotonic() < until:
            time.sleep(0.1)
        yield ours


def _taken(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
