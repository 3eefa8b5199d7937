"""Columns that can be read whatever a damaged disk has made of them: what cannot be told is marked, nothing raises."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from sqlalchemy import Date, String
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Dialect

MARK = "\ufffd"  # stands where a letter cannot be read; no form and no file lets it in
JOINERS = "\u200c\u200d"  # Persian names need the one, drawn signs the other
DIRECTIONS = "\u200e\u200f\u061c"  # marks of a direction, which reach no farther than the signs beside them
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters that are drawn as nothing
NO_DAY = date.min
YEARS = range(1900, 3000)


def text_of(stored: Any) -> str:
    """What is stored as text, with the mark where it cannot be read; the mark alone where there is no text at all."""
    if type(stored) is str:
        return stored
    return decoded(stored) if type(stored) is bytes else MARK


def decoded(raw: bytes) -> str:
    """The bytes as text, with the mark where they are none."""
    return raw.decode("utf-8", "replace")


def is_damaged(text: str) -> bool:
    """Whether a text that was read is not all that was written."""
    return MARK in text


def mended(text: str) -> str:
    """What can still be read of a text; "?" where that is nothing."""
    return text.replace(MARK, "").strip() or "?"


class Words(TypeDecorator[str]):
    """A text."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        return value if type(value) is str or value is None else text_of(value)


class Day(TypeDecorator[date]):
    """A day by the calendar; NO_DAY where none can be read."""

    impl = Date
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], date]:
        read: Any = self.impl_instance.result_processor(dialect, coltype) or (lambda value: value)

        def day(stored: Any) -> date:
            try:
                found = read(stored)
                return found if found.year in YEARS else NO_DAY
            except (ValueError, TypeError, AttributeError):
                return NO_DAY

        return day
