"""House rules as fields of a page: what is typed for each option, what that means, what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from web.house_rules import form_name, shown_value, text_of
from web.language import gettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from scoring.game import Game
    from scoring.words import Option


class Rule(NamedTuple):
    """An option as it stands in the form: what is typed, what that means, what is wrong with it."""

    option: Option
    name: str
    text: str
    words: str
    choices: list[tuple[str, str, str]]  # text, label, help
    fault: str | Markup


class RuleFields(NamedTuple):
    """Every option of a game with what is typed for it and what is wrong with that, both by its key."""

    game: Game
    typed: Mapping[str, str]
    faults: Mapping[str, str | Markup]

    @property
    def open(self) -> list[Rule]:
        """The options that tables dispute about."""
        return [self.field(option) for option in self.game.options if option.disputed]

    @property
    def folded(self) -> list[Rule]:
        """All other options."""
        return [self.field(option) for option in self.game.options if not option.disputed]

    def field(self, option: Option) -> Rule:
        """One option."""
        text, fault = self.typed[option.key], self.faults.get(option.key, "")
        return Rule(option, form_name(option), text, shown_value(option, text), choices_of(option), fault)


def choices_of(option: Option) -> list[tuple[str, str, str]]:
    """Text, label and help of each value that is chosen by a tap; numbers and money are typed."""
    if option.kind == "yes_no":
        return [("yes", gettext("Yes"), ""), ("no", gettext("No"), "")]
    return [
        (text_of(option, choice.value), gettext(choice.label), gettext(choice.help) if choice.help else "")
        for choice in option.choices
    ]
