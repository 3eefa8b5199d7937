"""The page of rulings, and what one of them would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import RESULT
from scoring.words import problem, same
from table.form_entry import encode_query, first, parse_int
from table.house_rules import RuleFields, RuleForm, rules_at, typed_rules
from table.icons import icon, mark
from table.language import MessageFormatter
from table.node import HIDDEN_FIELDS, node
from table.pads.parts import hidden, radio
from table.taps import HIDDEN_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from scoring.game import Game
    from scoring.words import Problem, Sheet, Values, Wording
    from table.form_entry import Form
    from table.language import Language
    from table.node import Content, Node
    from table.status import Clock

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


class RulingsPage:
    """Draws the page. here: address of the table; form: the one that was sent, if any, with its problems.

    people: the names of those who could sit down; more: wordings beyond the game's own; helped: with the help on house
    rules.
    """

    def __init__(
        self,
        language: Language,
        here: str,
        game: Game,
        sheet: Sheet,
        form: Form,
        problems: tuple[Problem, ...] = (),
        people: tuple[str, ...] = (),
        more: dict[str, Wording] | None = None,
        helped: bool = True,
    ) -> None:
        self.language, self.here, self.game, self.sheet, self.form = language, here, game, sheet, form
        self.standing, self.people, self.helped = sheet.standing, people, helped
        self.what = first(form, "what")
        self.formatter = MessageFormatter(language, game.key, self.standing.table, more)
        self.problems = problems
        self.seats: list[Content] = [self.formatter.name(seat) for seat in range(len(self.standing.table.players))]
        self.sides: list[Content] = [self.formatter.side(side) for side in range(len(self.standing.totals))]

    @property
    def heading(self) -> str:
        """The title of the page."""
        return self.language.gettext("Rulings")

    def header(self) -> list[Content]:
        """The header: back to the table, the title, the game."""
        return bar(self.language, self.game, self.here, self.language.gettext("The table"), self.heading)

    def main(self, updates: Content = None) -> list[Content]:
        """The page below its header. updates: what others recorded meanwhile."""
        untouched = not self.sheet.lines  # then only its result can be written down
        ended = self.what in ("close", "reopen")
        return [
            updates,
            [self.fault(found) for found in self.problems] if ended else None,
            self.result() if untouched else None,
            self.points() if self.game.has_totals else None,
            self.dealer(),
            self.player(),
            self.rules(),
        ]

    def result(self) -> Node:
        """How a match ended of which no deal is written down."""
        gettext, totals = self.language.gettext, range(len(self.sides) if self.game.has_totals else 0)
        rows = [[self.side_input("total", side), self.faults(f"total.{side}")] for side in totals]
        described = "fault-winner" if self.of("winner") else None
        attributes = {"class": "people", "aria-describedby": described}
        won = node("fieldset", attributes, node("legend", {}, gettext("Who won?")), self.choices("winner", self.sides))
        parts = [rows, won, self.faults("winner")]
        note = gettext("where no deal was written down")
        return self.form_of("result", gettext("Only the result"), note, parts, gettext("Record"))

    def points(self) -> Node:
        """Points for or against a side, with the reason."""
        gettext = self.language.gettext
        rows = [self.side_input("points", side) for side in range(len(self.sides))]
        why = self.text_input("note", {"maxlength": "500", "placeholder": gettext("reneged, a card dropped …")})
        parts = [rows, self.faults("points"), noted(gettext("Why"), why), self.faults("note")]
        return self.form_of("points", gettext("Points by a ruling"), "", parts, gettext("Record"))

    def dealer(self) -> Node:
        """Who deals the deal to come, when the table says otherwise."""
        gettext = self.language.gettext
        chips = node("div", {"class": "people"}, self.choices("dealer", self.seats, str(self.standing.dealer)))
        parts = [chips, self.faults("dealer")]
        return self.form_of("dealer", gettext("Another dealer"), "", parts, gettext("Deals from here on"))

    def player(self) -> Node:
        """Somebody else sits down in a seat; what was scored there stays."""
        gettext = self.language.gettext
        more = {"maxlength": "80", "autocapitalize": "words", "list": "other-players"}
        chips = node("div", {"class": "people"}, self.choices("seat", self.seats))
        known = node("datalist", {"id": "other-players"}, [node("option", {"value": name}) for name in self.people])
        name = noted(gettext("Who takes the seat"), self.text_input("player", more))
        parts = [chips, self.faults("seat"), name, known, self.faults("player")]
        note = gettext("the score of the seat stays")
        return self.form_of("player", gettext("Another player"), note, parts, gettext("Plays from here on"))

    def rules(self) -> Node:
        """Other house rules from the deal to come on; what was scored by the old ones stays."""
        gettext, sent = self.language.gettext, self.form if self.what == "rules" else None
        rules = RuleForm(self.game, sent, typed_rules(self.game, self.standing.rules))
        rules.refuse(self.problems, self.formatter)
        fields = RuleFields(self.language, self.helped)
        parts = [fields.open(rules.open), node("div", {}, fields.folded(rules.folded))]
        return self.form_of("rules", gettext("House rules from here on"), "", parts, gettext("Play by these rules"))

    def form_of(self, what: str, heading: str, note: str, parts: Content, words: str) -> Node:
        """One of the forms, which leads to its preview."""
        head = node("h2", {}, heading, [" ", node("small", {}, note)] if note else None)
        place = {"class": "stack", "id": what, "action": f"{self.here}/rulings#{what}"}
        told = FIELDS[what]
        others = [found for found in self.problems if what == self.what and not found.field.startswith(told)]
        faults = [self.fault(found) for found in others]
        return node(
            "form", place, hidden("what", what), head, parts, faults, node("button", {"class": "go quiet"}, words)
        )

    def choices(self, name: str, labels: list[Content], now: str = "") -> list[Content]:
        """A radio button for each label, with its place as value; now: the one that holds."""
        chosen = first(self.form, name) if self.sent(name) else now
        return [
            node("label", {"class": "chip"}, radio(name, n, str(n) == chosen), label) for n, label in enumerate(labels)
        ]

    def side_input(self, name: str, side: int) -> Node:
        """The input of points for a side."""
        more = {"size": "5", "placeholder": self.language.number(0) if name == "points" else None}
        words = node("span", {}, mark(side), " ", self.sides[side])
        return node("label", {"class": "typed"}, words, self.text_input(f"{name}.{side}", more))

    def text_input(self, name: str, more: Any) -> Node:
        """A text input with what was typed in it."""
        about = "points" if name.startswith("points") else name
        wrong = self.of(about)
        attributes = {
            "type": "text",
            "name": name,
            "value": self.form.get(name, [""])[0] if self.sent(name) else "",
            "autocomplete": "off",
            "aria-invalid": "true" if wrong else None,
            "aria-describedby": "fault-" + about if wrong else None,
        }
        attributes.update(more)
        return node("input", attributes)

    def sent(self, name: str) -> bool:
        """Whether a field belongs to the form that was sent."""
        return self.what in FIELDS and name.startswith(FIELDS[self.what])

    def of(self, field: str) -> list[Problem]:
        """The problems of a field."""
        return [found for found in self.problems if found.field == field]

    def faults(self, field: str) -> list[Content]:
        """What is wrong with a field."""
        return [self.fault(found, "fault-" + field) for found in self.of(field)]

    def fault(self, found: Problem, name: str | None = None) -> Node:
        """A problem in words."""
        return node("p", {"class": "fault", "id": name, "role": "alert"}, self.problem_text(found))

    def problem_text(self, found: Problem) -> Content:
        """A problem in words, some more simply than the formatter has them."""
        gettext, field, code = self.language.gettext, found.field, found.code
        if field.startswith("total."):
            return gettext("The total is a whole number.")
        if code == "name":
            return found.values["words"]
        if code == "nothing_changed":
            return gettext("No rule was changed.")
        if code == "missing" and field == "winner":
            return gettext("Choose who won.")
        if code == "missing" and field == "points":
            return gettext("Give points to a side, or add a note.")
        if code == "no_such_seat" and field == "dealer":
            return gettext("Choose who deals.")
        if code == "no_such_seat" and field == "seat":
            return gettext("Choose whose seat.")
        return self.formatter.format({"code": code, "values": found.values})


FIELDS = {
    "result": ("total.", "winner"),
    "points": ("points", "note"),
    "dealer": ("dealer",),
    "player": ("seat", "player"),
    "rules": ("rules.",),
}
"""By form the beginnings of the names of its fields, and of what problems call them."""


def noted(words: str, field: Node) -> Node:
    """An input below its words."""
    return node("label", {"class": "noted"}, words, field)


def bar(language: Language, game: Game, back: str, label: str, heading: str) -> list[Content]:
    """A header: the way back, the title, the game."""
    way = node("a", {"class": "icon", "href": back, "aria-label": label}, icon("back"))
    return [way, node("h1", {}, heading, " ", node("small", {}, language.gettext(game.name)))]


class RulingPreview:
    """Draws what a ruling would change, and the form that records it. words: the record; parts: its changes."""

    def __init__(self, page: RulingsPage, words: Content, parts: Content) -> None:
        self.page, self.words, self.parts = page, words, parts
        self.gettext = page.language.gettext

    @property
    def heading(self) -> str:
        """The title of the page."""
        return self.gettext("What would change")

    def header(self) -> list[Content]:
        """The header: back to the forms, with what was typed."""
        page = self.page
        query = encode_query(self.pairs() + [("again", "1")])
        return bar(page.language, page.game, f"{page.here}/rulings?{query}", page.heading, self.heading)

    def main(self, updates: Content = None) -> list[Content]:
        """The page below its header. updates: what others recorded meanwhile."""
        here, gettext = self.page.here, self.gettext
        form = node(
            "form",
            {"class": "dock", "method": "post", "action": here + "/rulings"},
            HIDDEN_FIELDS,
            [hidden(name, text) for name, text in self.pairs()],
            node("a", {"class": "go quiet", "href": here}, gettext("Leave it as it is")),
            node("button", {"class": "go"}, self.button_words()),
        )
        return [updates, node("p", {}, node("strong", {}, self.words)), self.parts, form]

    def pairs(self) -> list[tuple[str, str]]:
        """The sent fields, without hidden ones and without the house rules that hold already."""
        page = self.page
        texts = typed_rules(page.game, page.standing.rules)
        now = {"rule." + key: texts[key] for key in texts}
        pairs = [(name, text) for name in sorted(page.form) for text in page.form[name][:1]]
        return [(name, text) for name, text in pairs if name not in HIDDEN_NAMES + ("again",) and now.get(name) != text]

    def button_words(self) -> str:
        """The label of the button that records."""
        gettext, what, page = self.gettext, self.page.what, self.page
        if what == "result":
            return gettext("Record the result")
        if what == "points":
            return gettext("Record the ruling")
        if what == "dealer":
            return gettext("Change the dealer")
        if what == "player":
            return gettext("Change the player")
        if what == "rules":
            return gettext("Play by these rules")
        if what == "reopen":
            return gettext("Resume the match")
        decides = page.game.closing_decides(page.standing.rules)
        return gettext("End the match") if decides else gettext("Give up")
