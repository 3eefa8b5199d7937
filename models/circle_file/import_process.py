"""The process of an import: python -m models.circle_file.import_process JOB, with the file as its stdin.

What it tells on stdout is read by read_status().
"""

from __future__ import annotations

import gc
import resource
import sys
from pathlib import Path

from flask import Flask

from models.backup.backup import hold_server_lock
from models.circle_file.format import ImportRefused
from models.circle_file.import_job import Progress
from models.circle_file.importer import import_circle_file
from models.db.database import app_from_environment

MAX_PROCESSOR_TIME = 300  # s, twenty times what the largest file takes
MAX_MEMORY = 1 << 30  # bytes, twice what the largest file takes


def main(job: str) -> int:
    """Import the file; status 1 when it is refused or fails, or when a copy of the database is being put back."""
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_PROCESSOR_TIME, MAX_PROCESSOR_TIME))
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    gc.disable()  # what is read refers to nothing in circles, and all of it is held until the end
    app = app_from_environment()
    lock = hold_server_lock(Path(app.instance_path))
    if lock is None:
        return 1
    with lock:
        return import_stdin(app, job)


def import_stdin(app: Flask, job: str) -> int:
    """Import what stdin holds, and tell how far it is or why it is refused."""
    progress = Progress()
    try:
        with app.app_context():
            import_circle_file(sys.stdin.buffer.read(), job, progress.tell)
    except MemoryError:
        progress.write(refused="too_large")
        return 1
    except ImportRefused as found:
        progress.write(circle=found.values.get("circle", ""), refused=found.code, values=found.values)
        return 1
    except Exception as error:  # any failure is shown as an import that was interrupted
        print(f"A circle was not imported: {type(error).__name__}", file=sys.stderr, flush=True)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
