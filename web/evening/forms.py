"""Forms of an evening: day, place and note."""

from __future__ import annotations

import datetime
from typing import Any

from wtforms import TextAreaField
from wtforms.validators import ValidationError
from wtforms.widgets import DateInput

from models.base import today
from web.forms import AtMost, Form, plain_text, text_field
from web.i18n.locale import gettext

FIRST = datetime.date(1900, 1, 1)
LONGEST_PLACE, LONGEST_NOTE = 60, 500  # characters


def day_fault(text: str) -> str:
    """What is wrong with a day of an evening, in a sentence; empty when it is one from 1900 to today."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        return gettext("This is not a day. Write it like 2026-11-20.")
    return "" if FIRST <= day <= today() else gettext("This day is not one that has been.")


class PastEveningForm(Form):
    """Day and place of an evening that is entered afterwards."""

    date = text_field(read=str, widget=DateInput(), autocomplete=False)
    place = text_field(AtMost(LONGEST_PLACE))

    def validate_date(self, field: Any) -> None:
        """Refuse what is no day from 1900 to today."""
        fault = day_fault(field.data)
        if fault:
            raise ValidationError(fault)

    @property
    def day(self) -> datetime.date | None:
        """The valid day; None where it was left out."""
        return datetime.date.fromisoformat(self.date.data) if self.date.data else None


class EveningForm(PastEveningForm):
    """The same of one that is there, with a note; without a day it keeps its own."""

    note = TextAreaField(
        filters=[lambda text: plain_text(text or "")], validators=[AtMost(LONGEST_NOTE)], render_kw={"rows": 3}
    )

    def validate_date(self, field: Any) -> None:
        """Refuse what is no day, but for nothing."""
        if field.data:
            super().validate_date(field)
