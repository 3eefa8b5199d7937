"""House rules as fields of a page: what is typed for each option, what that means, what is wrong with it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from web.forms.rule_values import beside, form_name, shown_value, sound_rules, text_of
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from scoring.game import Game
    from scoring.words import Option


class Field(NamedTuple):
    """A field for a number beside an answer: its name and what stands there."""

    name: str
    text: str
    time: bool  # a time of day may be typed, too


class Rule(NamedTuple):
    """An option as it stands in the form: what is typed, what that means, what is wrong with it.

    fields: by the text of an answer what is typed beside it. hangs_on: the answers to other options with which this one
    matters, as JSON for script. asked: whether it matters with what is chosen.
    """

    option: Option
    name: str
    text: str
    words: str
    choices: list[tuple[str, str, str]]  # text, label, help
    fault: str | Markup
    faulty: str  # the option that it is about
    fields: dict[str, Field]
    hangs_on: str
    asked: bool


class RuleFields(NamedTuple):
    """Every option of a game with what is typed for it and what is wrong with that, both by its key."""

    game: Game
    typed: Mapping[str, str]
    faults: Mapping[str, str | Markup]

    @property
    def open(self) -> list[Rule]:
        """What decides how the match is counted and how it ends, then the options that tables dispute about."""
        return [*self.first, *(self.field(option) for option in self.alone if option.disputed)]

    @property
    def first(self) -> list[Rule]:
        """The options whose answers have a field beside them."""
        return [self.field(option) for option in self.game.options if self.beside_it(option)]

    @property
    def folded(self) -> list[Rule]:
        """All other options."""
        return [self.field(option) for option in self.alone if not option.disputed]

    @property
    def alone(self) -> list[Option]:
        """The options that neither have a field beside an answer nor are one."""
        return [one for one in self.game.options if not self.beside_it(one) and not beside(self.game, one)]

    def beside_it(self, option: Option) -> list[tuple[Option, tuple[Any, ...]]]:
        """What is typed beside answers to an option, and beside which."""
        pairs = [(one, beside(self.game, one)) for one in self.game.options]
        return [(one, found[1]) for one, found in pairs if found and found[0] is option]

    def field(self, option: Option) -> Rule:
        """One option."""
        text = self.typed[option.key]
        numbers = self.beside_it(option)
        fields = {
            text_of(option, value): self.number(one, option, value) for one, values in numbers for value in values
        }
        faulty = [one for one in (option.key, *(number.key for number, _ in numbers)) if one in self.faults]
        return Rule(
            option,
            form_name(option),
            text,
            shown_value(option, text),
            choices_of(option),
            self.faults[faulty[0]] if faulty else "",
            faulty[0] if faulty else option.key,
            fields,
            self.hangs_on(option),
            option in self.game.asked(sound_rules(self.game, self.typed), self.game.seats[0]),
        )

    def number(self, option: Option, other: Option, value: Any) -> Field:
        """The field of an option beside an answer to another; of several for one option only the chosen is filled."""
        answer = text_of(other, value)
        found = beside(self.game, option)
        shared = found is not None and len(found[1]) > 1
        text = (
            ""
            if shared and (answer != self.typed[other.key] or self.typed[option.key] == "0")
            else self.typed[option.key]
        )
        return Field(f"{form_name(option)}.{answer}", text, value == "clock")

    def hangs_on(self, option: Option) -> str:
        """The answers with which an option matters: lists of a name in the form and its texts; empty for always."""
        others = {one.key: one for one in self.game.options}
        pairs = self.game.hangs_on.get(option.key, ())
        found = [[f"rule.{key}", [text_of(others[key], value) for value in values]] for key, values in pairs]
        return json.dumps(found) if found else ""


def choices_of(option: Option) -> list[tuple[str, str, str]]:
    """Text, label and help of each value that is chosen by a tap; numbers and money are typed."""
    if option.kind == "yes_no":
        return [("yes", gettext("Yes"), ""), ("no", gettext("No"), "")]
    return [
        (text_of(option, choice.value), gettext(choice.label), gettext(choice.help) if choice.help else "")
        for choice in option.choices
    ]
