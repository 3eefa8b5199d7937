"""A circle as an SQLite file for Datasette and the like: plain tables with their references, indexes and views."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from models.base import now
from models.review.export.calls import read_calls
from models.review.export.lines import VERSION, DealLine, Line, MatchLine, SeatLine
from models.review.export.plain import plain
from models.review.export.read import Exported, read_lines
from models.review.export.schema import INDEXES, TABLES, views

FORMAT = "tallystick review"
QUICK = "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
OF_THE_EVENING = ("place",)
OF_THE_MATCH = ("day", "game")
NAMES = ("dealer", "bidder", "partner")


def write_database(path: Path, engine: Engine, name: str, found: Exported) -> None:
    """Write the file of a circle of this name, empty until now."""
    with closing(sqlite3.connect(path)) as file, file:
        file.executescript(QUICK + TABLES)
        describe(file, name)
        people = found.people.persons.values()
        insert(file, "people", ("id", "name", "ranked"), ((one.uid, one.name, not one.unranked) for one in people))
        write_lines(file, engine, found)
        with engine.connect() as connection:
            insert(
                file, "calls", ("deal_id", "n", "person_id", "call"), read_calls(connection, found.circle, found.people)
            )
        file.executescript(INDEXES + views())
        file.execute("ANALYZE")


def describe(file: sqlite3.Connection, name: str) -> None:
    """What the file is, of whom and when."""
    known = {"format": FORMAT, "version": str(VERSION), "circle": name, "made_at": plain(now())}
    insert(file, "metadata", ("key", "value"), known.items())


def write_lines(file: sqlite3.Connection, engine: Engine, found: Exported) -> None:
    """Write evenings, matches, seats and deals."""
    evenings: dict[str, tuple[str, Any, str]] = {}
    for lines in read_lines(engine, found, "matches"):
        held = [line for line in lines if isinstance(line, MatchLine)]
        evenings |= {line.evening_id: (line.evening_id, plain(line.day), line.place) for line in held}
        dated = [MatchLine._make(map(plain, line)) for line in held]
        write_some(file, "matches", dated, MatchLine, without=OF_THE_EVENING, key="match_id")
    insert(file, "evenings", ("id", "day", "place"), evenings.values())
    for lines in read_lines(engine, found, "seats"):
        write_some(file, "seats", lines, SeatLine, without=OF_THE_MATCH)
    for lines in read_lines(engine, found, "deals"):
        write_some(file, "deals", lines, DealLine, without=("day", *NAMES), key="deal_id")


def write_some(
    file: sqlite3.Connection, table: str, lines: Iterable[Line], kind: type[Line], without: Iterable[str], key: str = ""
) -> None:
    """Write lines without some of their columns, among which are all dates; key: the column that is the table's id."""
    kept = [name for name in kind._fields if name not in without]
    values = itemgetter(*[kind._fields.index(name) for name in kept])
    columns = ["id" if name == key else name for name in kept]
    insert(file, table, columns, map(values, lines))


def insert(file: sqlite3.Connection, table: str, columns: Iterable[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of such columns, of plain values."""
    names = tuple(columns)
    statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608  own names
    file.executemany(statement, rows)
