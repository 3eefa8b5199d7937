"""Form of a game's house rules, built from its options."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from wtforms import StringField
from wtforms.form import BaseForm
from wtforms.utils import unset_value

from web.forms.fields import Unsigned
from web.forms.house_rule_values import (
    beside,
    chosen_rules,
    form_name,
    rule_fault,
    sound_rules,
    text_of,
    typed_text,
    understood,
    value_text,
)
from web.forms.validators import plain_text
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from werkzeug.datastructures import MultiDict

    from scoring.game import Game
    from scoring.words import Option, Problem, Rules
    from web.i18n.messages import MarkupFormatter


class NumberInput(NamedTuple):
    """Input for a number beside an answer; time: it takes a time of day, too."""

    name: str
    text: str
    time: bool


class RuleField(StringField):  # type: ignore[misc]
    """One option; its data is the text that stands for a value."""

    def __init__(self, game: Game, option: Option, **options: Any) -> None:
        super().__init__(**{**options, "id": option.key})
        self.game, self.option = game, option

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        """What the form says; what it leaves out is as in data."""
        self.process_errors: list[str] = []
        typed = data if formdata is None else plain_text(typed_text(self.game, self.option, formdata, data))
        self.data = understood(self.option, typed)

    @property
    def value_text(self) -> str:
        """What the data means, in words."""
        return value_text(self.option, self.data)

    @property
    def choices(self) -> list[tuple[str, str, str]]:
        """Text, label and help of each value that is chosen by a tap; numbers and money are typed."""
        if self.option.kind == "yes_no":
            return [("yes", gettext("Yes"), ""), ("no", gettext("No"), "")]
        return [
            (text_of(self.option, choice.value), gettext(choice.label), gettext(choice.help) if choice.help else "")
            for choice in self.option.choices
        ]

    @property
    def numbers(self) -> list[RuleField]:
        """The options whose number is typed beside an answer to this one."""
        found = ((field, beside(self.game, field.option)) for field in self._form)
        return [field for field, place in found if place and place[0] is self.option]

    @property
    def inputs(self) -> dict[str, NumberInput]:
        """By the text of an answer the input beside it."""
        return {answer: made for field in self.numbers for answer, made in field.inputs_beside(self)}

    def inputs_beside(self, other: RuleField) -> Iterable[tuple[str, NumberInput]]:
        """The inputs of this number beside answers to another option; of several only the chosen one is filled."""
        _, values = beside(self.game, self.option) or (None, ())
        for value in values:
            answer = text_of(other.option, value)
            empty = len(values) > 1 and (answer != other.data or self.data == "0")
            yield answer, NumberInput(f"{self.name}.{answer}", "" if empty else self.data, value == "clock")

    @property
    def wrong(self) -> RuleField:
        """The field whose errors are drawn here: this one, or a number beside an answer to it."""
        return next((field for field in (self, *self.numbers) if field.errors), self)

    @property
    def hangs_on(self) -> str:
        """The answers with which the option matters, as JSON: lists of an input's name and texts; "" for always."""
        options = {field.option.key: field for field in self._form}
        pairs = self.game.depends_on.get(self.option.key, ())
        found = [[f"rule.{key}", [text_of(options[key].option, value) for value in values]] for key, values in pairs]
        return json.dumps(found) if found else ""

    @property
    def matters(self) -> bool:
        """Whether the option matters with what is chosen."""
        return self.option in self.game.relevant_options(sound_rules(self.game, self._form.texts), self.game.seats[0])


class RuleForm(BaseForm):  # type: ignore[misc]
    """The options of a game as they are sent in a form; texts: by key what they are where it says nothing."""

    def __init__(self, game: Game, sent: MultiDict[str, str] | None, texts: Mapping[str, str]) -> None:
        fields = {form_name(option): RuleField(game, option) for option in game.options}
        super().__init__(fields, meta=Unsigned())
        self.game = game
        self.process(sent, data={f"rule.{key}": text for key, text in texts.items()})

    @property
    def texts(self) -> dict[str, str]:
        """By key the text that stands for each value."""
        return {field.option.key: field.data for field in self}

    @property
    def rules(self) -> Rules:
        """The rules that the texts stand for; what cannot be read stays the text, and is refused as such."""
        return chosen_rules(self.game, self.texts)

    @property
    def with_inputs(self) -> list[RuleField]:
        """The options that have an input beside an answer: how the match is counted and how it ends."""
        return [field for field in self if field.numbers]

    @property
    def alone(self) -> list[RuleField]:
        """The options that neither have an input beside an answer nor are one."""
        return [field for field in self if not field.numbers and not beside(self.game, field.option)]

    @property
    def open(self) -> list[RuleField]:
        """What is not folded: the first of these, and the options that tables dispute about."""
        return self.with_inputs + [field for field in self.alone if field.option.disputed]

    @property
    def folded(self) -> list[RuleField]:
        """All other options."""
        return [field for field in self.alone if not field.option.disputed]

    def refuse(self, problems: Iterable[Problem], formatter: MarkupFormatter) -> None:
        """Put what is wrong beside the options that it is about."""
        fields = {f"rules.{field.option.key}": field for field in self}
        for found in problems:
            if found.field in fields:
                fields[found.field].errors = [rule_fault(fields[found.field].option, found, formatter)]
