"""A card of the year in review."""

from __future__ import annotations

from typing import Any, NamedTuple

PER_MATCH = 10  # thousandths of a chance in one of a hundred


class YearCard(NamedTuple):
    """A card: its heading, a sentence, a drawing, figures, and where it leads with the words for it."""

    title: str
    words: str = ""
    drawing: Any = ""
    figures: tuple[tuple[str, str], ...] = ()
    address: str = ""
    leads: str = ""
