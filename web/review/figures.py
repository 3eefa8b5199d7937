"""Figures of review in the reader's digits: tenths, shares of a hundred."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.locale import MINUS
from web.i18n.locale import LTR, localize_typed, num, signed

if TYPE_CHECKING:
    from markupsafe import Markup


def tenths(value: float) -> str:
    """A number with one decimal; a whole one without."""
    size = abs(round(value, 1))
    sign = MINUS if round(value, 1) < 0 else ""
    return sign + (num(int(size)) if size == int(size) else localize_typed(f"{size:.1f}"))


def signed_tenths(value: float) -> Markup:
    """A gain or a loss with its sign and one decimal, left to right in every language."""
    return LTR.format(("+" if round(value, 1) > 0 else "") + tenths(value))


def signed_hundred(share: float) -> Markup:
    """A share as a signed whole number of a hundred."""
    return signed(round(100 * share))
