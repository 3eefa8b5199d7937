"""Integrity check of a whole database: every value, reference, match and result."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from math import isfinite
from typing import Any

from sqlalchemy import Boolean, Column, Connection, Float, Integer, Table, select, text

from models.base import CanonicalJson, UtcDateTime, core_table
from models.circle_file.schema import are_valid_rules, is_valid_season
from models.column_types import VALID_YEARS, TolerantDate
from models.log.errors import BrokenChain
from models.log.read_verified import read_verified
from models.log.results import RESULT_COLUMNS
from models.tables.all_tables import METADATA
from models.tables.circle import HouseRules, Player
from models.tables.match import Match, matches, records
from models.tables.result import Result, results_seal
from models.tables.review import Season
from models.tail.branches import branch_faults
from scoring.games import games

SURROGATES = re.compile("[\ud800-\udfff]")
HASHED_TABLES = ("records",)  # covered by the hash chain
EVERY_MATCH = select(Match.id, Match.uid, Match.results_seal).order_by(Match.id)
BEYOND_HEAD = (
    select(matches.c.uid)
    .join(records, records.c.match_id == matches.c.id)
    .where(records.c.seq > matches.c.last_seq)
    .distinct()
)
RESULTS = select(*RESULT_COLUMNS).order_by(Result.seat, Result.turn)
seasons = core_table(Season)


def find_faults(connection: Connection) -> Iterator[str]:
    """All faults, a sentence each; the schema must be the latest."""
    with surrogate_escapes(connection):
        if connection.dialect.name == "sqlite":
            yield from sqlite_faults(connection)
        for table in METADATA.sorted_tables:
            if table.name not in HASHED_TABLES:
                yield from value_faults(connection, table)
        yield from rules_faults(connection)
        yield from season_faults(connection)
        yield from merge_faults(connection)
        yield from match_faults(connection)
        yield from branch_faults(connection)


@contextmanager
def surrogate_escapes(connection: Connection) -> Iterator[None]:
    """Let SQLite texts decode with lone surrogates for invalid bytes, which no valid text contains."""
    driver: Any = connection.connection.driver_connection
    before = getattr(driver, "text_factory", None)
    if before is not None:
        driver.text_factory = decode_surrogates
    try:
        yield
    finally:
        if before is not None:
            driver.text_factory = before


def sqlite_faults(connection: Connection) -> Iterator[str]:
    """Faults that SQLite finds in its file, and foreign keys to missing rows."""
    for (message,) in connection.execute(text("PRAGMA integrity_check")):
        if message != "ok":
            yield str(message)
    for table, row, other, _ in connection.execute(text("PRAGMA foreign_key_check")):
        yield f"{table} {row} names a row of {other} that is not there"


def value_faults(connection: Connection, table: Table) -> Iterator[str]:
    """Values that the app cannot have written, by table and key."""
    checks = [column_check(column) for column in table.columns]
    keys = [number for number, column in enumerate(table.columns) if column.primary_key]
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    for row in connection.execute(text(f"SELECT {names} FROM {table.name}")):  # noqa: S608
        for column, check, value in zip(table.columns, checks, row, strict=True):
            if not (column.nullable if value is None else check(value)):
                key = " ".join(str(row[number]) for number in keys)
                yield f"{table.name} {key}: {column.name} is not what was written"


def column_check(column: Column[Any]) -> Callable[[Any], bool]:
    """A check whether a value that is not null is valid in this column."""
    if isinstance(column.type, TolerantDate):
        return is_date
    if isinstance(column.type, CanonicalJson):
        return is_json
    if isinstance(column.type, Boolean):
        return lambda value: value in (0, 1) and type(value) in (int, bool)
    if isinstance(column.type, Integer | UtcDateTime):
        return lambda value: type(value) is int
    if isinstance(column.type, Float):
        return lambda value: type(value) is float and isfinite(value)
    return is_text


def decode_surrogates(raw: bytes) -> str:
    """UTF-8 bytes as text, with a lone surrogate for each invalid byte."""
    return raw.decode("utf-8", "surrogateescape")


def is_text(value: Any) -> bool:
    """Whether a stored value is a text without invalid bytes."""
    return type(value) is str and (value.isascii() or SURROGATES.search(value) is None)


def is_date(value: Any) -> bool:
    """Whether a stored value is a date in VALID_YEARS."""
    try:
        day = value if type(value) is date else date.fromisoformat(value)
        return day.year in VALID_YEARS
    except (ValueError, TypeError):
        return False


def is_json(value: Any) -> bool:
    """Whether a stored value is JSON text other than null."""
    try:
        return type(value) is str and json.loads(value) is not None
    except (ValueError, RecursionError):
        return False


def rules_faults(connection: Connection) -> Iterator[str]:
    """House rules that are no rules of their game."""
    for number, key, rules in connection.execute(select(HouseRules.id, HouseRules.game, HouseRules.rules)):
        game = games().get(key)
        if game is None or not are_valid_rules(game, rules):
            yield f"house_rules {number}: no rules of a game"


def season_faults(connection: Connection) -> Iterator[str]:
    """Seasons that no form can have made."""
    for row in connection.execute(select(seasons)):
        part = {key: value for key, value in row._mapping.items() if key not in ("id", "circle_id")}
        if not is_valid_season(part) or not set(row.games) <= set(games()):
            yield f"seasons {row.id}: no season"


def merge_faults(connection: Connection) -> Iterator[str]:
    """Players who are merged into a player of another circle, or into one who is merged too."""
    rows = connection.execute(select(Player.id, Player.circle_id, Player.merged_into_id)).all()
    alone = {number: circle for number, circle, into in rows if into is None}
    for number, circle, into in rows:
        if into is not None and alone.get(into) != circle:
            yield f"players {number}: merged into nobody"


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
