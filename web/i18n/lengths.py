"""Lengths of time as text."""

from __future__ import annotations

from web.i18n.locale import gettext, ngettext


def length_words(minutes: int) -> str:
    """A length: "3 h 10", "45 minutes"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return ngettext("{num} minute", "{num} minutes", rest)
    return gettext("{hours} h {minutes}", hours=hours, minutes=rest) if rest else gettext("{hours} h", hours=hours)
