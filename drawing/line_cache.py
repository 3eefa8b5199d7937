"""The lines of a sheet as drawn: a row and a cut each. Lines that are as they were drawn are not drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from drawing.node import Content
    from drawing.table_page import Table
    from scoring.deals import Confirmation
    from scoring.words import Line

    Given = tuple[Confirmation, ...]

DrawnLine = NamedTuple(
    "DrawnLine", [("line", "Line"), ("confirmations", "Given"), ("row", "Content"), ("cut", "Content")]
)
"""A line of the sheet with its confirmations, its row and its cut on the tally stick, if that has cuts."""


def as_nodes(row: Content) -> Content:
    """The row as it is, for drawn_lines()."""
    return row


def drawn_lines(
    table: Table, known: list[DrawnLine], written: Callable[[Content], Content] = as_nodes
) -> list[DrawnLine]:
    """Every line of the table drawn, oldest first. known: its lines as drawn before; written: the form of a row."""
    lines = table.sheet.lines
    same = count_unchanged(table, known)
    if same == len(known) == len(lines):
        return known
    return known[:same] + [draw_line(table, number, written) for number in range(same, len(lines))]


def count_unchanged(table: Table, known: list[DrawnLine]) -> int:
    """How many lines are as they were drawn; one that is the same object has the same ones before it."""
    lines, same = table.sheet.lines, 0
    most = min(len(known), len(lines))
    kept = most > 0 and known[most - 1].line is lines[most - 1]
    while (
        same < most
        and (kept or known[same].line == lines[same])
        and known[same].confirmations == table.confirmations_of(same)
    ):
        same += 1
    return same


def draw_line(table: Table, number: int, written: Callable[[Content], Content]) -> DrawnLine:
    """One line drawn."""
    row, cut = table.line(number)
    return DrawnLine(table.sheet.lines[number], table.confirmations_of(number), written(row), cut)
