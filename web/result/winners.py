"""Who has won, in words."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from drawing.result import winner
from web.i18n.messages import MarkupFormatter
from web.tree_html import html


def won_words(formatter: MarkupFormatter, winners: Sequence[int]) -> Markup:
    """Who wins: "Ann & Cem win"."""
    return html(winner.won_words(formatter.nodes, tuple(winners)))
