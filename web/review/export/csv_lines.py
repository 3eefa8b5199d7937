"""Exported lines as CSV, a batch at a time."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from models.review.export.lines import TABLES, Line
from models.review.export.plain import plain
from web.csv import BOM, escape_formulas


def csv_text(table: str, batches: Iterable[list[Line]]) -> Iterator[bytes]:
    """The table with its heading, separated by commas in every language: the file is for programs."""
    yield BOM.encode() + csv_rows([TABLES[table]._fields])
    for lines in batches:
        yield csv_rows(map(cell, line) for line in lines)


def csv_rows(rows: Iterable[Iterable[Any]]) -> bytes:
    """Rows of a CSV file."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def cell(value: Any) -> Any:
    """A value of a CSV file: 1 and 0 for yes and no, no text that a spreadsheet takes for a formula."""
    return int(value) if value is True or value is False else escape_formulas(plain(value))
