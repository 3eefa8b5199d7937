"""Schedule of daily copies: a small process beside the server that runs models.backup.daily_backup when one is due.

It imports only the standard library, to stay small (10 MB).
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from datetime import date
from pathlib import Path

INTERVAL = 600  # s between checks of the clock
RETRY = 3600  # s until a failed copy is tried again
NICENESS = 15


def start_schedule(folder: Path) -> subprocess.Popen[bytes]:
    """Start the process, which ends with the last process of the server: they hold the other end of its stdin.

    It has none of the server's sockets and locks, and a session of its own, so that Ctrl+C does not interrupt a copy.
    """
    command = [sys.executable, "-m", "models.backup.schedule", str(folder)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603  our own arguments


def run_schedule(folder: Path) -> None:
    """Make a copy whenever one is due, at low priority, until stdin is closed."""
    os.nice(NICENESS)
    wait = 0
    while not select.select([sys.stdin], [], [], wait)[0]:
        is_well = not is_due(folder, date.today()) or daily_copy()  # noqa: DTZ011  by this machine's calendar
        wait = INTERVAL if is_well else RETRY


def is_due(folder: Path, today: date) -> bool:
    """Whether there is no copy of this day yet, sound or not."""
    return not any(folder.glob(f"tallystick-{today.isoformat()}-*.db"))


def daily_copy() -> bool:
    """Make today's copy in a process of its own, which releases its memory; whether that succeeded."""
    command = [sys.executable, "-m", "models.backup.daily_backup"]
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode == 0  # noqa: S603


if __name__ == "__main__":
    run_schedule(Path(sys.argv[1]))
