"""Who has won, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.result import winner
from web.tree_html import html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from web.i18n.messages import MarkupFormatter


def won_words(formatter: MarkupFormatter, winners: Sequence[int]) -> Markup:
    """Who wins: "Ann & Cem win"."""
    return html(winner.won_words(formatter.nodes, tuple(winners)))
