"""Statements that are run so often that making them ready would cost more than the database takes to answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError

from models.base import db

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Dialect, Executable

Values = dict[str, Any]


class Prepared:
    """A statement spelled once for each kind of database and then given to the driver itself; rows come as stored.

    keys are the columns that an insert or update is given. What goes wrong is raised as SQLAlchemy raises it.
    """

    def __init__(self, statement: Executable, keys: Iterable[str] | None = None) -> None:
        self.statement = statement
        self.keys = None if keys is None else list(keys)
        self.spelled: dict[str, tuple[str, list[str] | None]] = {}

    def look_up(self, values: Values) -> tuple[Any, ...] | None:
        """The first row, or None, over a connection of its own and outside of any transaction."""
        engine = db.engine
        try:
            connection = engine.raw_connection()
        except engine.dialect.loaded_dbapi.Error as error:
            raise named(error, "", engine.dialect) from error
        try:
            return self._first(connection, engine.dialect, values)
        finally:
            connection.close()

    def first(self, connection: Connection, values: Values) -> tuple[Any, ...] | None:
        """The first row, or None, in the transaction of this connection."""
        return self._first(connection.connection, connection.dialect, values)

    def run(self, connection: Connection, values: Values) -> None:
        """Write, in the transaction of this connection."""
        self._executed(connection.connection, connection.dialect, values).close()

    def _first(self, connection: Any, dialect: Dialect, values: Values) -> tuple[Any, ...] | None:
        cursor = self._executed(connection, dialect, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
        cursor.close()
        return row

    def _executed(self, connection: Any, dialect: Dialect, values: Values) -> Any:
        text, order = self.spelled.get(dialect.name) or self._spell(dialect)
        cursor = connection.cursor()
        try:
            return cursor.execute(text, values if order is None else [values[name] for name in order]) or cursor
        except dialect.loaded_dbapi.Error as error:
            raise named(error, text, dialect) from error

    def _spell(self, dialect: Dialect) -> tuple[str, list[str] | None]:
        """The statement in a driver's words, and the order of its values where they have no names there."""
        compiled: Any = self.statement.compile(dialect=dialect, column_keys=self.keys)  # type: ignore[attr-defined]
        self.spelled[dialect.name] = (str(compiled), compiled.positiontup)
        return self.spelled[dialect.name]


def named(error: Exception, text: str, dialect: Dialect) -> BaseException:
    """A driver's error in the words of SQLAlchemy, which are the same for every driver."""
    return DBAPIError.instance(text, None, error, dialect.loaded_dbapi.Error, dialect=dialect)
