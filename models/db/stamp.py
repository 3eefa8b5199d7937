"""A number that changes with every commit to a SQLite file, whichever process makes it; other databases have none."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from models.base import db

if TYPE_CHECKING:
    from flask import Flask


class Stamp:
    """Asks one connection that never writes: to it every commit is another's, and asking costs a few microseconds."""

    def __init__(self, app: Flask) -> None:
        with app.app_context():
            url = db.engine.url
        named = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
        self.path = Path(str(url.database)).absolute() if named else None
        self.lock = Lock()
        self.connection: sqlite3.Connection | None = None
        self.process = 0

    def __call__(self) -> int | None:
        """The number as it is now; None where it cannot be had."""
        if self.path is None:
            return None
        try:
            with self.lock:
                return int(self._opened().execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            return None

    def _opened(self) -> sqlite3.Connection:
        """The connection of this process: one must not cross into another."""
        if self.connection is None or self.process != os.getpid():
            self.process = os.getpid()
            self.connection = sqlite3.connect(f"{self.path.as_uri()}?mode=rw", uri=True, check_same_thread=False)  # type: ignore[union-attr]
        return self.connection

    def __del__(self) -> None:
        if self.connection is not None and self.process == os.getpid():
            self.connection.close()
