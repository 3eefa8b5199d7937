"""The fields of house rules: what tables dispute about lies open, the rest is folded with its present value."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from drawing.house_rules.values import as_typed, text_of, value_text
from drawing.node import node

if TYPE_CHECKING:
    from drawing.house_rules.rule_form import NumberInput, RuleField
    from drawing.locale import Language
    from drawing.node import Attributes, Content, Node


class RuleFields:
    """Draws the fields of a form. helped: with the help on options and on answers, which phones do not have."""

    def __init__(self, language: Language, helped: bool = True) -> None:
        self.language, self.helped = language, helped

    def open(self, fields: list[RuleField]) -> list[Content]:
        """The fields that lie open."""
        return [self.field(one, self.hanging(one)) for one in fields]

    def folded(self, fields: list[RuleField]) -> list[Content]:
        """Those that are folded; those that do not matter with what is chosen are not shown."""
        return [self.fold(one) for one in fields]

    def fold(self, field: RuleField) -> Node:
        """One of these."""
        value = node("small", {}, value_text(self.language, field.option, field.text))
        summary = node("summary", {}, self.language.gettext(field.option.label), " ", value)
        attributes: Attributes = {"class": "fold", "open": bool(field.faults)}
        attributes.update(self.hanging(field))
        return node("details", attributes, summary, self.field(field, {}))

    def hanging(self, field: RuleField) -> Attributes:
        """What a field matters with, and that it does not matter."""
        hangs_on = field.hangs_on
        return {"data-hangs": json.dumps(hangs_on) if hangs_on else None, "hidden": not field.matters}

    def field(self, field: RuleField, more: Attributes) -> Node:
        """One house rule: chips for named values, a field for numbers and money."""
        option, gettext, wrong = field.option, self.language.gettext, field.wrong
        inputs = field.inputs
        attributes: Attributes = {"class": "rule"}
        attributes.update(more)
        is_open = option.disputed or inputs
        faults = [
            node("p", {"class": "fault", "id": "fault-" + wrong.key, "role": "alert"}, fault) for fault in wrong.faults
        ]
        return node(
            "fieldset",
            attributes,
            node("legend", {"class": None if is_open else "unseen"}, gettext(option.label)),
            self.help(option.help, node("p", {"class": "soft", "id": "help-" + option.key}, gettext(option.help))),
            self.answers(field, inputs) if self.choices(field) else self.typed(field),
            faults,
        )

    def help(self, text: str, words: Node) -> Node | None:
        """The help on an option or an answer, where there is one."""
        return words if text and self.helped else None

    def choices(self, field: RuleField) -> list[tuple[str, str, str]]:
        """Text, label and help of each value that is chosen by a tap; numbers and money are typed."""
        option, gettext = field.option, self.language.gettext
        if option.kind == "yes_no":
            return [("yes", gettext("Yes"), ""), ("no", gettext("No"), "")]
        return [(text_of(option, one.value), gettext(one.label), one.help) for one in option.choices]

    def answers(self, field: RuleField, inputs: dict[str, NumberInput]) -> Node:
        """The values that are chosen by a tap; a number that belongs to one stands beside it."""
        chips: list[Content] = []
        for text, label, about in self.choices(field):
            more = self.help(about, node("small", {}, self.language.gettext(about)))
            radio = node("input", {"type": "radio", "name": field.name, "value": text, "checked": text == field.text})
            beside = inputs.get(text)
            if inputs:
                hours = self.durations() if beside and beside.time and self.helped else None
                number = self.number(field, text, label, beside) if beside else None
                chips.append(node("label", {"class": "chip pick"}, radio, node("span", {}, label, hours, more), number))
            else:
                chips.append(node("label", {"class": "chip"}, radio, label, more))
        return node("div", {"class": "chips n1" if inputs else "chips n2"}, chips)

    def durations(self) -> Node:
        """Where script says how long the typed time lasts."""
        gettext = self.language.gettext
        words = {"hours": gettext("in {hours} h {minutes} min"), "minutes": gettext("in {minutes} min")}
        words["until"] = gettext("until {time}")
        return node("small", {"data-" + name: words[name] for name in words})

    def number(self, field: RuleField, text: str, label: str, beside: NumberInput) -> Node:
        """The input beside an answer."""
        wrong, time = field.wrong, beside.time
        amiss = bool(wrong.faults) and text == field.text
        attributes = {
            "class": "field",
            "type": "text",
            "inputmode": "text" if time else "numeric",
            "autocomplete": "off",
            "name": beside.name,
            "value": as_typed(self.language, beside.text),
            "aria-label": label,
            "placeholder": self.language.in_digits("22:30") if time else None,
            "aria-invalid": "true" if amiss else None,
            "aria-describedby": "fault-" + wrong.key if amiss else None,
        }
        return node("input", attributes)

    def typed(self, field: RuleField) -> Node:
        """The input of a number or an amount that stands alone."""
        money, faults = field.option.kind == "money", bool(field.faults)
        attributes = {
            "type": "text",
            "inputmode": "decimal" if money else "numeric",
            "autocomplete": "off",
            "name": field.name,
            "value": as_typed(self.language, field.text),
            "size": "8",
            "aria-invalid": "true" if faults else None,
            "aria-describedby": "fault-" + field.key if faults else None,
        }
        words = self.language.gettext("Amount") if money else self.language.gettext("Number")
        return node("label", {"class": "typed"}, node("span", {}, words), node("input", attributes))
