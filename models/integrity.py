"""Integrity check of a whole database: what it says itself, the kinds of values, every match and result."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Boolean, Column, Connection, Date, Double, Integer, Table, select, text
from sqlalchemy.exc import SQLAlchemyError

from models.base import CanonicalJson, UtcDateTime
from models.log.errors import BrokenChain
from models.log.read import read_verified
from models.log.results import RESULT_COLUMNS, results_seal
from models.review_tables import METADATA
from models.tables import Match, Result, matches, records
from models.tail.branches import branch_faults

HASHED_TABLES = ("records",)  # covered by the hash chain
EVERY_MATCH = select(Match.id, Match.uid, Match.results_seal).order_by(Match.id)
BEYOND_HEAD = (
    select(matches.c.uid)
    .join(records, records.c.match_id == matches.c.id)
    .where(records.c.seq > matches.c.last_seq)
    .distinct()
)
RESULTS = select(*RESULT_COLUMNS).order_by(Result.seat, Result.turn)


def find_faults(connection: Connection) -> Iterator[str]:
    """All faults, a sentence each; the schema must be the latest."""
    if connection.dialect.name == "sqlite":
        yield from sqlite_faults(connection)
    yield from value_faults(connection)
    yield from match_faults(connection)
    yield from branch_faults(connection)


def sqlite_faults(connection: Connection) -> Iterator[str]:
    """Faults that SQLite finds in its file, and foreign keys to missing rows."""
    for (message,) in connection.execute(text("PRAGMA integrity_check")):
        if message != "ok":
            yield str(message)
    for table, row, other, _ in connection.execute(text("PRAGMA foreign_key_check")):
        yield f"{table} {row} names a row of {other} that is not there"


def value_faults(connection: Connection) -> Iterator[str]:
    """Tables with values of another kind than was written: SQLite keeps any kind in any column."""
    for table in METADATA.sorted_tables:
        if table.name in HASHED_TABLES:
            continue
        wrong = wrong_values(table, connection.dialect.name == "sqlite")
        rows = connection.scalar(text(f"SELECT count(*) FROM {table.name} WHERE {wrong}"))  # noqa: S608
        if rows:
            yield f"{table.name}: {rows} of its rows hold a value that is not what was written"


def has_wrong_values(connection: Connection) -> bool:
    """Whether a value of another kind is stored somewhere; False when the database cannot say."""
    try:
        return any(value_faults(connection))
    except SQLAlchemyError:
        return False


def wrong_values(table: Table, on_sqlite: bool) -> str:
    """The condition that a value of a row is not of its column's kind, in SQL."""
    columns = [column for column in table.columns if on_sqlite or isinstance(column.type, Date)]
    conditions = [f'"{column.name}" IS NOT NULL AND ({wrong_value(column, on_sqlite)})' for column in columns]
    return " OR ".join(conditions) or "false"


def wrong_value(column: Column[object], on_sqlite: bool) -> str:
    """The condition that a value is not of a column's kind."""
    name, kind = f'"{column.name}"', column.type
    if isinstance(kind, Date):
        years = f"{name} NOT BETWEEN '1900-01-01' AND '2999-12-31'"
        return f"date({name}) IS NOT {name} OR {years}" if on_sqlite else years
    if isinstance(kind, CanonicalJson):
        return f"NOT json_valid({name})"
    if isinstance(kind, Boolean):
        return f"{name} NOT IN (0, 1)"
    kinds = {Integer: "integer", UtcDateTime: "integer", Double: "real"}
    return f"typeof({name}) != '{next((word for key, word in kinds.items() if isinstance(kind, key)), 'text')}'"


def match_faults(connection: Connection) -> Iterator[str]:
    """Matches whose rows do not fit their hashes, and results that do not fit their seal."""
    for (uid,) in connection.execute(BEYOND_HEAD).all():
        yield str(BrokenChain(uid, "a record behind its last"))
    for match_id, uid, seal in connection.execute(EVERY_MATCH).all():
        try:
            read_verified(connection, match_id, uid)
        except BrokenChain as broken:
            yield str(broken)
        rows = connection.execute(RESULTS.where(Result.match_id == match_id)).all()
        if seal not in (None, results_seal(uid, [tuple(row) for row in rows])):
            yield f"match {uid}: its results were changed"
