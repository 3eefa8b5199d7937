"""House rules as text in forms and addresses, and what the text means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from drawing.form_entry import parse_int
from drawing.locale import Language
from scoring.game import allowed, complete
from web.i18n.locale import gettext
from web.table.sheet_rows import rule_value_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.game import Game
    from scoring.words import Option, Problem, Rules
    from web.i18n.messages import MarkupFormatter

AMOUNT = re.compile(r"(\d{1,7})(?:[.,٫](\d{1,2}))?")
NO_LIMIT = 1_000_000
ENGLISH = Language()


def form_name(option: Option) -> str:
    """What an option is called in forms and addresses."""
    return f"rule.{option.key}"


def typed_rules(game: Game, rules: Rules) -> dict[str, str]:
    """By option key the text that stands for its value; rules that are left out have their defaults."""
    return {option.key: text_of(option, complete(game, rules)[option.key]) for option in game.options}


def beside(game: Game, option: Option) -> tuple[Option, tuple[Any, ...]] | None:
    """The option beside whose answers this number is typed, and those answers; None where it stands alone."""
    hangs_on = game.depends_on.get(option.key, ())
    if option.kind != "number" or len(hangs_on) != 1:
        return None
    key, values = hangs_on[0]
    other = next(one for one in game.options if one.key == key)
    return (other, values) if other.kind == "one_of" else None


def typed_text(game: Game, option: Option, form: Mapping[str, str], usual: str) -> str:
    """What a form says of an option: a field beside an answer counts with that answer; one left blank is as usual."""
    found = beside(game, option)
    chosen = form.get(form_name(found[0])) if found else None
    text = form.get(f"{form_name(option)}.{chosen}", form.get(form_name(option), usual))
    return usual if found and not text.strip() else text


def sound_rules(game: Game, typed: Mapping[str, str]) -> Rules:
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


def chosen_rules(game: Game, typed: Mapping[str, str]) -> Rules:
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
        return next((choice.value for choice in option.choices if str(choice.value) == text), text)
    return minor_units(text) if option.kind == "money" else parse_int(text)


def minor_units(text: str) -> Any:
    """An amount like 0.25 (or 0,25) in minor units, or the text itself."""
    found = AMOUNT.fullmatch(text.strip())
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0")) if found else text


def value_text(option: Option, text: str) -> str:
    """What a text means, in words; one that means nothing as it is."""
    value = value_of(option, text)
    return text if value == text and option.kind != "one_of" else rule_value_text(option, value)


def rule_fault(option: Option, problem: Problem, formatter: MarkupFormatter) -> str:
    """What is wrong with one option, in words."""
    if problem.code != "rule_value" or option.kind in ("one_of", "yes_no"):
        return formatter.format({"code": problem.code, "values": problem.values})
    if option.kind == "money":
        return gettext("An amount of money is needed here, like 0.25.")
    if option.high > NO_LIMIT:
        return gettext("A whole number from {low} up is needed here.", low=option.low)
    return gettext("A whole number from {low} to {high} is needed here.", low=option.low, high=option.high)
