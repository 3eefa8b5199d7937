"""The page of a new match, put into words: games, people, seats around the table, house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from flask import url_for
from markupsafe import Markup

from drawing.icons import LETTERS
from scoring.games import games
from web.circle.saved_rules import rules_in
from web.evening.recent_queries import evening_for, last_match, names_now, some_unreadable
from web.forms.rule_form import RuleForm
from web.forms.rule_values import typed_rules
from web.forms.validators import tidy
from web.i18n.dates import evening_words
from web.i18n.locale import gettext
from web.i18n.messages import Speaker
from web.new_match.card_draw import dealing_seat, deciding_seat, heights
from web.new_match.draft import as_last_time, number_fault

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict

    from scoring.words import Problem, Rules
    from web.new_match.draft import Sitting

ROUND = {
    2: "s n",
    3: "s w e",
    4: "s w n e",
    5: "s w nw ne e",
    6: "s sw nw n ne se",
    7: "s sw w nw ne e se",
}
"""By the number of seats where each is drawn, clockwise from below."""


class Person(NamedTuple):
    """Somebody who can sit down, with the letter of the side while seated."""

    name: str
    letter: str
    possible: bool


class Seat(NamedTuple):
    """A seat around the table: where it is drawn, the side's letter, the card that was drawn."""

    name: str
    place: str
    letter: str
    held: bool
    deals: bool
    card: str


class SittingPage:
    """All that the templates of a new match ask for."""

    def __init__(
        self,
        sitting: Sitting,
        name_faults: list[str],
        seat_faults: list[str] | None = None,
        problems: tuple[Problem, ...] = (),
        form: MultiDict[str, str] | None = None,
    ) -> None:
        self.sitting, self.game = sitting, sitting.game
        self.games = list(games().values())
        self.name_faults, self.seat_faults = name_faults, seat_faults or []
        self.typed_name = tidy(form.get("name", "")) if form and name_faults else ""
        self.speaker = Speaker(self.game.key, sitting.seats, [])
        self.rules = RuleForm(self.game, None, sitting.rules)
        self.rules.refuse(problems, self.speaker)
        self.missing = number_fault(sitting)
        self.last = last_match(sitting.place, self.game.key, sitting.evening)
        self.can_repeat = self.last is not None and names_now(self.last) != []
        self.unreadable = some_unreadable(sitting.place)
        self.as_last = self.can_repeat and sitting == as_last_time(sitting, "")
        self.game_chosen = self.as_last or bool(form and "game" in form)
        self.cards = cards_in(form, sitting) if form else []
        self.drew = form.get("drew", "") if form and self.cards else ""

    @property
    def faults(self) -> list[tuple[str, str | Markup]]:
        """Everything that is wrong, with the place of the page where it stands."""
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
        """The address of the same game with nobody seated and its usual rules."""
        evening = {"evening": self.sitting.evening} if self.sitting.evening else {}
        return url_for("new_match.new") + "?" + urlencode({**evening, "game": self.game.key, "seat": ""})

    @property
    def evening(self) -> str:
        """When and where the match is played."""
        evening = evening_for(self.sitting.evening, self.sitting.place)
        return evening_words(evening) if evening else gettext("a new evening")

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """What every tap sends along, besides the rules."""
        sitting = self.sitting
        seats = [("seat", name) for name in ("", *sitting.seats)]
        held = [] if sitting.held is None else [("held", str(sitting.held))]
        evening = [("evening", sitting.evening)] if sitting.evening else []
        return [*evening, ("game", self.game.key), *seats, ("dealer", sitting.dealer), *held]

    def letter(self, seat: int) -> str:
        """The house mark of a seat's side; partners share one."""
        return LETTERS[seat % 2 if self.game.partners else seat % len(LETTERS)]

    @property
    def people(self) -> list[Person]:
        """Everybody who can sit down: who played last first, new names at the end."""
        seats = self.sitting.seats
        names = dict.fromkeys(self.sitting.people + seats)
        room = not self.sitting.full or self.sitting.held is not None
        return [
            Person(name, self.letter(seats.index(name)) if name in seats else "", room or name in seats)
            for name in names
        ]

    @property
    def waiting(self) -> bool:
        """Whether somebody would have to get up for another to sit down."""
        return self.sitting.full and self.sitting.held is None and not {*self.sitting.people} <= {*self.sitting.seats}

    @property
    def seats(self) -> list[Seat]:
        """The seats around the table, clockwise."""
        sitting, seats = self.sitting, self.sitting.seats
        places = ROUND.get(len(seats), "s" + " e" * len(seats)).split()
        cards = self.cards or [""] * len(seats)
        return [
            Seat(name, places[n], self.letter(n), n == sitting.held, n == sitting.first_dealer, cards[n])
            for n, name in enumerate(seats)
        ]

    @property
    def draw_words(self) -> list[str]:
        """What the cards decided."""
        if not self.cards:
            return []
        seats, game = self.sitting.seats, self.game
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
        """Key, label and whether the rules are just so: the game's own rules, its presets, what the circle saved."""
        known: list[tuple[str, str, Rules]] = [("", gettext("The usual rules"), {})]
        known += [(key, gettext(label), rules) for key, label, rules in self.game.presets]
        known += [(f"saved-{row.id}", row.name, row.rules) for row in rules_in(self.sitting.place, self.game.key)]
        shown = [(key, label, typed_rules(self.game, rules) == self.sitting.rules) for key, label, rules in known]
        return shown if len(shown) > 1 or not shown[0][2] else []


def cards_in(form: MultiDict[str, str], sitting: Sitting) -> list[str]:
    """The cards that an address shows, one for each seat; none after another tap, or when they are no cards."""
    cards = form.getlist("card")
    right = len(cards) == len(sitting.seats) and min(heights(sitting.game, cards), default=-1) >= 0
    return cards if right and "tap" not in form else []
