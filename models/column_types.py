"""Columns that can be read whatever a damaged disk has made of them: what cannot be told is marked, nothing raises."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from sqlalchemy import Date, String
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Dialect

REPLACEMENT_CHARACTER = "\ufffd"  # stands where a letter cannot be read; no form and no file lets it in
JOINERS = "\u200c\u200d"  # Persian names need the one, drawn signs the other
DIRECTION_MARKS = "\u200e\u200f\u061c"  # marks of a direction, which reach no farther than the signs beside them
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters that are drawn as nothing
UNKNOWN_DATE = date.min
VALID_YEARS = range(1900, 3000)


def to_text(stored: Any) -> str:
    """What is stored as text, with the mark where it cannot be read; the mark alone where there is no text at all."""
    if type(stored) is str:
        return stored
    return decode_utf8(stored) if type(stored) is bytes else REPLACEMENT_CHARACTER


def decode_utf8(raw: bytes) -> str:
    """The bytes as text, with the mark where they are none."""
    return raw.decode("utf-8", "replace")


def is_damaged(text: str) -> bool:
    """Whether a text that was read is not all that was written."""
    return REPLACEMENT_CHARACTER in text


def repair_text(text: str) -> str:
    """What can still be read of a text; "?" where that is nothing."""
    return text.replace(REPLACEMENT_CHARACTER, "").strip() or "?"


class TolerantText(TypeDecorator[str]):
    """A text."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return value if type(value) is str or value is None else to_text(value)


class TolerantDate(TypeDecorator[date]):
    """A day by the calendar; NO_DAY where none can be read."""

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
