"""What others recorded while a page was filled in, above that page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from drawing.node import node
from web.history import Words
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from drawing.node import Content


def news_section(updates: Sequence[Words]) -> Content:
    """The entries of others as a notice; None without any."""
    if not updates:
        return None
    lead = node("p", {}, gettext("Another phone has just recorded something."))
    return node("section", {"class": "notice", "role": "alert"}, lead, [node("p", {}, one) for one in updates])
