"""Stored values behind the models' back: to read them, flip a bit and put them back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from models.base import db
from models.tables import Match

KEPT = {
    "matches": "uid game edition rules first_dealer started_at state ended_at last_seq last_hash seal",
    "match_seats": "seat player_id name",
    "players": "uid",
    "records": "match_id seq uid kind body grant device made_at at previous hash",
}
OF_A_MATCH = {
    "matches": "SELECT id, * FROM matches WHERE id = {match}",
    "match_seats": "SELECT * FROM match_seats WHERE match_id = {match}",
    "players": "SELECT * FROM players WHERE id IN (SELECT player_id FROM match_seats WHERE match_id = {match})",
    "records": "SELECT * FROM records WHERE match_id = {match}",
}
KEYS = {"matches": ("id",), "match_seats": ("match_id", "seat"), "players": ("id",), "records": ("match_id", "seq")}


class Cell(NamedTuple):
    """One stored value, and the key of its row."""

    table: str
    key: dict[str, Any]
    column: str
    value: Any


@contextmanager
def behind() -> Iterator[Any]:
    """A connection of the driver's own, which minds neither our settings nor foreign keys; each statement stays."""
    engine = db.engine
    if engine.dialect.name == "sqlite":
        connection = sqlite3.connect(engine.url.database, isolation_level=None)
        connection.execute("PRAGMA synchronous = OFF")
        connection.row_factory = lambda cursor, row: {item[0]: row[at] for at, item in enumerate(cursor.description)}
    else:
        import psycopg
        from psycopg.rows import dict_row

        url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = psycopg.connect(url, autocommit=True, row_factory=dict_row)
        connection.execute("SET session_replication_role = replica")
    try:
        yield connection
    finally:
        connection.close()


def cells_of(match: Match) -> list[Cell]:
    """Every stored value that tells what the match came to, but those that are null."""
    found = []
    with behind() as connection:
        for table, columns in KEPT.items():
            for row in connection.execute(OF_A_MATCH[table].format(match=match.id)).fetchall():
                key = {name: row[name] for name in KEYS[table]}
                found += [Cell(table, key, name, row[name]) for name in columns.split() if row[name] is not None]
    return found


def put(connection: Any, cell: Cell, value: Any, key: dict[str, Any] | None = None) -> dict[str, Any]:
    """Store another value in this cell; the key of its row afterwards."""
    key = key or cell.key
    on_sqlite = isinstance(connection, sqlite3.Connection)
    mark = "?" if on_sqlite else "%s"
    new = f"CAST({mark} AS TEXT)" if isinstance(value, bytes) else mark
    where = " AND ".join(f'"{name}" = {mark}' for name in key)
    done = connection.execute(f'UPDATE {cell.table} SET "{cell.column}" = {new} WHERE {where}', (value, *key.values()))
    assert done.rowcount == 1
    return {**key, cell.column: value} if cell.column in key else key


def flipped(random: Random, cell: Cell, only_text: bool) -> Any:
    """The value with one bit flipped; a text as bytes, which with only_text are a text still."""
    if isinstance(cell.value, int):
        lowest = 5 if cell.column in cell.key else 0  # the row of that key is there already
        return cell.value ^ 1 << random.randrange(lowest, 48 if cell.value > 2**31 else 31)
    while True:
        raw = bytearray(cell.value.encode())
        raw[random.randrange(len(raw))] ^= 1 << random.randrange(8)
        if not only_text:
            return bytes(raw)
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
