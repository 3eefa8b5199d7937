"""The picture of a card of the year: its title, the stick of the year, its largest figure, its words."""

from __future__ import annotations

from datetime import date
from math import ceil
from textwrap import wrap

from markupsafe import escape

from models.review.past.matches import Past
from web.i18n.locale import gettext, in_digits
from web.review.picture.card import PictureCard
from web.review.story.picture import evenings_of
from web.review.year.card import YearCard

LONG, SPARE = 52, 6  # letters of a line, at most and more than its share


def year_picture(past: Past, card: YearCard, year: int, begin: date) -> PictureCard:
    """A card as a picture; begin: the first day of the year."""
    title = gettext("Year {year}", year=in_digits(str(year)))
    said = escape(card.words).striptags()
    even = ceil(len(said) / max(1, ceil(len(said) / LONG)))
    words = wrap(said, even + SPARE) or [f"{figure} {text}" for figure, text in card.figures]
    figure = card.figures[0][0] if card.figures else in_digits(str(year))
    return PictureCard(
        card.title, title, "", None, words, evenings_of(past.matches), begin, ringed=False, figure=figure
    )
