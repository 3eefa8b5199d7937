"""Lock of an instance folder: shared by running servers, exclusive for a restore."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

LOCK_FILE = "running"
SHUTDOWN_WAIT = 3  # s


def hold_server_lock(folder: Path) -> IO[str] | None:
    """Take the shared lock, held by the server and its workers until the last of them ends; None during a restore."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / LOCK_FILE).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


@contextmanager
def exclusive_server_lock(folder: Path) -> Iterator[bool]:
    """Exclusive lock: yields whether no server runs, after waiting for one that is ending; none can start meanwhile."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK_FILE).open("w") as lock:
        until = time.monotonic() + SHUTDOWN_WAIT
        while not (ours := _try_exclusive(lock)) and time.monotonic() < until:
            time.sleep(0.1)
        yield ours


def _try_exclusive(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
