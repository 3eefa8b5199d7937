"""Figures of review in the reader’s digits: tenths."""

from __future__ import annotations

from drawing.locale import MINUS
from web.i18n.locale import current_language, localize_typed, num


def tenths(value: float) -> str:
    """A number with one decimal; a whole one without."""
    size = abs(round(value, 1))
    digits = num(int(size)) if size == int(size) else localize_typed(f"{size:.1f}")
    return current_language().apart(MINUS + digits) if round(value, 1) < 0 else digits
