"""What a database cannot do just now and may well do a moment later, told apart from what nobody foresaw."""

from __future__ import annotations

import sqlite3
import traceback
from typing import TYPE_CHECKING, Any

from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from models.db import transaction
from models.log.errors import Busy

if TYPE_CHECKING:
    from sqlalchemy import Engine

TRANSIENT_SQLITE_CODES = {
    5,  # busy
    6,  # locked
    7,  # out of memory
    8,  # read-only
    10,  # what the disk answered: no space for what was to be made durable, or broken
    13,  # full
    14,  # cannot be opened
    15,  # others are just opening it
}
MALFORMED_SQLITE_CODES = {11, 26}  # corrupt, not a database
BAD_VALUE_SQLSTATES = "22"  # what PostgreSQL's codes begin with where a value is none of its type
READ_ONLY_SQLSTATE = "25006"  # a PostgreSQL that is being moved elsewhere


def is_transient(error: BaseException) -> bool:
    """Whether this is a database that is locked, full, read-only, out of reach or starting anew."""
    if isinstance(error, Busy | PoolExhausted):
        return True
    said = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(said, sqlite3.Error):
        return getattr(said, "sqlite_errorcode", 0) & 0xFF in TRANSIENT_SQLITE_CODES
    return isinstance(error, OperationalError | InterfaceError) or getattr(said, "sqlstate", "") == READ_ONLY_SQLSTATE


def is_malformed(error: BaseException) -> bool:
    """Whether a SQLite file is damaged where it was looked at, or is no database any more."""
    said = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(said, sqlite3.Error) and getattr(said, "sqlite_errorcode", 0) & 0xFF in MALFORMED_SQLITE_CODES


def describe_error(error: BaseException) -> str:
    """What the database said, in one line that holds no values: what it finds wrong with a value names that."""
    said = error.orig if isinstance(error, DBAPIError) else error
    state = getattr(said, "sqlstate", None) or ""
    words = f"a value that is none ({state})" if state.startswith(BAD_VALUE_SQLSTATES) else str(said)
    return f"{type(said).__name__}: {words}".partition("\n")[0]


def format_error(error: BaseException) -> str:
    """An error for the log, with what it came of; of what a database said one line each."""
    came_of = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    drivers = isinstance(error, SQLAlchemyError | sqlite3.Error) or hasattr(error, "sqlstate")
    said = f"{describe_error(error)}\n" if drivers else "".join(traceback.format_exception_only(error))
    before = f"{format_error(came_of)}\n" if came_of and not isinstance(error, DBAPIError) else ""
    return before + "".join(traceback.format_tb(error.__traceback__)) + said


def set_lock_timeout(engine: Engine) -> None:
    """Let no statement on PostgreSQL wait for a lock until the phone has given up."""
    event.listen(engine, "connect", _on_connect)


def _on_connect(connection: Any, _: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{transaction.LOCK_TIMEOUT}s'")
    connection.commit()
