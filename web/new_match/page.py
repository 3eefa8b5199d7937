"""The page of a new match: games, players, seats around the table, house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from flask import url_for
from markupsafe import Markup

from drawing.icons import LETTERS
from scoring.games import games
from web.circle.saved_rules import rules_in
from web.evening.recent_queries import evening_for, last_match, names_now, some_unreadable
from web.forms.house_rule_values import typed_rules
from web.forms.house_rules_form import RuleForm
from web.forms.validators import tidy
from web.i18n.dates import evening_words
from web.i18n.locale import gettext
from web.i18n.messages import MarkupFormatter
from web.new_match.card_draw import dealing_seat, deciding_seat, heights
from web.new_match.draft import number_fault, repeat_last

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict

    from scoring.words import Problem, Rules
    from web.new_match.draft import MatchDraft

SEAT_PLACES = {
    2: "s n",
    3: "s w e",
    4: "s w n e",
    5: "s w nw ne e",
    6: "s sw nw n ne se",
    7: "s sw w nw ne e se",
}
"""By the number of seats where each is drawn, clockwise from below."""


class Person(NamedTuple):
    """A player to choose, with the letter of the side while seated."""

    name: str
    letter: str
    possible: bool


class Seat(NamedTuple):
    """A seat around the table: its place in the drawing, the side's letter, the card drawn."""

    name: str
    place: str
    letter: str
    held: bool
    deals: bool
    card: str


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
        self.games = list(games().values())
        self.name_faults, self.seat_faults = name_faults, seat_faults or []
        self.typed_name = tidy(form.get("name", "")) if form and name_faults else ""
        self.formatter = MarkupFormatter(self.game.key, draft.seats, [])
        self.rules = RuleForm(self.game, None, draft.rules)
        self.rules.refuse(problems, self.formatter)
        self.missing = number_fault(draft)
        self.last = last_match(draft.place, self.game.key, draft.evening)
        self.can_repeat = self.last is not None and names_now(self.last) != []
        self.unreadable = some_unreadable(draft.place)
        self.as_last = self.can_repeat and draft == repeat_last(draft, "")
        self.game_chosen = self.as_last or bool(form and "game" in form)
        self.cards = cards_in(form, draft) if form else []
        self.drew = form.get("drew", "") if form and self.cards else ""

    @property
    def faults(self) -> list[tuple[str, str | Markup]]:
        """Every fault, with the id of the page's part it belongs to."""
        people: list[tuple[str, str | Markup]] = [
            ("players", fault) for fault in (*self.name_faults, *self.seat_faults)
        ]
        rules = [(field, fault) for field in self.rules for fault in field.errors]
        return people + [
            (f"fault-{field.id}", Markup("{}: {}").format(gettext(field.option.label), fault)) for field, fault in rules
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

    def letter(self, seat: int) -> str:
        """The letter of a seat's side; partners share one."""
        return LETTERS[seat % 2 if self.game.partners else seat % len(LETTERS)]

    @property
    def people(self) -> list[Person]:
        """Everybody to choose: last played first, new names at the end."""
        seats = self.draft.seats
        names = dict.fromkeys(self.draft.people + seats)
        room = not self.draft.full or self.draft.held is not None
        return [
            Person(name, self.letter(seats.index(name)) if name in seats else "", room or name in seats)
            for name in names
        ]

    @property
    def waiting(self) -> bool:
        """Whether a seat must be freed before another player can sit."""
        return self.draft.full and self.draft.held is None and not {*self.draft.people} <= {*self.draft.seats}

    @property
    def seats(self) -> list[Seat]:
        """The seats around the table, clockwise."""
        draft, seats = self.draft, self.draft.seats
        places = SEAT_PLACES.get(len(seats), "s" + " e" * len(seats)).split()
        cards = self.cards or [""] * len(seats)
        return [
            Seat(name, places[n], self.letter(n), n == draft.held, n == draft.first_dealer, cards[n])
            for n, name in enumerate(seats)
        ]

    @property
    def draw_words(self) -> list[str]:
        """What the cards decided."""
        if not self.cards:
            return []
        seats, game = self.draft.seats, self.game
        decides, deals = seats[deciding_seat(game, self.cards)], seats[dealing_seat(game, self.cards)]
        words = [gettext("The two lowest play against the two highest.")] if self.drew == "partners" else []
        if game.lowest_deals:
            return [*words, gettext("The lowest card deals: {name}.", name=deals)]
        if game.dealer_after:
            keeps = gettext(
                "{name} drew highest and keeps score; {dealer}, on the left, deals.", name=decides, dealer=deals
            )
            return [*words, keeps]
        return [*words, gettext("{name} drew highest and deals.", name=deals)]

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
    right = len(cards) == len(draft.seats) and min(heights(draft.game, cards), default=-1) >= 0
    return cards if right and "tap" not in form else []
