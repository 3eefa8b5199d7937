"""CSV files for spreadsheets: streamed, with formulas escaped."""

from __future__ import annotations

import csv
import io
import re
import tempfile
from collections.abc import Iterable
from itertools import chain
from typing import Any
from unicodedata import category

from flask import Response
from markupsafe import Markup

from web.http.answers import chunks_of
from web.http.requests import IN_MEMORY
from web.i18n.locale import current_language

Cells = list[Any]
BOM = "\ufeff"  # by which Excel knows UTF-8
FORMULA = re.compile(
    r"""(^|[,;|\r\n])([ "']*)(?=[=+\-@\t\r\n＝＋－＠])"""
)  # at every sign where a spreadsheet may split
WITH_SEMICOLONS = ("nl", "de")  # there the comma stands before decimals, and Excel looks for semicolons


def csv_response(name: str, heading: Cells, rows: Iterable[Cells]) -> Response:
    """The table as a CSV file."""
    written = CsvFile()
    for row in rows:
        written.add(row)
    return written.under(heading, name)


class CsvFile:
    """Rows of a CSV file, in memory while they are few, else in a temporary file."""

    def __init__(self) -> None:
        self.file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  closed when it was sent
        self.mark = ";" if current_language().code.split("-")[0] in WITH_SEMICOLONS else ","
        self.widest = 0  # cells

    def add(self, row: Cells) -> None:
        """Add a row."""
        self.widest = max(self.widest, len(row))
        self.file.write(self.line(row))

    def line(self, row: Cells) -> bytes:
        """The row as bytes."""
        text = io.StringIO()
        csv.writer(text, delimiter=self.mark).writerow([escape_formulas(cell) for cell in row])
        return text.getvalue().encode()

    def under(self, heading: Cells, name: str) -> Response:
        """The file with its heading, streamed."""
        first = BOM.encode() + self.line(heading)
        size = len(first) + self.file.tell()
        self.file.seek(0)
        answer = Response(chain([first], chunks_of(self.file)), content_type="text/csv; charset=utf-8")
        answer.content_length = size
        answer.headers["Content-Disposition"] = f'attachment; filename="tallystick-{name}.csv"'
        answer.call_on_close(self.file.close)
        return answer


def escape_formulas(cell: Any) -> Any:
    """The cell with an apostrophe before everything a spreadsheet could take for a formula."""
    return FORMULA.sub(r"\1'\2", cell) if type(cell) is str else cell


def plain_text(words: Any) -> str:
    """Markup as text, without control characters."""
    text = Markup(words).striptags()  # noqa: S704  taken apart, not put on a page
    return "".join(letter for letter in text if category(letter) != "Cc")
