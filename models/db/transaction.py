"""writing(): the one unit of work that writes. All of it is kept or none of it."""

from __future__ import annotations

import fcntl
import os
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import event

from models.base import db
from models.log.errors import Busy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine
    from sqlalchemy.orm import Session

WRITE_OPTIONS = {"writes": True}
LOCK_TIMEOUT = 5  # s that anybody waits for a turn, a lock, a connection: one after the other less than a phone waits
POLL_INTERVAL = 0.002  # s between two looks whether another process still writes; its lock has no time limit of its own


@contextmanager
def write_transaction() -> Iterator[Session]:
    """The session, ready to write; commits at the end, or rolls back when the block raises.

    Begins anew, so that what is read inside is true until the end; inside another one it joins that. Writing elsewhere
    raises RuntimeError.
    """
    session = db.session()
    if session.info.get("writing"):
        yield session
        return
    session.commit()
    session.expire_all()
    with _transaction(session):
        yield session


@contextmanager
def write_connection(patience: float | None = None) -> Iterator[Connection]:
    """The same for statements of Core alone: quicker, and what the session has loaded stays loaded.

    patience: seconds to wait for a turn, and then for a lock, where that is less than PATIENCE.
    """
    if db.session.registry.has():
        session = db.session()
        if session.info.get("writing"):
            yield session.connection()
            return
        session.commit()
    engine = db.engine
    with write_lock(engine, patience), engine.connect() as connection, sqlite_busy_timeout(connection, patience):
        connection.execution_options(**WRITE_OPTIONS)
        with connection.begin():
            if patience is not None and engine.dialect.name != "sqlite":
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = {int(1000 * patience)}")
            yield connection


@contextmanager
def sqlite_busy_timeout(connection: Connection, patience: float | None) -> Iterator[None]:
    """Let SQLite wait for locks of other processes no longer than that: it is told before a unit of work begins."""
    if patience is None or connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection
    [usual] = driver.execute("PRAGMA busy_timeout").fetchone()
    driver.execute(f"PRAGMA busy_timeout = {min(int(1000 * patience), usual)}")
    try:
        yield
    finally:
        driver.execute(f"PRAGMA busy_timeout = {usual}")


@contextmanager
def _transaction(session: Session) -> Iterator[None]:
    with write_lock(db.engine):
        session.connection(execution_options=WRITE_OPTIONS)
        session.info["writing"] = True
        try:
            yield
            session.commit()
        except BaseException:
            session.rollback()
            raise
        finally:
            session.info["writing"] = False


@event.listens_for(db.session, "before_flush")
def _require_transaction(session: Session, *_: object) -> None:
    if not session.info.get("writing"):
        raise RuntimeError("what is written must be written inside writing()")


class WriteLock:
    """Write lock of one SQLite file: first among the threads here, then among the processes."""

    def __init__(self, path: str) -> None:
        self.threads = threading.Lock()
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600) if path else None

    def take(self, patience: float) -> None:
        """Busy when it is not free within `patience` seconds, for both together, or cannot be had."""
        until = time.monotonic() + patience
        if not self.threads.acquire(timeout=patience):
            raise Busy
        try:
            while not self._locked():
                if time.monotonic() > until:
                    raise Busy
                time.sleep(POLL_INTERVAL)
        except BaseException:
            self.threads.release()
            raise

    def _locked(self) -> bool:
        """Whether no other process has it, and we have it now."""
        if self.file is None:
            return True
        try:
            fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as found:
            raise Busy(f"the turn cannot be locked: {found.strerror}") from found
        return True

    def give_back(self) -> None:
        try:
            if self.file is not None:
                fcntl.lockf(self.file, fcntl.LOCK_UN)
        finally:
            self.threads.release()


_locks: dict[str, WriteLock] = {}  # a process lets go of its lock when it closes any handle of the file: one for good
_locks_guard = threading.Lock()
os.register_at_fork(after_in_child=_locks.clear)


@contextmanager
def write_lock(engine: Engine, patience: float | None = None) -> Iterator[None]:
    """Wait `patience` seconds, else PATIENCE, until it is our turn to write; on PostgreSQL, where rows are locked, not.

    Busy when it does not come.
    """
    if engine.dialect.name != "sqlite":
        yield
        return
    name = engine.url.database or ""
    ours = _locks.get(name) or _create_lock(name)
    ours.take(LOCK_TIMEOUT if patience is None else patience)
    try:
        yield
    finally:
        ours.give_back()


def _create_lock(name: str) -> WriteLock:
    path = os.path.realpath(name) + "-turn" if name not in ("", ":memory:") else ""
    with _locks_guard:
        _locks[name] = _locks.setdefault(path, _locks.get(path) or WriteLock(path))
        return _locks[name]
