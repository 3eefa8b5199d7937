"""Base of all tables: metadata with named constraints, the session, types of columns, letters and days, uids."""

from __future__ import annotations

import json
import secrets
from datetime import UTC, date, datetime, timedelta
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import BigInteger, Dialect, MetaData, TableClause, Text, column, table
from sqlalchemy.orm import DeclarativeBase, registry
from sqlalchemy.types import TypeDecorator

NAMING_CONVENTION = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no two look alike
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
MAX_TIME = datetime.max.replace(tzinfo=UTC)
JSON_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
REPLACEMENT_CHARACTER = "\ufffd"  # in place of bytes that are no UTF-8; no form and no file may contain it
JOINERS = "\u200c\u200d"  # Persian names need the first, emoji the second
DIRECTION_MARKS = "\u200e\u200f\u061c"  # direction marks without an embedding
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters that render as nothing
VALID_YEARS = range(1900, 3000)


class UtcDateTime(TypeDecorator[datetime]):
    """UTC datetime stored as integer milliseconds since 1970, the same with every driver.

    A damaged value reads as 1970: a grant that ended then gives access to nothing.
    """

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else to_millis(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else from_millis(value if type(value) is int else 0)


class CanonicalJson(TypeDecorator[Any]):
    """Value stored as canonical JSON text; a damaged text reads as None."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        return canonical_json(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        try:
            return json.loads(value)
        except (ValueError, TypeError, RecursionError):
            return None


TYPE_MAP: dict[Any, Any] = {datetime: UtcDateTime}


class Base(DeclarativeBase):
    """Declarative base of all tables."""

    registry = registry(metadata=MetaData(naming_convention=NAMING_CONVENTION), type_annotation_map=TYPE_MAP)


db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})


def core_table(model: type[Base]) -> TableClause:
    """A model's table for Core statements with raw values: times in milliseconds."""
    raw = {item.name: item.type for item in model.__table__.columns}
    kinds = {name: BigInteger() if isinstance(kind, UtcDateTime) else kind for name, kind in raw.items()}
    return table(model.__tablename__, *(column(name, kind) for name, kind in kinds.items()))


def now() -> datetime:
    """The present time in UTC, rounded down to milliseconds as it is stored."""
    return from_millis(to_millis(datetime.now(UTC)))


def local_now() -> datetime:
    """The present time where the server stands; so do the players."""
    return now().astimezone()


def today() -> date:
    """The day by the calendar of the table."""
    return local_now().date()


def to_millis(value: datetime) -> int:
    """Milliseconds since 1970 of an aware datetime; TypeError for a naive one."""
    return (value - EPOCH) // MILLISECOND


def from_millis(value: int) -> datetime:
    """The UTC datetime of milliseconds since 1970; MAX_TIME for a number out of range."""
    try:
        return EPOCH + value * MILLISECOND
    except OverflowError:
        return MAX_TIME


def new_uid(length: int = 12) -> str:
    """A random public id, 59 bits by default; not a secret."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def canonical_json(value: Any) -> str:
    """Canonical JSON: sorted keys, no blanks. ValueError or TypeError for what is not JSON."""
    return JSON_ENCODER.encode(value)
