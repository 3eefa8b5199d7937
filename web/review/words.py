"""What a game's review calls its codes and bids, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort

from scoring.games import games
from scoring.review.panels import Trumps
from scoring.review.registry import review_of
from web.i18n.locale import gettext, in_digits

if TYPE_CHECKING:
    from scoring.words import Wording


def said(wording: Wording) -> str:
    """A wording without values."""
    text = wording if isinstance(wording, str) else wording[1]
    return in_digits(text) if text.isdecimal() else gettext(text)


def coded(game: str, code: str) -> str:
    """What people call a code of a game; 404 for one that it does not have."""
    words = review_of(game).wordings.get(code) if game in games() else None
    return said(words) if words else abort(404)


def bid_words(game: str, bid: int) -> str:
    """What a bid is called."""
    return said(review_of(game).bid_words(bid))


def trump_words(game: str, trump: str) -> str:
    """What a trump is called."""
    words = [panel.words.get(trump) for panel in review_of(game).panels if isinstance(panel, Trumps)]
    return said(words[0]) if words and words[0] else abort(404)
