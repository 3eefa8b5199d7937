"""Puts a copy back again and again, each time in a process that is killed EVERY steps later, until one gets through.

python -m tests.faults.killed_restore TEMPLATE TARGETS COPY: each time the files of TEMPLATE are put into a new folder
of TARGETS, named by the step: a line of what restores, a call that opens, renames or removes a file, or some pages that
SQLite has copied.

Where TEMPLATE is the URL of a PostgreSQL, every third step is tried there; a file of TARGETS holds what is there then.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

import models.backup.restore
from models.backup import backup, files, postgres
from models.backup.restore import restore
from models.base import Base

NAME = "tallystick.db"
EVERY = int(os.environ.get("TALLYSTICK_RESTORES", "12"))  # of how many steps one is the last
ROOMS = {room.__file__ for room in (backup, files, postgres, models.backup.restore)}
PAGES = 8  # that SQLite copies in a step
CALLS = ("open", "os.link", "os.rename", "os.remove", "shutil.", "sqlite3.connect", "subprocess.Popen")

OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()"


class Fuse:
    """Kills this process at its last step."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def step(self) -> None:
        self.left -= 1
        if self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def line(self, frame: FrameType, event: str, _: object) -> Any:
        """A trace function."""
        if frame.f_code.co_filename not in ROOMS:
            return None
        if event == "line":
            self.step()
        return self.line

    def call(self, event: str, _: object) -> None:
        """An audit hook."""
        if event.startswith(CALLS):
            self.step()


def killed_at(step: int, url: str, folder: Path, copy: Path) -> bool:
    """Whether the process that put the copy back was killed; else it got through."""
    child = os.fork()
    if child == 0:
        fuse = Fuse(step)
        sys.addaudithook(fuse.call)
        sys.settrace(fuse.line)
        models.backup.restore.copy_pages = files.copy_pages = lambda source, to: source.backup(
            to, pages=PAGES, progress=lambda *_: fuse.step()
        )
        restore(create_engine(url, poolclass=NullPool), copy, folder)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if status and not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
        raise RuntimeError(f"step {step}: status {status}")
    return status != 0


def main(template: str, targets: str, copy: str) -> None:
    on_sqlite = "://" not in template
    for step in count(1, EVERY if on_sqlite else 3 * EVERY):
        folder = Path(targets) / f"{step:04}"
        if on_sqlite:
            shutil.copytree(template, folder)
        else:
            folder.mkdir(parents=True)
        url = f"sqlite:///{folder / NAME}" if on_sqlite else template
        killed = killed_at(step, url, folder, Path(copy))
        if not on_sqlite:
            wait_for_programs(url)
            (folder / "rows").write_text(rows_in(url))
        if not killed:
            return


def wait_for_programs(url: str) -> None:
    """Return when no program of PostgreSQL works on this database any more: one goes on when its caller is killed."""
    with create_engine(url, poolclass=NullPool).connect() as connection:
        until = time.monotonic() + 60
        while connection.exec_driver_sql(OTHERS).scalar():
            assert time.monotonic() < until
            time.sleep(0.01)


def rows_in(url: str) -> str:
    """Every row of every table, as one text."""
    with create_engine(url, poolclass=NullPool).connect() as connection:
        found = []
        for table in Base.metadata.sorted_tables:
            names = sorted(column.name for column in table.columns)
            listed = ", ".join(f'"{name}"' for name in names)
            found += [
                table.name,
                *sorted(str(tuple(row)) for row in connection.exec_driver_sql(f"SELECT {listed} FROM {table.name}")),
            ]
    return "\n".join(found)


if __name__ == "__main__":
    main(*sys.argv[1:])
