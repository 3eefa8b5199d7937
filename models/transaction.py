"""The only way to write, atomic, under a write lock on SQLite; and the errors of a database, in words without values.

Nothing is retried here: phones do that.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, Select, event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.orm import Session

from models.base import db
from models.tables import Circle

WRITE_OPTIONS = {"writes": True}
LOCK_TIMEOUT = 4  # s for the write lock, a row lock and a connection each: together less than a phone waits
_locks: dict[str, threading.Lock] = {}  # by the name of a SQLite database
TRANSIENT_SQLITE_CODES = {
    5,  # busy
    6,  # locked
    7,  # out of memory
    8,  # read-only
    10,  # I/O error: no space to sync, or a broken disk
    13,  # full
    14,  # cannot be opened
    15,  # locking protocol: others are opening it
}
BAD_VALUE_SQLSTATES = "22"  # class of PostgreSQL's codes for values that do not fit their type
MALFORMED_SQLSTATES = "XX"  # class of PostgreSQL's codes for damaged pages and indexes, and errors of its own
READ_ONLY_SQLSTATE = "25006"  # a PostgreSQL that is being moved


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
    with write_lock(db.engine):
        session.connection(execution_options=WRITE_OPTIONS)
        session.info["writing"] = True
        try:
            yield session
            session.commit()
        except BaseException:
            session.rollback()
            raise
        finally:
            session.info["writing"] = False


@contextmanager
def circle_transaction(circle_id: int) -> Iterator[Session]:
    """write_transaction() with the circle's row locked: two requests cannot both find a row missing and insert it."""
    with write_transaction() as session:
        session.get_one(Circle, circle_id, with_for_update=True)
        yield session


@contextmanager
def write_connection() -> Iterator[Connection]:
    """A Core connection in a write transaction: faster than the session, whose loaded objects stay loaded."""
    if db.session.registry.has():
        session = db.session()
        if session.info.get("writing"):
            yield session.connection()
            return
        session.commit()
    with write_lock(db.engine), db.engine.connect() as connection:
        connection.execution_options(**WRITE_OPTIONS)
        with connection.begin():
            yield connection


@event.listens_for(db.session, "before_flush")
def _require_transaction(session: Session, *_: object) -> None:
    if not session.info.get("writing"):
        raise RuntimeError("write only inside write_transaction()")


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


class Busy(Exception):  # noqa: N818
    """The write lock was not free within the timeout. Nothing was recorded."""


class RowQuery:
    """A query for one row that is compiled once for each kind of database and given to the driver itself.

    Every request of every phone begins with one of these (which match does this grant open): SQLAlchemy's Connection
    makes an unchanged question one and a half times as dear. Everything else is Core.
    """

    def __init__(self, query: Select[Any]) -> None:
        self.query = query
        self.compiled: dict[str, tuple[str, list[str] | None]] = {}

    def first(self, values: dict[str, Any]) -> tuple[Any, ...] | None:
        """The first row as it is stored, or None, read outside of any transaction; raises as SQLAlchemy does."""
        engine = db.engine
        dialect = engine.dialect
        if dialect.name not in self.compiled:
            compiled: Any = self.query.compile(dialect=dialect)
            self.compiled[dialect.name] = str(compiled), compiled.positiontup  # the order where values have no names
        text, order = self.compiled[dialect.name]
        try:
            connection = engine.raw_connection()
            try:
                cursor: Any = connection.cursor()
                cursor.execute(text, values if order is None else [values[name] for name in order])
                row: tuple[Any, ...] | None = cursor.fetchone()
                cursor.close()
            finally:
                connection.close()
        except dialect.loaded_dbapi.Error as error:
            base = dialect.loaded_dbapi.Error
            raise DBAPIError.instance(text, None, error, base, dialect=dialect) from error
        return row


def is_transient(error: BaseException) -> bool:
    """Whether the database is locked, full, read-only, unreachable or restarting, or the disk is full."""
    if isinstance(error, Busy | PoolExhausted):
        return True
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in TRANSIENT_SQLITE_CODES
    return (
        isinstance(error, OperationalError | InterfaceError) or getattr(cause, "sqlstate", None) == READ_ONLY_SQLSTATE
    )


def is_malformed(error: BaseException) -> bool:
    """Whether the database says that its files are damaged, or are none of a database."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return (getattr(cause, "sqlstate", None) or "").startswith(MALFORMED_SQLSTATES)


def describe_error(error: BaseException) -> str:
    """The driver's message in one line without values: PostgreSQL's messages about a bad value quote it."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    state = getattr(cause, "sqlstate", None) or ""
    message = f"a value that is none ({state})" if state.startswith(BAD_VALUE_SQLSTATES) else str(cause)
    return f"{type(cause).__name__}: {message}".partition("\n")[0]


def format_error(error: BaseException) -> str:
    """An error with traceback and causes for the server's log; a database error as one line without values."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    of_database = isinstance(error, SQLAlchemyError | sqlite3.Error) or hasattr(error, "sqlstate")
    message = f"{describe_error(error)}\n" if of_database else "".join(traceback.format_exception_only(error))
    before = f"{format_error(cause)}\n" if cause and not isinstance(error, DBAPIError) else ""
    return before + "".join(traceback.format_tb(error.__traceback__)) + message


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection whose queries all see the database as it is now, whatever is written meanwhile."""
    with engine.connect() as connection:
        if connection.dialect.name != "sqlite":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection
