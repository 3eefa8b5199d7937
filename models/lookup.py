"""Lookups of one row: spelled once for each kind of database, then asked of the driver itself, past every session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from models.base import db

if TYPE_CHECKING:
    from sqlalchemy import Dialect, Select


class Lookup:
    """A select of plain columns that is asked so often that making it ready would cost more than the answer."""

    def __init__(self, statement: Select[Any]) -> None:
        self.statement = statement
        self.spelled: dict[str, tuple[str, list[str] | None]] = {}

    def first(self, **values: Any) -> tuple[Any, ...] | None:
        """The first row as the database has it, or None; what goes wrong is asked again in the way that names it."""
        engine = db.engine
        text, order = self._spelling(engine.dialect)
        connection = engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute(text, values if order is None else [values[name] for name in order])
            return cursor.fetchone()
        except engine.dialect.loaded_dbapi.Error:
            return db.session.connection().execute(self.statement, values).one_or_none()
        finally:
            connection.close()

    def _spelling(self, dialect: Dialect) -> tuple[str, list[str] | None]:
        """The statement in a driver's words, and the order of its values where they have no names."""
        if dialect.name not in self.spelled:
            compiled = self.statement.compile(dialect=dialect)
            self.spelled[dialect.name] = (str(compiled), compiled.positiontup)
        return self.spelled[dialect.name]
