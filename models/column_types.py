"""Column types that never raise on damaged values: what cannot be read is marked instead."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from sqlalchemy import Date, Dialect, String
from sqlalchemy.types import TypeDecorator

REPLACEMENT_CHARACTER = "\ufffd"  # in place of bytes that are no UTF-8; no form and no file may contain it
JOINERS = "\u200c\u200d"  # Persian names need the first, emoji the second
DIRECTION_MARKS = "\u200e\u200f\u061c"  # direction marks without an embedding
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters that render as nothing
UNKNOWN_DATE = date.min
VALID_YEARS = range(1900, 3000)


def to_text(stored: Any) -> str:
    """A stored value as text, REPLACEMENT_CHARACTER where it cannot be read or is no text at all."""
    if type(stored) is str:
        return stored
    return decode_utf8(stored) if type(stored) is bytes else REPLACEMENT_CHARACTER


def decode_utf8(raw: bytes) -> str:
    """UTF-8 bytes as text, with REPLACEMENT_CHARACTER for invalid ones."""
    return raw.decode("utf-8", "replace")


def is_damaged(text: str) -> bool:
    """Whether a text that was read contains the mark of damage."""
    return REPLACEMENT_CHARACTER in text


def repair_text(text: str) -> str:
    """The readable rest of a damaged text; "?" if nothing is left."""
    return text.replace(REPLACEMENT_CHARACTER, "").strip() or "?"


class TolerantText(TypeDecorator[str]):
    """Text; damaged bytes read as REPLACEMENT_CHARACTER."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return value if type(value) is str or value is None else to_text(value)


class TolerantDate(TypeDecorator[date]):
    """Calendar date; a damaged one reads as UNKNOWN_DATE."""

    impl = Date
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], date]:
        read: Any = self.impl_instance.result_processor(dialect, coltype) or (lambda value: value)

        def day(stored: Any) -> date:
            try:
                found = read(stored)
                return found if found.year in VALID_YEARS else UNKNOWN_DATE
            except (ValueError, TypeError, AttributeError):
                return UNKNOWN_DATE

        return day
