"""The rows of the sheet and the cuts of the stick, cached line by line."""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from drawing import sheet_rows
from drawing.line_cache import DrawnLine, drawn_lines
from drawing.table_page import Table
from models.cache import Cache
from scoring.board import board_line
from scoring.words import Line
from web.i18n.locale import current_language, language_code
from web.i18n.messages import MarkupFormatter
from web.tree_html import html

if TYPE_CHECKING:
    from drawing.node import Content


LINE_SIZE = 4_000  # bytes that a drawn line takes, about


def lines_size(lines: Sized) -> int:
    """Estimated bytes of the drawn lines of a match."""
    return LINE_SIZE * (1 + len(lines))


_line_cache: Cache[list[DrawnLine]] = Cache(48 << 20, lines_size)


def cached_lines(table: Table, written: Callable[[Content], Content] = html) -> list[DrawnLine]:
    """Every line of a match drawn, oldest first; only those that changed are drawn anew. written: the form of a row.

    A line is worded with the names of its time, so that a match has others once a player was replaced, or a name was
    taken out of it.
    """
    key = (written, table.place.here, language_code(), table.standing.table, *dict.fromkeys(table.seating.values()))
    return _line_cache.put(key, drawn_lines(table, _line_cache.get(key) or [], written))


def line_text(line: Line, formatter: MarkupFormatter) -> tuple[Markup, Markup]:
    """Head and story of a line: who, and what happened."""
    head, story, _ = sheet_rows.row_texts(formatter.nodes, board_line(formatter.game, line))
    return html(head), html(story)


def rule_text(option: Any, value: Any) -> str:
    """A house rule and its value: "Meetje that falls short: Pays nothing"."""
    return sheet_rows.rule_in_words(current_language(), option, value)


def rule_value_text(option: Any, value: Any) -> str:
    """The value of a house rule."""
    return sheet_rows.rule_value(current_language(), option, value)


def totals_change(before: tuple[int, ...] | None, after: tuple[int, ...] | None, first: int = 0) -> Markup:
    """Running totals from the first side on; those that changed with the old value."""
    return html(sheet_rows.changed_totals(current_language(), before, after, first))
