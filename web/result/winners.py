"""Who has won, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.i18n.locale import list_of, marked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from web.i18n.messages import MarkupFormatter


def won_words(formatter: MarkupFormatter, winners: Sequence[int]) -> Markup:
    """Who wins: "Ann & Cem win"."""
    names = list_of([formatter.side(side) for side in winners])
    one = len(winners) == 1 and len(formatter.sides[winners[0]]) == 1
    return marked("{names} wins", names=names) if one else marked("{names} win", names=names)
