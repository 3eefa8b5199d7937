"""The real server with another way to open SQLite: what FAULTS_SQLITE says is set instead of what the app sets.

python -m tests.faults.server_with_sqlite --port 8001, with FAULTS_SQLITE="synchronous=NORMAL busy_timeout=200".
"""

from __future__ import annotations

import os
import sys

import models.database  # its own patience with PostgreSQL stays as it is
import models.transaction
import serve


def settings(asked: str) -> tuple[str, ...]:
    """The app's own settings for SQLite with those that are asked for in their place."""
    others = dict(setting.split("=") for setting in asked.split())
    ours = dict(setting.split("=") for setting in models.database.SETTINGS)
    return tuple(f"{name}={value}" for name, value in {**ours, **others}.items())


if __name__ == "__main__":
    models.database.SETTINGS = settings(os.environ.get("FAULTS_SQLITE", ""))
    models.transaction.LOCK_TIMEOUT = float(os.environ.get("FAULTS_PATIENCE", models.transaction.LOCK_TIMEOUT))
    sys.exit(serve.main())
