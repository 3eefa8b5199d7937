"""House rules as text in forms and addresses, and what the text means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.clock import minutes_until
from drawing.digits import LATIN, latin_digit
from drawing.form_entry import parse_int
from drawing.locale import Language
from drawing.sheet_rows import rule_value
from scoring.game import allowed, complete
from scoring.words import LARGEST

if TYPE_CHECKING:
    from typing import Any

    from drawing.form_entry import Form
    from scoring.game import Game
    from scoring.words import Option, Rules

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
