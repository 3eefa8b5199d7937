"""Records as markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from drawing import record_words as records
from scoring.words import Line, Record
from web.i18n.messages import MarkupFormatter
from web.tree_html import html

if TYPE_CHECKING:
    from scoring.words import Rules

Words = Markup | str


def line_words(line: Line, formatter: MarkupFormatter) -> Words:
    """A line of the sheet in one sentence: who, and what happened."""
    return html(records.line_words(formatter.nodes, line))


def ruling_words(record: Record, formatter: MarkupFormatter, held: Rules, before: Rules | None = None) -> Words:
    """A record that is no deal, as text; formatter: of the table before it, held: the house rules in force.

    before: the rules before it, to name the old values as well.
    """
    return html(records.ruling_words(formatter.nodes, record, held, before))
