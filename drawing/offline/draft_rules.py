"""The house rules of a new match on a phone: sets to choose from, and each rule by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.house_rules.rule_fields import RuleFields
from drawing.house_rules.rule_form import RuleForm
from drawing.house_rules.values import rules_at, typed_rules
from drawing.messages import MessageFormatter
from drawing.new_match.page import rule_sets
from drawing.node import node
from scoring.games import game_of
from scoring.words import same

if TYPE_CHECKING:
    from drawing.form_entry import Form
    from drawing.house_rules.values import Texts
    from drawing.locale import Language
    from drawing.node import Content
    from scoring.game import Game
    from scoring.words import Problem, Rules

    RuleSet = tuple[str, str, Rules]  # key, label, the rules that differ from the usual ones


def loaded_game(key: str) -> Game | None:
    """The game of a key; None where this engine has not read it."""
    try:
        return game_of(key)
    except ImportError:
        return None


def rule_texts(key: str, rules: Rules, form: Form | None = None) -> Texts:
    """The texts of a game's house rules as a form says, else as these are; none of a game that is not read here."""
    game = loaded_game(key)
    return RuleForm(game, form, typed_rules(game, rules)).texts if game else {}


def rules_of_texts(game: Game, texts: Texts, minute: int) -> Rules:
    """The rules that differ from the usual ones; a time of day is the minutes until then, from a minute of the day."""
    rules = rules_at(game, texts, minute)
    usual = {option.key: option.default for option in game.options}
    return {key: rules[key] for key in rules if not same(rules[key], usual[key])}


def rules_parts(
    language: Language,
    game: Game,
    texts: Texts,
    sets: list[RuleSet],
    seats: tuple[str, ...],
    wrong: tuple[Problem, ...],
) -> list[Content]:
    """The sections of the page: sets and what lies open, then what is folded. wrong: what is told beside the rules."""
    form, fields = RuleForm(game, None, texts), RuleFields(language, False)
    if wrong:
        form.refuse(wrong, MessageFormatter(language, game.key, game.table(seats, 0)))
    rows = [(key, label, typed_rules(game, rules) == texts) for key, label, rules in sets]
    head = node("h2", {}, language.gettext("House rules"))
    section = {"class": "stack", "id": "rules"}
    return [
        node("section", section, head, rule_sets(rows), fields.open(form.open)),
        node("section", {}, fields.folded(form.folded)),
    ]
