"""SQLite as it must be opened: a power cut loses nothing acknowledged, and nobody writes on what is out of date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import event

from models.column_types import decode_utf8

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

SETTINGS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON", "secure_delete=ON")
"""With the last one nothing stays in the file of what was replaced or moved; not every SQLite does so by itself."""


def configure_sqlite(engine: Engine) -> None:
    """Open every connection of this engine with our settings and begin its transactions ourselves."""
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)


def _on_connect(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver begins too late, and concurrent entries are lost
    connection.text_factory = decode_utf8  # one letter that cannot be read must not hide all rows beside it
    for setting in SETTINGS:
        connection.execute(f"PRAGMA {setting}")


def _on_begin(connection: Connection) -> None:
    """A unit of work that writes takes its turn before it reads."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
