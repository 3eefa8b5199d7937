"""The copy of every day, made by a process of its own beside the server, with what time the others leave it."""

from __future__ import annotations

import os
import select
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from models.backup.backup import alone, is_due, local_now, make_copy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Engine

LOOKS = 600  # s between one look at the clock and the next
LATER = 3600  # s until what did not work is tried again
NICE = 15


def copies_folder(instance: str) -> Path | None:
    """Where copies are kept; None when TALLYSTICK_COPIES says no."""
    chosen = os.environ.get("TALLYSTICK_COPIES")
    return None if chosen == "no" else Path(chosen or Path(instance) / "copies")


def folder_of_copies(instance: str) -> Path:
    """Where copies are kept, even if none are made by themselves."""
    return copies_folder(instance) or Path(instance) / "copies"


def keep_copying(engine: Engine, folder: Path, sockets: Iterable[int]) -> None:
    """Start the process; it ends with the last process of the server. sockets are the server's own, not for it."""
    alive, until = os.pipe()
    if os.fork():
        os.close(alive)
        return  # the other end stays open in the server and its workers for as long as they live
    try:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        for handle in (until, *sockets):
            os.close(handle)
        os.nice(NICE)
        wait = 0.0
        while not select.select([alive], [], [], wait)[0]:
            wait = LOOKS if done_apart(engine, folder) else LATER
    finally:
        os._exit(0)


def done_apart(engine: Engine, folder: Path) -> bool:
    """The same as copied_today(), in one more process, so that what it needs is given back."""
    child = os.fork()
    if child == 0:
        well = False
        try:
            well = copied_today(engine, folder)
        finally:
            os._exit(0 if well else 1)
    return os.waitpid(child, 0)[1] == 0


def copied_today(engine: Engine, folder: Path) -> bool:
    """Make today's copy unless there is one; whether all is well. What is wrong is said to whoever runs the server."""
    try:
        with alone(folder, wait=False) as ours:
            if ours and is_due(folder, local_now().date()):
                make_copy(engine, folder)
    except Exception as error:  # the server must go on
        print(f"No sound copy was made: {error}", file=sys.stderr, flush=True)  # noqa: T201
        return False
    finally:
        engine.dispose()
    return True
