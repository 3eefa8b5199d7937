"""Commands that cannot be done, one after the other in one process: python -m tests.faults.refused_commands COPY.

The disk of the database, and of the files that a restore makes beside it, is full; then files may not grow any more.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path

from app import create_app
from models.base import db

LIMIT = 60_000  # bytes that a file may have, where that is limited: the copy has more


def main(copy: str) -> None:
    app = create_app()
    database = Path(app.instance_path) / "tallystick.db"

    def tried(*words: str) -> None:
        said = app.test_cli_runner().invoke(args=words)
        with app.app_context():
            db.engine.dispose()
        left = [*database.parent.glob("*-restoring*"), *database.parent.glob("copies/*tallystick-*")]
        print(json.dumps([said.exit_code, said.stderr, len(left)]))

    for end in ("", "-restoring", "-restoring-before"):
        os.environ["POWERCUT_DATABASE"] = f"{database}{end}"
        tried("restore", copy)
    del os.environ["POWERCUT_DATABASE"]
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, resource.RLIM_INFINITY))
    tried("copy")
    tried("restore", copy)


if __name__ == "__main__":
    main(sys.argv[1])
