"""The page of a match as a whole, header and main part, for a page that shows another one: the table, or the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import node
from drawing.result.page import ResultPage
from drawing.sheet_rows import cuts
from drawing.table_frame import sheet_part, table_frame

if TYPE_CHECKING:
    from drawing.line_cache import DrawnLine
    from drawing.node import Content
    from drawing.table_page import Table
    from scoring.words import Rules, Values


def end_parts(table: Table, lines: list[DrawnLine], rules: Rules, ended: int | None, recorded: str) -> Values:
    """Title and trees of a match that is over. rules: those it began with; ended: when, in milliseconds since 1970.

    recorded: the kind of the record just made.
    """
    result = ResultPage(table, rules, ended)
    main = node("main", {"class": "wrap stack"}, result.main(cuts(lines), rows_of(lines), recorded))
    return {"title": result.heading, "trees": [node("header", {"class": "bar wrap"}, result.header()), main]}


def table_parts(table: Table, lines: list[DrawnLine], version: int, recorded: str) -> Values:
    """Title and trees of a match that goes on, at a version of its log."""
    sheet = sheet_part(table.language, table.heads, table.uncounted, rows_of(lines))
    part = table.table_part(version, cuts(lines), recorded)
    main = node("main", {"class": "wrap at-table"}, table_frame(table.language, table.dispute_strip(), part, sheet))
    return {"title": table.heading, "trees": [node("header", {"class": "bar wrap"}, table.header()), main]}


def rows_of(lines: list[DrawnLine]) -> list[Content]:
    """The rows of the sheet, newest first."""
    return [line.row for line in reversed(lines)]
