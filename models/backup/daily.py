"""A copy once a day: a thread of the server looks at the clock, python -m models.backup.daily makes today's."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine

from models.backup.backup import folder_lock, is_due, make_copy
from models.base import db, local_now
from models.database import app_from_environment
from models.review.upkeep import recheck

INTERVAL = 600  # s between looks at the clock
RETRY = 3600  # s until a failed copy is tried again
NICENESS = 15


def start_schedule(folder: Path) -> threading.Thread:
    """A thread that has a copy made whenever one is due, as long as this process lives."""
    thread = threading.Thread(target=run_schedule, args=(folder, time.sleep), name="daily copies", daemon=True)
    thread.start()
    return thread


def run_schedule(folder: Path, sleep: Callable[[int], object]) -> None:
    """Have copies made by a process that gives its memory back when it ends; Ctrl+C does not reach it."""
    command = [sys.executable, "-m", "models.backup.daily"]
    while True:
        wait = INTERVAL
        if is_due(folder, local_now().date()):
            made = subprocess.run(command, stdin=subprocess.DEVNULL, start_new_session=True, check=False)  # noqa: S603
            wait = RETRY if made.returncode else INTERVAL
        sleep(wait)


def copy_today(engine: Engine, folder: Path) -> bool:
    """Make today's copy unless there is one or one is being made; False, with a message on stderr, when it fails."""
    try:
        with folder_lock(folder, wait=0) as is_ours:
            if is_ours and is_due(folder, local_now().date()):
                make_copy(engine, folder)
    except Exception as error:  # any failure is reported as a message
        say(f"No sound copy was made: {error}")
        return False
    finally:
        engine.dispose()
    return True


def say(words: str) -> None:
    """Write a line into the server's log."""
    print(words, file=sys.stderr, flush=True)  # noqa: T201


def main() -> int:
    """Make today's copy of the database that the environment names, and look at review; status 1 when that failed."""
    os.nice(NICENESS)
    app = app_from_environment()
    with app.app_context():
        if not copy_today(db.engine, app.config["COPIES_FOLDER"]):
            return 1
        for uid in recheck():
            say(f"Match {uid} is damaged: review leaves it out.")
        return 0


if __name__ == "__main__":
    sys.exit(main())
