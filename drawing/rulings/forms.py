"""What the forms of the rulings say: the record that each stands for, or what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.form_entry import first, parse_int
from drawing.house_rules.rule_form import RuleForm
from drawing.house_rules.values import rules_at, typed_rules
from scoring.deals import RESULT
from scoring.words import problem, same

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from drawing.clock import Clock
    from drawing.form_entry import Form
    from scoring.game import Game
    from scoring.words import Problem, Sheet, Values

    NameFault = Callable[[str, tuple[str, ...]], str]  # what is wrong with a name beside these, in a sentence

FORMS = ("result", "points", "dealer", "player", "rules", "close", "reopen")

Ruling = NamedTuple("Ruling", [("kind", "str"), ("body", "Values"), ("problems", "tuple[Problem, ...]")])
"""Kind and body of a record; where there are problems it stands for none."""


def ruling_of(game: Game, sheet: Sheet, form: Form, name_fault: NameFault, began: Clock) -> Ruling:
    """The ruling of a form, whose `what` is one of FORMS. Whether the match takes it shows scoring/rulings.py.

    began: when the match began.
    """
    what, sides = first(form, "what"), range(len(sheet.standing.totals))
    if what == "result":
        return result_of(game, form, [f"total.{side}" for side in sides])
    if what == "points":
        return points_of(form, [first(form, f"points.{side}") for side in sides])
    if what == "dealer":
        return Ruling("seat", {"dealer": number_in(form, "dealer")}, ())
    if what == "player":
        return player_of(sheet, form, name_fault)
    if what == "rules":
        return rules_of(game, sheet, form, began)
    return Ruling(what, {}, ())


def number_in(form: Form, name: str) -> Any:
    """The whole number under a name, or the text that is none."""
    return parse_int(first(form, name))


def points_of(form: Form, typed: list[str]) -> Ruling:
    """Points for or against each side, with a note; an empty input is none."""
    given = [parse_int(text[1:] if text[:1] == "+" else text) if text else 0 for text in typed]
    note = first(form, "note")
    missing = not note and all(points == 0 for points in given)
    return Ruling("adjust", {"points": given, "note": note}, (problem("points", "missing"),) if missing else ())


def result_of(game: Game, form: Form, totals: list[str]) -> Ruling:
    """How a match ended of which no deal is written down: who won, and the totals where they are points."""
    totals = totals if game.has_totals else []
    names = ["winner"] + totals
    wrong = [problem(name, "missing") for name in names if type(number_in(form, name)) is not int]
    body: Values = {"winner": number_in(form, "winner")}
    if totals:
        body["totals"] = [number_in(form, name) for name in totals]
    return Ruling(RESULT, body, tuple(wrong))


def player_of(sheet: Sheet, form: Form, name_fault: NameFault) -> Ruling:
    """Another player in a seat."""
    name = first(form, "player")
    fault = name_fault(name, sheet.standing.table.players)
    wrong = (problem("player", "name", {"words": fault}),) if fault else ()
    return Ruling("seat", {"seat": number_in(form, "seat"), "player": name}, wrong)


def rules_of(game: Game, sheet: Sheet, form: Form, began: Clock) -> Ruling:
    """The house rules that are not as they were; a typed time of day is the minutes until then."""
    before = sheet.standing.rules
    texts = RuleForm(game, form, typed_rules(game, before)).texts
    rules = rules_at(game, texts, began.minute)
    changed = {key: rules[key] for key in rules if not same(rules[key], before[key])}
    return Ruling("rules", {"rules": changed}, () if changed else (problem("rules", "nothing_changed"),))
