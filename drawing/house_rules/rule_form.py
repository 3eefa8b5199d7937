"""The options of a game as they are sent in a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.house_rules.values import (
    beside,
    chosen_rules,
    form_name,
    sound_rules,
    text_of,
    typed_text,
    understood,
)

if TYPE_CHECKING:
    from typing import Any

    from drawing.form_entry import Form
    from drawing.house_rules.values import Texts
    from drawing.locale import Language
    from drawing.messages import MessageFormatter
    from drawing.node import Content
    from scoring.game import Game
    from scoring.words import Option, Problem, Rules

NO_LIMIT = 1_000_000

NumberInput = NamedTuple("NumberInput", [("name", "str"), ("text", "str"), ("time", "bool")])
"""Input for a number beside an answer; time: it takes a time of day, too."""


class RuleField:
    """One option of a form: text stands for its value, faults are what is wrong with it."""

    def __init__(self, form: RuleForm, option: Option, text: str) -> None:
        self.form, self.option, self.text = form, option, text
        self.key, self.name = option.key, form_name(option)
        self.faults: list[Content] = []
        self.place = beside(form.game, option)

    @property
    def numbers(self) -> list[RuleField]:
        """The options whose number is typed beside an answer to this one."""
        return [field for field in self.form.fields if field.place and field.place[0].key == self.key]

    @property
    def inputs(self) -> dict[str, NumberInput]:
        """By the text of an answer the input beside it."""
        found: dict[str, NumberInput] = {}
        for field in self.numbers:
            field.add_inputs(self, found)
        return found

    def add_inputs(self, other: RuleField, found: dict[str, NumberInput]) -> None:
        """The inputs of this number beside answers to another option; of several only the chosen one is filled."""
        values: tuple[Any, ...] = self.place[1] if self.place else ()
        for value in values:
            answer = text_of(other.option, value)
            empty = len(values) > 1 and (answer != other.text or self.text == "0")
            found[answer] = NumberInput(f"{self.name}.{answer}", "" if empty else self.text, value == "clock")

    @property
    def wrong(self) -> RuleField:
        """The field whose faults are drawn here: this one, or a number beside an answer to it."""
        return next((field for field in [self] + self.numbers if field.faults), self)

    @property
    def hangs_on(self) -> list[Any]:
        """The answers with which the option matters: lists of an input's name and texts; empty for always."""
        options = {field.key: field.option for field in self.form.fields}
        pairs = self.form.game.depends_on.get(self.key, ())
        return [[f"rule.{key}", [text_of(options[key], value) for value in values]] for key, values in pairs]

    @property
    def matters(self) -> bool:
        """Whether the option matters with what is chosen."""
        game = self.form.game
        relevant = game.relevant_options(sound_rules(game, self.form.texts), game.seats[0])
        return any(option.key == self.key for option in relevant)


class RuleForm:
    """The options of a game; texts: by key what they are where the form says nothing, or where there is none."""

    def __init__(self, game: Game, sent: Form | None, texts: Texts) -> None:
        self.game = game
        self.fields: list[RuleField] = []
        for option in game.options:
            usual = texts[option.key]
            text = usual if sent is None else typed_text(game, option, sent, usual).strip()
            self.fields.append(RuleField(self, option, understood(option, text)))

    @property
    def texts(self) -> Texts:
        """By key the text that stands for each value."""
        return {field.key: field.text for field in self.fields}

    @property
    def rules(self) -> Rules:
        """The rules that the texts stand for; what cannot be read stays the text, and is refused as such."""
        return chosen_rules(self.game, self.texts)

    @property
    def open(self) -> list[RuleField]:
        """What is not folded: how the match is counted and how it ends, and the options that tables dispute about."""
        return [field for field in self.fields if field.numbers] + [
            field for field in self.alone if field.option.disputed
        ]

    @property
    def folded(self) -> list[RuleField]:
        """All other options."""
        return [field for field in self.alone if not field.option.disputed]

    @property
    def alone(self) -> list[RuleField]:
        """The options that neither have an input beside an answer nor are one."""
        return [field for field in self.fields if not field.numbers and field.place is None]

    def refuse(self, problems: tuple[Problem, ...], formatter: MessageFormatter) -> None:
        """Put what is wrong beside the options that it is about."""
        for found in problems:
            for field in self.fields:
                if found.field == "rules." + field.key:
                    field.faults = [rule_fault(formatter.language, field.option, found, formatter)]


def rule_fault(language: Language, option: Option, problem: Problem, formatter: MessageFormatter) -> Content:
    """What is wrong with one option, in words."""
    if problem.code != "rule_value" or option.kind in ("one_of", "yes_no"):
        return formatter.format({"code": problem.code, "values": problem.values})
    if option.kind == "money":
        return language.gettext("An amount of money is needed here, like 0.25.")
    if option.high > NO_LIMIT:
        return language.gettext("A whole number from {low} up is needed here.", low=option.low)
    return language.gettext("A whole number from {low} to {high} is needed here.", low=option.low, high=option.high)
