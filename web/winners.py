"""Who has won, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.language import gettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from web.wording import Speaker


def won_words(speaker: Speaker, winners: Sequence[int]) -> str:
    """Who wins, as text: "Ann & Cem win"."""
    names = gettext(", ").join(speaker.side_text(side) for side in winners)
    one = len(winners) == 1 and len(speaker.sides[winners[0]]) == 1
    return gettext("{names} wins", names=names) if one else gettext("{names} win", names=names)
