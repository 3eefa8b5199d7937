"""Form of a season: its name, its days, the games, what counts, and of which evenings."""

from __future__ import annotations

import datetime
from typing import Any

from wtforms import RadioField, SelectMultipleField
from wtforms.validators import ValidationError
from wtforms.widgets import CheckboxInput, DateInput

from models.review.season import MATCHES, PLACES, POINTS
from scoring.games import games
from scoring.words import message
from table.form_entry import parse_int
from web.evening.views import FIRST
from web.forms import Form, name_field, text_field
from web.i18n.locale import gettext

LAST = datetime.date(2999, 12, 31)
MOST_EVENINGS = 366
COUNT_WORDS = {
    MATCHES: message("Matches won"),
    PLACES: message("Places of each evening: 4, 2, 1, 0"),
    POINTS: message("Points a deal"),
}


def day_field() -> Any:
    """A day as browsers write it."""
    return text_field(is_day, read=str, widget=DateInput(), autocomplete=False)


def is_day(_: Any, field: Any) -> None:
    """Validator: a day of any season."""
    if not FIRST <= (parsed_day(field.data) or datetime.date.min) <= LAST:
        raise ValidationError(gettext("This is not a day. Write it like 2026-11-20."))


def parsed_day(text: str) -> datetime.date | None:
    """The day of a text; None for another text."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def number_text(value: Any) -> str:
    """A number of evenings as it stands in its input: nothing for none."""
    return "" if value in (0, "0") else str(value).strip()


def number_field() -> Any:
    """How many evenings; nothing for no limit."""
    return text_field(is_number, read=number_text, inputmode="numeric", maxlength=9)


def is_number(_: Any, field: Any) -> None:
    """Validator: nothing, or a number of evenings."""
    if field.data and known_number(field.data) not in range(MOST_EVENINGS + 1):
        raise ValidationError(
            gettext("Write a number of evenings here, at most {most}, or nothing.", most=MOST_EVENINGS)
        )


class SeasonForm(Form):
    """A season, a new one or one that is there."""

    name = name_field()
    first = day_field()
    last = day_field()
    games = SelectMultipleField(option_widget=CheckboxInput(), validate_choice=False)
    counts = RadioField(default=MATCHES, validate_choice=False)
    evenings = number_field()
    best_of = number_field()
    at_least = number_field()

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.games.choices = [(game.key, gettext(game.name)) for game in games().values()]
        self.counts.choices = [(key, gettext(words)) for key, words in COUNT_WORDS.items()]

    def validate_last(self, field: Any) -> None:
        """Refuse an end before the beginning."""
        first, last = parsed_day(self.first.data), parsed_day(field.data)
        if first and last and last < first:
            raise ValidationError(gettext("A season cannot end before it begins."))

    def validate_games(self, field: Any) -> None:
        """Refuse what is no game."""
        if not set(field.data or []) <= set(games()):
            raise ValidationError(gettext("Choose games from the list."))

    def validate_counts(self, field: Any) -> None:
        """Refuse what is not counted; points of different games cannot be added."""
        if field.data not in COUNT_WORDS:
            raise ValidationError(gettext("Choose what counts."))
        if field.data == POINTS and len(self.games.data or []) != 1:
            raise ValidationError(
                gettext("Points of different games cannot be added: choose one game, or count something else.")
            )

    def validate_best_of(self, field: Any) -> None:
        """Refuse more than are planned."""
        planned = known_number(self.evenings.data)
        if planned is not None and 0 < planned < (known_number(field.data) or 0):
            raise ValidationError(gettext("These are more evenings than are planned."))

    validate_at_least = validate_best_of

    def values(self) -> dict[str, Any]:
        """The columns of a valid form."""
        numbers = {key: known_number(self[key].data) or 0 for key in ("evenings", "best_of", "at_least")}
        days = {key: parsed_day(self[key].data) for key in ("first", "last")}
        chosen = [key for key in games() if key in (self.games.data or [])]
        return {"name": self.name.data, "games": chosen, "counts": self.counts.data} | days | numbers


def known_number(text: str) -> int | None:
    """The number of a text; None for another text."""
    number = parse_int(text)
    return number if type(number) is int else None
