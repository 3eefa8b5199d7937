"""SQLite connections: durable through a power cut, with transactions that lock before they read."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, event

from models.column_types import decode_utf8

SETTINGS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON", "secure_delete=ON")
"""secure_delete: replaced and moved values are overwritten in the file; not every SQLite does so by default."""


def configure_sqlite(engine: Engine) -> None:
    """Apply SETTINGS to each connection of an engine, and begin its transactions here instead of in the driver."""
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)


def _on_connect(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver would begin too late: concurrent writes were lost
    connection.text_factory = decode_utf8  # one invalid byte must not make a whole query fail
    for setting in SETTINGS:
        connection.execute(f"PRAGMA {setting}")


def _on_begin(connection: Connection) -> None:
    """Take the write lock before the first read of a transaction that will write."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
