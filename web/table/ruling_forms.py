"""Forms of the rulings: what is typed, the record that it stands for, and what is wrong with it beside its field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wtforms import RadioField, SelectChoice
from wtforms.form import BaseForm

from drawing.form_entry import parse_int
from models.log.errors import Refused
from scoring.deals import RESULT
from scoring.words import problem, same
from web.forms.fields import LONGEST_TYPED, Unsigned, text_field
from web.forms.house_rule_values import typed_rules
from web.forms.house_rules_form import RuleForm
from web.forms.validators import folded, name_fault, tidy
from web.i18n.locale import gettext
from web.i18n.messages import MarkupFormatter, problem_messages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from markupsafe import Markup
    from werkzeug.datastructures import MultiDict

    from models.log.match_state import MatchState
    from scoring.words import Problem

    Entry = tuple[str, dict[str, Any]]  # kind and body of a record


class RulingForm(BaseForm):  # type: ignore[misc]
    """A ruling; sent: the fields of its form, None while it is only offered."""

    def __init__(self, state: MatchState, sent: MultiDict[str, str] | None = None) -> None:
        self.state, self.sent, self.table = state, sent, state.sheet.standing.table
        self.formatter = MarkupFormatter(state.game.key, self.table.players, self.table.sides)
        super().__init__(self.inputs(), meta=Unsigned())
        self.process(sent)

    def inputs(self) -> dict[str, Any]:
        """The fields by their names."""
        return {}

    def entry(self) -> Entry:
        """Kind and body of the record; raises Refused where it stands for none."""
        raise NotImplementedError

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Put what is wrong beside the fields that it is about; what is about none stands in form_errors."""
        name = tidy(self["player"].data) if "player" in self else ""
        for found in problems:
            fields = [field for field in self if field.id == found.field]
            for field in fields:
                field.errors = [*field.errors, problem_text(found, self.formatter, name)]
            if not fields:
                self.form_errors.append(problem_text(found, self.formatter))

    def choice(self, labels: Iterable[Markup], offered: object = "") -> Any:
        """One radio button for each label; the data is its place as text, in a form that is only offered this one."""
        choices = [SelectChoice(str(n), label) for n, label in enumerate(labels)]
        return RadioField(choices=choices, default=None if self.sent else str(offered), validate_choice=False)

    def sides(self) -> range:
        """The numbers of the sides."""
        return range(len(self.table.sides))

    def players(self) -> list[Markup]:
        """The names of the seats."""
        return [self.formatter.name(seat) for seat in range(len(self.table.players))]


def problem_text(found: Problem, formatter: MarkupFormatter, name: str = "") -> str | Markup:
    """A problem in words, some more simply than the formatter has them; name: what was typed as a player's."""
    own = {
        ("winner", "missing"): gettext("Choose who won."),
        ("points", "missing"): gettext("Give points to a side, or add a note."),
        ("dealer", "no_such_seat"): gettext("Choose who deals."),
        ("seat", "no_such_seat"): gettext("Choose whose seat."),
        ("player", "no_name"): name_fault(name),
        ("player", "twice"): gettext("Somebody with this name is already at the table."),
        ("rules", "nothing_changed"): gettext("No rule was changed."),
    }
    if found.field.startswith("total."):
        return gettext("The total is a whole number.")
    return own.get((found.field, found.code)) or formatter.format(problem_messages((found,))[0])


class PointsForm(RulingForm):
    """Points for or against each side, with a note; an empty input is none."""

    def inputs(self) -> dict[str, Any]:
        points = {f"points.{side}": text_field(read=str.strip, id="points", size=5) for side in self.sides()}
        return points | {"note": text_field(maxlength=500)}

    def entry(self) -> Entry:
        typed = [self[f"points.{side}"].data for side in self.sides()]
        given = [parse_int(text.removeprefix("+")) if text else 0 for text in typed]
        if not any(given) and not self["note"].data:
            raise Refused((problem("points", "missing"),))
        return "adjust", {"points": given, "note": self["note"].data}


class ResultForm(RulingForm):
    """How a match ended of which no deal is written down: who won, and the totals where they are points."""

    def totals(self) -> list[str]:
        """The names of the inputs for totals."""
        return [f"total.{side}" for side in self.sides()] if self.state.game.has_totals else []

    def inputs(self) -> dict[str, Any]:
        totals = {name: text_field(read=str.strip, size=5) for name in self.totals()}
        return totals | {"winner": self.choice(map(self.formatter.side, self.sides()))}

    def entry(self) -> Entry:
        given = {name: parse_int(self[name].data or "") for name in ("winner", *self.totals())}
        wrong = tuple(problem(name, "missing") for name, number in given.items() if type(number) is not int)
        if wrong:
            raise Refused(wrong)
        totals = {"totals": [given[name] for name in self.totals()]} if self.totals() else {}
        return RESULT, {"winner": given["winner"]} | totals


class DealerForm(RulingForm):
    """Another dealer for the deal to come."""

    def inputs(self) -> dict[str, Any]:
        return {"dealer": self.choice(self.players(), self.state.sheet.standing.dealer)}

    def entry(self) -> Entry:
        return "seat", {"dealer": parse_int(self["dealer"].data or "")}


class PlayerForm(RulingForm):
    """Another player in a seat."""

    def inputs(self) -> dict[str, Any]:
        html = {"maxlength": LONGEST_TYPED, "autocapitalize": "words", "list": "other-players"}
        return {"seat": self.choice(self.players()), "player": text_field(read=str, **html)}

    def entry(self) -> Entry:
        name = tidy(self["player"].data)
        if name_fault(name):
            raise Refused((problem("player", "no_name"),))
        if folded(name) in map(folded, self.table.players):
            raise Refused((problem("player", "twice"),))
        return "seat", {"seat": parse_int(self["seat"].data or ""), "player": name}


class RulesForm(RuleForm):
    """The house rules that are not as they were."""

    def __init__(self, state: MatchState, sent: MultiDict[str, str] | None = None) -> None:
        self.before = state.sheet.standing.rules
        table = state.sheet.standing.table
        self.formatter = MarkupFormatter(state.game.key, table.players, table.sides)
        super().__init__(state.game, sent, typed_rules(state.game, self.before))

    def entry(self) -> Entry:
        """Kind and body of the record; raises Refused where nothing was changed."""
        changed = {key: value for key, value in self.rules.items() if not same(value, self.before[key])}
        if not changed:
            raise Refused((problem("rules", "nothing_changed"),))
        return "rules", {"rules": changed}

    def refuse(self, problems: Iterable[Problem], formatter: MarkupFormatter | None = None) -> None:
        """Put what is wrong beside the options; what is about none stands in form_errors."""
        super().refuse(problems, formatter or self.formatter)
        self.form_errors = [
            problem_text(found, self.formatter) for found in problems if not found.field.startswith("rules.")
        ]


class ButtonForm(RulingForm):
    """Time is up or the match is given up; or it goes on after all: what the form is called is the record's kind."""

    def entry(self) -> Entry:
        return str(self.sent["what"]) if self.sent else "", {}


FORMS: dict[str, type[RulingForm] | type[RulesForm]] = {
    "result": ResultForm,
    "points": PointsForm,
    "dealer": DealerForm,
    "player": PlayerForm,
    "rules": RulesForm,
    "close": ButtonForm,
    "reopen": ButtonForm,
}
