"""The page of a match that a phone draws by itself: the table, or only totals and sheet where nothing is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.match_page import rows_of, table_parts
from drawing.node import node
from drawing.table_frame import sheet_part

if TYPE_CHECKING:
    from drawing.line_cache import DrawnLine
    from drawing.table_page import Table
    from scoring.words import Values


def match_page(table: Table, drawn: list[DrawnLine], version: int, may_score: bool) -> Values:
    """Title and trees of the page of a match that goes on, whose lines are drawn, and the version that it shows."""
    if may_score:
        page = table_parts(table, drawn, version, "")
        page["version"] = version
        return page
    standing = [table.totals_board(False), node("div", {"class": "play"}, table.status_line(False))]
    sheet = sheet_part(table.language, table.heads, table.uncounted, rows_of(drawn))
    bar = node("header", {"class": "bar wrap"}, table.header())
    main = node("main", {"class": "wrap stack"}, standing, sheet)
    return {"title": table.heading, "trees": [bar, main], "version": version}
