"""Days and evenings in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask_babel

from web.language import gettext
from web.regulars import today

if TYPE_CHECKING:
    from datetime import date

    from models.evenings import Evening


def day(date: date, form: str = "EEEE d MMMM") -> str:
    """A day in the reader's language; form is CLDR's."""
    return str(flask_babel.format_date(date, form))


def long_day(date: date) -> str:
    """A day with its name, and with its year unless that is this one."""
    return day(date) if date.year == today().year else day(date, "EEEE d MMMM y")


def evening_words(evening: Evening) -> str:
    """When and where: "tonight · The Plough"."""
    when = gettext("tonight") if evening.date == today() else day(evening.date, "d MMM")
    return f"{when} · {evening.place}" if evening.place else when
