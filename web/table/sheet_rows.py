"""The rows of the sheet and the cuts of the stick: made once for a line and kept while the line stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from drawing import sheet_rows
from models.cache import Cache
from scoring.board import board_line
from web.i18n.locale import language, speaking
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


class Drawn(NamedTuple):
    """A line with what was answered to it, its row on the sheet and its cut on the stick."""

    line: Line
    given: tuple[Confirmation, ...]
    row: Markup
    cut: Node


LINE = 4_000  # bytes that a drawn line takes, about


def lines_size(lines: Sized) -> int:
    """Bytes that the drawn lines of a match take, about."""
    return LINE * (1 + len(lines))


_drawn: Cache[list[Drawn]] = Cache(32 << 20, lines_size)


def drawn_lines(table: Table) -> list[Drawn]:
    """Every line of a match drawn, oldest first; those that are as they were when last drawn are not drawn again."""
    key, lines = (table.place.here, language(), *who_sat(table)), table.sheet.lines
    known = _drawn.get(key) or []
    same = unchanged(known, lines, table.confirmations)
    if same == len(known) == len(lines):
        return known
    return _drawn.put(key, known[:same] + [drawn(table, number) for number in range(same, len(lines))])


def who_sat(table: Table) -> list[Seats]:
    """All who ever sat at a table, where somebody was replaced: lines are told with the names of then."""
    return list(dict.fromkeys(table.seating.values()))


def unchanged(known: Sequence[Any], lines: tuple[Line, ...], answers: Confirmations) -> int:
    """How many lines are as they were drawn; one that is the same object has the same ones before it.

    What is known of each is its line and what was given as answers to it, first.
    """
    n = min(len(known), len(lines))
    if not n or known[n - 1].line is not lines[n - 1]:
        n = next((at for at in range(n) if known[at].line != lines[at]), n)
    return next((at for at in range(n) if known[at].given != answers.get(lines[at].deal.uid, ())), n)


def drawn(table: Table, number: int) -> Drawn:
    """A line drawn."""
    row, cut = table.line(number)
    return Drawn(table.sheet.lines[number], table.confirmations_of(number), html(row), cut)


def line_in_words(line: Line, speaker: Speaker) -> tuple[Markup, Markup]:
    """Head and story of a line: who, and what happened."""
    head, story, _ = sheet_rows.row_texts(speaker.voice, board_line(speaker.game, line))
    return html(head), html(story)


def rules_changed(changes: Values, speaker: Speaker) -> str:
    """The rules that changed, by label and new value."""
    return sheet_rows.rules_changed(speaker.voice, changes)


def rule_in_words(option: Any, value: Any) -> str:
    """A house rule and its value: "Meetje that falls short: Pays nothing"."""
    return sheet_rows.rule_in_words(speaking(), option, value)


def rule_value(option: Any, value: Any) -> str:
    """The value of a house rule in words."""
    return sheet_rows.rule_value(speaking(), option, value)


def moved(before: tuple[int, ...] | None, after: tuple[int, ...] | None, first: int = 0) -> Markup:
    """Running totals from the first side on, those that changed with what they were."""
    return html(sheet_rows.changed_totals(speaking(), before, after, first))
