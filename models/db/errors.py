"""Database errors: which are transient, and their messages without values. Nothing is retried here: phones do that."""

from __future__ import annotations

import errno
import sqlite3
import traceback

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from models.log.errors import Busy

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
FULL_DISK_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
MALFORMED_SQLITE_CODES = {11, 26}  # corrupt, not a database
BAD_VALUE_SQLSTATES = "22"  # class of PostgreSQL's codes for values that do not fit their type
MALFORMED_SQLSTATES = "XX"  # class of PostgreSQL's codes for damaged pages and indexes, and errors of its own
READ_ONLY_SQLSTATE = "25006"  # a PostgreSQL that is being moved


def is_transient(error: BaseException) -> bool:
    """Whether the database is locked, full, read-only, unreachable or restarting, or the disk is full."""
    if isinstance(error, Busy | PoolExhausted):
        return True
    if isinstance(error, OSError):
        return error.errno in FULL_DISK_ERRORS
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
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in MALFORMED_SQLITE_CODES
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
