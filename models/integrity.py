"""Integrity check of a whole database: what it says itself, every match and result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, create_engine, select, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from models.log.errors import BrokenChain
from models.log.read import read_verified
from models.log.results import RESULT_COLUMNS, results_seal
from models.tables import Match, Result, matches, records
from models.tail.branches import match_branches

EVERY_MATCH = select(Match.id, Match.uid, Match.results_seal).order_by(Match.id)
BEYOND_HEAD = (
    select(matches.c.uid)
    .join(records, records.c.match_id == matches.c.id)
    .where(records.c.seq > matches.c.last_seq)
    .distinct()
)
RESULTS = select(*RESULT_COLUMNS).order_by(Result.seat, Result.turn)


def file_faults(path: Path) -> list[str]:
    """The faults of a SQLite file."""
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).connect() as connection:  # it does not stay open
        return database_faults(connection)


def database_faults(connection: Connection) -> list[str]:
    """The faults of a database; an error that ends the check is the last of them."""
    faults: list[str] = []
    try:
        faults.extend(find_faults(connection))
    except DatabaseError as error:  # the faults found before say more
        faults.append(str(error.orig))
    except UnicodeDecodeError:  # SQLite's own words about a damaged schema
        faults.append("its tables cannot be read")
    return faults


def find_faults(connection: Connection) -> Iterator[str]:
    """All faults, a sentence each; the schema must be the latest."""
    if connection.dialect.name == "sqlite":
        for (message,) in connection.execute(text("PRAGMA integrity_check")):
            if message != "ok":
                yield str(message)
        for table, row, other, _ in connection.execute(text("PRAGMA foreign_key_check")):
            yield f"{table} {row} names a row of {other} that is not there"
    for (uid,) in connection.execute(BEYOND_HEAD).all():
        yield str(BrokenChain(uid, "a record behind its last"))
    for match_id, uid, seal in connection.execute(EVERY_MATCH).all():
        try:
            read_verified(connection, match_id, uid)
            match_branches(connection, match_id, uid)
        except BrokenChain as broken:
            yield str(broken)
        rows = connection.execute(RESULTS.where(Result.match_id == match_id)).all()
        if seal not in (None, results_seal(uid, [tuple(row) for row in rows])):
            yield f"match {uid}: its results were changed"
