"""Data version of the database: while a connection sees the same one, nothing was changed, by whomever."""

from __future__ import annotations

import sqlite3
from typing import cast

from sqlalchemy import Connection

DataVersion = tuple[int | str, ...]


def data_version(connection: Connection) -> DataVersion:
    """The version that this connection sees; it means nothing to another connection.

    SQLite counts the commits of others and the rows that this connection changed; PostgreSQL names who is visible.
    """
    if connection.dialect.name == "sqlite":
        others = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
        return others, cast("sqlite3.Connection", connection.connection.dbapi_connection).total_changes
    return (str(connection.exec_driver_sql("SELECT pg_current_snapshot()::text").scalar_one()),)
