"""Records of a log in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.sheet_rows import row_texts
from scoring.board import board_line

if TYPE_CHECKING:
    from drawing.messages import MessageFormatter
    from drawing.node import Content
    from scoring.words import Line


def line_words(formatter: MessageFormatter, line: Line) -> Content:
    """A line of the sheet in one sentence: who, and what happened."""
    head, story, _ = row_texts(formatter, board_line(formatter.game, line))
    return [head, ": ", story] if story else head
