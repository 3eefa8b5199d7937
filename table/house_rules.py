"""The form of the house rules: values, fields, and what belongs together."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from scoring.game import allowed, complete
from scoring.words import LARGEST
from table.form_entry import parse_int
from table.language import LATIN, Language, latin_digit
from table.node import node
from table.sheet import rule_value
from table.status import minutes_until

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Option, Problem, Rules
    from table.form_entry import Form
    from table.language import MessageFormatter
    from table.node import Attributes, Content, Node

    Texts = dict[str, str]  # by option key the text that stands for its value

MOST_HUNDREDTHS = 2  # digits of an amount behind its sign
MOST_WHOLE = len(str(LARGEST)) - MOST_HUNDREDTHS
POINTS = ".,٫"  # signs before hundredths
ENGLISH = Language()


def form_name(option: Option) -> str:
    """What an option is called in forms and addresses."""
    return "rule." + option.key


def typed_rules(game: Game, rules: Rules) -> Texts:
    """By option key the text that stands for its value; rules that are left out have their defaults."""
    whole = complete(game, rules)
    return {option.key: text_of(option, whole[option.key]) for option in game.options}


def beside(game: Game, option: Option) -> tuple[Option, tuple[Any, ...]] | None:
    """The option beside whose answers this number is typed, and those answers; None where it stands alone."""
    hangs_on = game.depends_on.get(option.key, ())
    if option.kind != "number" or len(hangs_on) != 1:
        return None
    key, values = hangs_on[0]
    other = next(one for one in game.options if one.key == key)
    return (other, values) if other.kind == "one_of" else None


def typed_text(game: Game, option: Option, form: Form, usual: str) -> str:
    """What a form says of an option: a field beside an answer counts with that answer; one left blank is as usual."""
    found, name = beside(game, option), form_name(option)
    text = form.get(name, [usual])[0]
    if found is None:
        return text
    chosen = form.get(form_name(found[0]))
    text = form.get(f"{name}.{chosen[0] if chosen else ''}", [text])[0]
    return text if text.strip() else usual


def sound_rules(game: Game, typed: Texts) -> Rules:
    """The rules that the texts stand for, with the default for what cannot be."""
    found = chosen_rules(game, typed)
    return {
        option.key: found[option.key] if allowed(option, found[option.key]) else option.default
        for option in game.options
    }


def understood(option: Option, text: str) -> str:
    """What was typed, in any language's digits, as the text that stands for its value; else as it is."""
    value = value_of(option, text)
    return text_of(option, value) if allowed(option, value) else text


def chosen_rules(game: Game, typed: Texts) -> Rules:
    """The rules that the texts stand for; what cannot be read stays the text, and is refused as such."""
    return {option.key: value_of(option, typed[option.key]) for option in game.options}


def text_of(option: Option, value: Any) -> str:
    """The text that stands for a value of an option, the same in every language."""
    if option.kind == "yes_no":
        return "yes" if value else "no"
    return ENGLISH.money(value) if option.kind == "money" else str(value)


def value_of(option: Option, text: str) -> Any:
    """The value that a text stands for, or the text itself."""
    if option.kind == "yes_no":
        return {"yes": True, "no": False}.get(text, text)
    if option.kind == "one_of":
        return ([choice.value for choice in option.choices if str(choice.value) == text] + [text])[0]
    return minor_units(text) if option.kind == "money" else parse_int(text)


def rules_at(game: Game, typed: Texts, minute: int) -> Rules:
    """chosen_rules(); a time of day at which the match ends is the minutes until then from this minute of the day."""
    rules = chosen_rules(game, typed)
    minutes = minutes_until(typed.get("length_value", ""), minute) if typed.get("length") == "clock" else None
    if minutes is not None:
        rules["length_value"] = minutes
    return rules


def minor_units(text: str) -> Any:
    """An amount like 0.25 (or 0,25) in minor units, or the text itself."""
    latin = "".join([latin_digit(letter) or ("." if letter in POINTS else letter) for letter in text.strip()])
    whole, point, hundredths = latin.partition(".")
    right = is_number(whole, MOST_WHOLE) and (not point or is_number(hundredths, MOST_HUNDREDTHS))
    return int(whole) * 100 + int((hundredths + "00")[:2]) if right else text


def is_number(text: str, most: int) -> bool:
    """Whether these are digits, so many at most."""
    return 0 < len(text) <= most and all(letter in LATIN for letter in text)


def value_text(language: Language, option: Option, text: str) -> str:
    """What a text means, in words; one that means nothing as it is."""
    value = value_of(option, text)
    return text if value == text and option.kind != "one_of" else rule_value(language, option, value)


def as_typed(language: Language, text: str) -> str:
    """A number or an amount as the reader would type it; other texts unchanged."""
    whole, point, hundredths = text.partition(".")
    if not all(letter in LATIN for letter in whole + hundredths):
        return text
    return language.in_digits(whole + (language.decimal if point else "") + hundredths)


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
