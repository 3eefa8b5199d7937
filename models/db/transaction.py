"""write_transaction(): the only way to write, atomic, under a write lock on SQLite; and whether others wrote."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from models.base import db
from models.log.errors import Busy
from models.tables.circle import Circle

WRITE_OPTIONS = {"writes": True}
LOCK_TIMEOUT = 4  # s for the write lock, a row lock and a connection each: together less than a phone waits
DataVersion = tuple[int | str, ...]


@contextmanager
def write_transaction() -> Iterator[Session]:
    """The session in a write transaction: commits at the end, or rolls back when the block raises.

    Starts a new transaction, so that reads inside stay true until the end; a nested one joins the outer. A flush
    outside of it raises RuntimeError. Busy when the write lock is not free within LOCK_TIMEOUT.
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
def circle_transaction(circle_id: int) -> Iterator[Session]:
    """write_transaction() with the circle's row locked, so that queries inside stay true until the end.

    For check-then-insert: two requests at once would each find that a row is missing, and both insert it.
    """
    with write_transaction() as session:
        session.get_one(Circle, circle_id, with_for_update=True)
        yield session


@contextmanager
def write_connection(timeout: float | None = None) -> Iterator[Connection]:
    """A Core connection in a write transaction: faster than the session, whose loaded objects stay loaded.

    timeout: seconds to wait for the write lock, and then for a row lock, if less than LOCK_TIMEOUT.
    """
    if db.session.registry.has():
        session = db.session()
        if session.info.get("writing"):
            yield session.connection()
            return
        session.commit()
    engine = db.engine
    with write_lock(engine, timeout), engine.connect() as connection, sqlite_busy_timeout(connection, timeout):
        connection.execution_options(**WRITE_OPTIONS)
        with connection.begin():
            if timeout is not None and engine.dialect.name != "sqlite":
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = {int(1000 * timeout)}")
            yield connection


@contextmanager
def sqlite_busy_timeout(connection: Connection, timeout: float | None) -> Iterator[None]:
    """SQLite's busy_timeout reduced to `timeout` seconds inside the block; it must be set outside of a transaction."""
    if timeout is None or connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection
    [usual] = driver.execute("PRAGMA busy_timeout").fetchone()
    driver.execute(f"PRAGMA busy_timeout = {min(int(1000 * timeout), usual)}")
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
        raise RuntimeError("write only inside write_transaction()")


_locks: dict[str, threading.Lock] = {}  # by the name of a SQLite database
os.register_at_fork(after_in_child=_locks.clear)


@contextmanager
def write_lock(engine: Engine, timeout: float | None = None) -> Iterator[None]:
    """The turn of one thread to write to SQLite; Busy when it does not come in time (timeout, else LOCK_TIMEOUT).

    Among threads it is fairer than SQLite's own lock, for which another process (a command) waits as well. None on
    PostgreSQL, where rows are locked.
    """
    if engine.dialect.name != "sqlite":
        yield
        return
    lock = _locks.setdefault(engine.url.database or "", threading.Lock())
    if not lock.acquire(timeout=LOCK_TIMEOUT if timeout is None else timeout):
        raise Busy
    try:
        yield
    finally:
        lock.release()


def data_version(connection: Connection) -> DataVersion:
    """The version of the database that this connection sees: while it is the same, nobody has changed anything.

    It means nothing to another connection. SQLite counts the commits of others and the rows that this connection
    changed; PostgreSQL names who is visible.
    """
    if connection.dialect.name == "sqlite":
        others = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
        return others, cast("sqlite3.Connection", connection.connection.dbapi_connection).total_changes
    return (str(connection.exec_driver_sql("SELECT pg_current_snapshot()::text").scalar_one()),)
