"""The page of a new match: games, players, seats around the table, house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from drawing.house_rules.rule_fields import RuleFields
from drawing.house_rules.rule_form import RuleForm
from drawing.house_rules.values import typed_rules
from drawing.new_match.card_draw import heights
from drawing.new_match.page import NewMatch, rule_sets
from scoring.words import Problem
from web.circle.saved_rules import rules_in
from web.evening.recent_queries import evening_for, last_match, names_now, some_unreadable
from web.forms.validators import tidy
from web.i18n.dates import evening_words
from web.i18n.locale import current_language, gettext
from web.i18n.messages import MarkupFormatter
from web.new_match.card_draw import draw_of
from web.new_match.draft import MatchDraft, repeat_last
from web.new_match.game_words import words_of, words_of_all
from web.tree_html import html

if TYPE_CHECKING:
    from scoring.words import Rules


class NewMatchPage:
    """What the templates of a new match read."""

    def __init__(
        self,
        draft: MatchDraft,
        name_faults: list[str],
        seat_faults: list[str] | None = None,
        problems: tuple[Problem, ...] = (),
        form: MultiDict[str, str] | None = None,
    ) -> None:
        self.draft, self.game = draft, draft.game
        self.name_faults, self.seat_faults = name_faults, seat_faults or []
        self.typed_name = tidy(form.get("name", "")) if form and name_faults else ""
        self.formatter = MarkupFormatter(self.game.key, draft.seats, [])
        self.rules = RuleForm(self.game, None, draft.rules)
        self.rules.refuse(problems, self.formatter.nodes)
        self.last = last_match(draft.place, self.game.key, draft.evening)
        self.can_repeat = self.last is not None and names_now(self.last) != []
        self.unreadable = some_unreadable(draft.place)
        self.as_last = self.can_repeat and draft == repeat_last(draft, "")
        self.game_chosen = self.as_last or bool(form and "game" in form)
        self.cards = cards_in(form, draft) if form else []
        drew = form.get("drew", "") if form and self.cards else ""
        self.drawn = NewMatch(
            current_language(),
            words_of(self.game),
            words_of_all(),
            draft.people,
            draft.seats,
            draft.first_dealer,
            draft.held,
            tuple(self.cards),
            drew,
        )

    @property
    def faults(self) -> list[tuple[str, str | Markup]]:
        """Every fault, with the id of the page's part it belongs to."""
        people: list[tuple[str, str | Markup]] = [
            ("players", fault) for fault in (*self.name_faults, *self.seat_faults)
        ]
        rules = [(field, html(fault)) for field in self.rules.fields for fault in field.faults]
        return people + [
            (f"fault-{field.key}", Markup("{}: {}").format(gettext(field.option.label), fault))
            for field, fault in rules
        ]

    @property
    def last_evening(self) -> str:
        """When and where this game was played last."""
        return evening_words(self.last.evening) if self.last else ""

    @property
    def cleared(self) -> str:
        """The address of the same game with empty seats and its usual rules."""
        evening = {"evening": self.draft.evening} if self.draft.evening else {}
        return url_for("new_match.show_draft") + "?" + urlencode({**evening, "game": self.game.key, "seat": ""})

    @property
    def evening(self) -> str:
        """When and where the match is played."""
        evening = evening_for(self.draft.evening, self.draft.place)
        return evening_words(evening) if evening else gettext("a new evening")

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Hidden inputs of every tap, besides the rules."""
        draft = self.draft
        seats = [("seat", name) for name in ("", *draft.seats)]
        held = [] if draft.held is None else [("held", str(draft.held))]
        evening = [("evening", draft.evening)] if draft.evening else []
        return [*evening, ("game", self.game.key), *seats, ("dealer", draft.dealer), *held]

    def games_part(self) -> Markup:
        """The games."""
        return html(self.drawn.games_part(self.game_chosen))

    def players_part(self, notice: Markup | str = "") -> Markup:
        """The players; notice stands below them."""
        return html(self.drawn.players_part(self.typed_name, self.name_faults, self.seat_faults, notice))

    def seats_part(self) -> Markup:
        """The seats, and who deals first."""
        return html(self.drawn.seats_part())

    def rule_sets(self) -> Markup:
        """The sets of house rules to choose from."""
        return html(rule_sets(self.presets))

    def open_rules(self) -> Markup:
        """The house rules that are not folded."""
        return html(RuleFields(current_language()).open(self.rules.open))

    def folded_rules(self) -> Markup:
        """All others."""
        return html(RuleFields(current_language()).folded(self.rules.folded))

    @property
    def presets(self) -> list[tuple[str, str, bool]]:
        """Key, label and whether it is chosen: the game's own rules, its presets, saved sets."""
        known: list[tuple[str, str, Rules]] = [("", gettext("The usual rules"), {})]
        known += [(key, gettext(label), rules) for key, label, rules in self.game.presets]
        known += [(f"saved-{row.id}", row.name, row.rules) for row in rules_in(self.draft.place, self.game.key)]
        rows = [(key, label, typed_rules(self.game, rules) == self.draft.rules) for key, label, rules in known]
        return rows if len(rows) > 1 or not rows[0][2] else []


def cards_in(form: MultiDict[str, str], draft: MatchDraft) -> list[str]:
    """The cards in an address, one for each seat; none after another tap, or when they are invalid."""
    cards = form.getlist("card")
    right = len(cards) == len(draft.seats) and min(heights(draw_of(draft.game), cards), default=-1) >= 0
    return cards if right and "tap" not in form else []
