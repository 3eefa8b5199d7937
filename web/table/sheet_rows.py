"""The rows of the sheet and the cuts of the stick, cached line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from drawing import sheet_rows
from models.cache import Cache
from scoring.board import board_line
from web.i18n.locale import current_language, language_code
from web.tree_html import html

if TYPE_CHECKING:
    from collections.abc import Sequence, Sized

    from markupsafe import Markup

    from drawing.node import Node
    from drawing.table_page import Table
    from scoring.confirmations import Confirmation, Confirmations
    from scoring.words import Line, Values
    from scoring.words import Table as Seats
    from web.i18n.messages import Speaker


class DrawnLine(NamedTuple):
    """A line with its answers, its row on the sheet and its cut on the stick."""

    line: Line
    given: tuple[Confirmation, ...]
    row: Markup
    cut: Node


LINE_SIZE = 4_000  # bytes that a drawn line takes, about


def lines_size(lines: Sized) -> int:
    """Estimated bytes of the drawn lines of a match."""
    return LINE_SIZE * (1 + len(lines))


_line_cache: Cache[list[DrawnLine]] = Cache(32 << 20, lines_size)


def cached_lines(table: Table) -> list[DrawnLine]:
    """Every line of a match drawn, oldest first; only those that changed are drawn anew."""
    key, lines = (table.place.here, language_code(), *tables_of_match(table)), table.sheet.lines
    known = _line_cache.get(key) or []
    same = count_unchanged(known, lines, table.confirmations)
    if same == len(known) == len(lines):
        return known
    return _line_cache.put(key, known[:same] + [draw_line(table, number) for number in range(same, len(lines))])


def tables_of_match(table: Table) -> list[Seats]:
    """Every table of a match where a player was replaced: a line is worded with the names of its time."""
    return list(dict.fromkeys(table.seating.values()))


def count_unchanged(known: Sequence[Any], lines: tuple[Line, ...], answers: Confirmations) -> int:
    """How many lines are as they were drawn; one that is the same object has the same ones before it.

    known: objects with a line and the answers given to it.
    """
    n = min(len(known), len(lines))
    if not n or known[n - 1].line is not lines[n - 1]:
        n = next((at for at in range(n) if known[at].line != lines[at]), n)
    return next((at for at in range(n) if known[at].given != answers.get(lines[at].deal.uid, ())), n)


def draw_line(table: Table, number: int) -> DrawnLine:
    """A line drawn."""
    row, cut = table.line(number)
    return DrawnLine(table.sheet.lines[number], table.confirmations_of(number), html(row), cut)


def line_text(line: Line, speaker: Speaker) -> tuple[Markup, Markup]:
    """Head and story of a line: who, and what happened."""
    head, story, _ = sheet_rows.row_texts(speaker.voice, board_line(speaker.game, line))
    return html(head), html(story)


def changed_rules_text(changes: Values, speaker: Speaker) -> str:
    """The rules that changed, by label and new value."""
    return sheet_rows.rules_changed(speaker.voice, changes)


def rule_text(option: Any, value: Any) -> str:
    """A house rule and its value: "Meetje that falls short: Pays nothing"."""
    return sheet_rows.rule_in_words(current_language(), option, value)


def rule_value_text(option: Any, value: Any) -> str:
    """The value of a house rule."""
    return sheet_rows.rule_value(current_language(), option, value)


def totals_change(before: tuple[int, ...] | None, after: tuple[int, ...] | None, first: int = 0) -> Markup:
    """Running totals from the first side on; those that changed with the old value."""
    return html(sheet_rows.changed_totals(current_language(), before, after, first))
