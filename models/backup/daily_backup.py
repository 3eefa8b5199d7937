"""Today's copy of the database, unless there is one: python -m models.backup.daily_backup."""

from __future__ import annotations

import sys
from pathlib import Path

from sqlalchemy import Engine

from models.backup.backup import folder_lock, local_now, make_copy
from models.backup.schedule import is_due
from models.base import db
from models.db.database import app_from_environment
from models.review.stored.recheck import recheck


def main() -> int:
    """Copy the database that the environment names; status 1 and a message on stderr when that fails."""
    app = app_from_environment()
    with app.app_context():
        copied = copy_today(db.engine, app.config["COPIES_FOLDER"])
        report_recheck()
        return 0 if copied else 1


def copy_today(engine: Engine, folder: Path) -> bool:
    """Make today's copy unless there is one or one is being made; False, with a message on stderr, when it fails."""
    try:
        with folder_lock(folder, wait=False) as is_ours:
            if is_ours and is_due(folder, local_now().date()):
                make_copy(engine, folder)
    except Exception as error:  # any failure is reported as a message
        print(f"No sound copy was made: {error}", file=sys.stderr, flush=True)  # noqa: T201
        return False
    finally:
        engine.dispose()
    return True


def report_recheck() -> None:
    """Compare some matches with what review keeps of them, and say on stderr which did not agree."""
    wrong = recheck()
    for uid in wrong.damaged:
        print(f"Match {uid} is damaged: review leaves it out.", file=sys.stderr, flush=True)  # noqa: T201
    for uid in wrong.differing:
        print(f"What review kept of match {uid} was not so; it was written anew.", file=sys.stderr, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
