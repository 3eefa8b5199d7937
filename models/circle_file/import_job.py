"""Import in a process of its own: started with a file that has arrived, and how far it is.

The folder `imports` holds a lock, which names the import that runs and its file, and is held by its process until that
ends, and for each import what its process tells of it, a line of JSON at a time. The file itself has no name: it is
gone with the last process that reads it.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from config import ROOT, environment_with

FOLDER, LOCK_FILE = "imports", "running"
LOCK_LENGTH = 200  # bytes: an import and the digest of its file
LOCK_WAIT = 5  # s for the import before this one
POLL_INTERVAL = 0.05  # s
KEPT = 24 * 3600  # s that it is kept how an import ended
LAST_LINES = 4096  # bytes of what was told that hold at least one whole line


class Status(NamedTuple):
    """How far an import is: what its process told last, and whether it goes on.

    circle: the uid of the circle; stage: "check" (evenings) or "store" (matches), done and of count them; refused: the
    code of ImportRefused, with its values.
    """

    running: bool
    circle: str = ""
    stage: str = ""
    done: int = 0
    of: int = 0
    refused: str = ""
    values: dict[str, str] = {}


def start_import(instance: Path, url: str, job: str, file: IO[bytes]) -> bool:
    """Start the import of an open file into the database of this URL; False while another one runs.

    job: names the import, and who brings the file (see import_circle_file).
    """
    digest = file_digest(file)
    folder = instance / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    with _lock(folder, fcntl.LOCK_EX, LOCK_WAIT) as lock:
        if lock is None:
            return False
        _remove_old(folder)
        os.pwrite(lock, f"{job} {digest}".ljust(LOCK_LENGTH).encode(), 0)
        told = os.open(folder / job, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
        try:
            process = subprocess.Popen(  # noqa: S603  our own arguments
                [sys.executable, "-m", "models.circle_file.import_process", job],
                cwd=ROOT,
                env=environment_with(DATABASE_URL=url, TALLYSTICK_INSTANCE=str(instance)),
                stdin=file,
                stdout=told,
                pass_fds=(lock,),
                start_new_session=True,  # Ctrl+C ends the server alone
            )
        finally:
            os.close(told)
    threading.Thread(target=process.wait, daemon=True).start()  # none stays behind as a zombie
    return True


def running_digest(instance: Path, job: str) -> str | None:
    """The SHA-256 of the file that this import is taking in; None when its process does not go on."""
    folder = instance / FOLDER
    if not folder.exists():
        return None
    with _lock(folder, fcntl.LOCK_SH) as lock:
        name, _, digest = (folder / LOCK_FILE).read_text().strip().partition(" ")
        return digest if lock is None and name == job else None


def file_digest(file: IO[bytes]) -> str:
    """The SHA-256 of an open file, which is at its beginning afterwards."""
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    file.seek(0)
    return digest


def read_status(instance: Path, job: str) -> Status | None:
    """How far an import is; None when nothing is known of it."""
    running = running_digest(instance, job) is not None  # before its last line is read
    told = instance / FOLDER / job
    if not told.exists():
        return None
    lines = told.read_bytes()[-LAST_LINES:].splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    return Status(running, **json.loads(whole[-1])) if whole else Status(running)


@contextmanager
def _lock(folder: Path, how: int, wait: float = 0) -> Iterator[int | None]:
    """The lock of the folder, or None when it was not free for so many seconds."""
    lock = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        until = time.monotonic() + wait
        while not (ours := _try_lock(lock, how)) and time.monotonic() < until:
            time.sleep(POLL_INTERVAL)
        yield lock if ours else None
    finally:
        os.close(lock)


def _try_lock(lock: int, how: int) -> bool:
    try:
        fcntl.flock(lock, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _remove_old(folder: Path) -> None:
    """Remove what was told of imports that ended long ago."""
    for told in folder.iterdir():
        if told.name != LOCK_FILE and time.time() - told.stat().st_mtime > KEPT:
            told.unlink()


class Progress:
    """Told by the process of an import to whoever reads its status: a line on stdout."""

    INTERVAL = 0.2  # s between two lines

    def __init__(self) -> None:
        self.next_line = 0.0

    def tell(self, **now: Any) -> None:
        """One line, as often as INTERVAL allows."""
        if time.monotonic() >= self.next_line:
            self.write(**now)

    def write(self, **now: Any) -> None:
        """One line, at once."""
        sys.stdout.write(json.dumps(now) + "\n")
        sys.stdout.flush()
        self.next_line = time.monotonic() + self.INTERVAL
