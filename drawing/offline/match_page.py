"""The page of a match that a phone draws by itself: the table, or only totals and sheet where nothing is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import node
from drawing.sheet_rows import cuts
from drawing.table_frame import sheet_part, table_frame

if TYPE_CHECKING:
    from drawing.line_cache import DrawnLine
    from drawing.node import Content, Node
    from drawing.table_page import Table
    from scoring.words import Values


def match_page(table: Table, drawn: list[DrawnLine], version: int, may_score: bool) -> Values:
    """Title and trees of the page of a match whose lines are drawn, and the version that it shows."""
    sheet = sheet_part(table.language, table.heads, table.uncounted, [line.row for line in reversed(drawn)])
    if may_score and table.sheet.outcome is None:
        whole = table.table_part(version, cuts(drawn))
        frame = table_frame(table.language, table.dispute_strip(), whole, sheet)
        main = node("main", {"class": "wrap at-table"}, frame)
    else:
        main = node("main", {"class": "wrap stack"}, read_only(table), sheet)
    bar = node("header", {"class": "bar wrap"}, table.header())
    return {"title": table.heading, "trees": [bar, main], "version": version}


def read_only(table: Table) -> list[Content]:
    """The totals, and how the match stands or who won."""
    if table.sheet.outcome:
        return [table.totals_board(False), ended(table)]
    return [table.totals_board(False), node("div", {"class": "play"}, table.status_line(False))]


def ended(table: Table) -> Node:
    """Who won."""
    gettext, outcome = table.language.gettext, table.sheet.outcome
    names = [table.formatter.side_text(side) for side in outcome.winners] if outcome else []
    won = gettext("Won: {names}", names=gettext(", ").join(names)) if names else gettext("This match is over.")
    return node("p", {"class": "notice"}, won)
