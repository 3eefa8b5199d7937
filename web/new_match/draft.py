"""Draft of a new match, held in the address: players, seats, rules; and what a tap changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from drawing.form_entry import parse_int
from drawing.house_rules.rule_form import RuleForm
from drawing.house_rules.values import chosen_rules, typed_rules
from drawing.new_match import page
from drawing.new_match.card_draw import dealing_seat, partners
from drawing.new_match.seats import fit_seats, swapped, with_player
from models.log.read import read
from models.tables.evening import Evening
from scoring.game import Game
from scoring.games import games
from web.circle.saved_rules import rules_in
from web.evening.recent_queries import Place, last_match, names_now, regulars
from web.forms.texts import plain_texts
from web.forms.validators import folded, name_fault, tidy, twice
from web.i18n.locale import current_language, gettext
from web.new_match.card_draw import draw, draw_of
from web.new_match.game_words import words_of

MAX_SEATS = 30  # more than play any game, so that too many are still said to be too many


@dataclass(frozen=True)
class MatchDraft:
    """The draft: seats are names clockwise, rules the texts as typed, held the seat that waits for a second tap.

    place is the circle, or the one evening that is open to this browser; people are its active players, last played
    first.
    """

    place: Place
    people: tuple[str, ...]
    game: Game
    seats: tuple[str, ...]
    dealer: str
    rules: dict[str, str]
    held: int | None = None
    evening: str = ""

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seats) >= self.game.seats[1]

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return self.seats.index(self.dealer) if self.dealer in self.seats else 0

    def with_seats(self, seats: tuple[str, ...]) -> MatchDraft:
        """The same with other players, no seat held."""
        return replace(self, seats=seats, held=None)

    def address(self) -> dict[str, Any]:
        """The draft as query parameters; rules only where they differ from the game's own."""
        own = typed_rules(self.game, {})
        rules = {f"rule.{key}": text for key, text in self.rules.items() if text != own[key]}
        chosen: dict[str, Any] = {
            "evening": self.evening,
            "game": self.game.key,
            "seat": ["", *self.seats],
            "dealer": self.dealer,
        }
        return {**chosen, **rules}


def read_draft(form: MultiDict[str, str], place: Place) -> MatchDraft:
    """The draft of a form or an address; what is left open is as the circle played last."""
    people = tuple(player.name for player in regulars(place))
    evening = tidy(form.get("evening", ""))
    game = games().get(form.get("game", "")) or usual_game(place, len(people), evening)
    seats = tuple(name for text in form.getlist("seat")[:MAX_SEATS] if (name := tidy(text)))
    if "seat" not in form:
        seats = usual_seats(game, place, people, evening)
    held = parse_int(form.get("held", ""))
    return MatchDraft(
        place,
        people,
        game,
        seats,
        dealer=tidy(form.get("dealer", "")) or (seats[0] if seats else ""),
        rules=RuleForm(game, plain_texts(form), typed_rules(game, {})).texts,
        held=held if type(held) is int and 0 <= held < len(seats) else None,
        evening=evening,
    )


def usual_game(place: Place, people: int, evening: str) -> Game:
    """The game that was played last; in a new circle the first for that many players."""
    last = last_match(place, evening=evening)
    if last and last.game in games():
        return games()[last.game]
    known = list(games().values())
    return next((game for game in known if game.seats[0] <= people <= game.seats[1]), known[0])


def usual_seats(game: Game, place: Place, people: tuple[str, ...], evening: str) -> tuple[str, ...]:
    """The last players in their seats, filled up with earlier ones."""
    last = last_match(place, game.key, evening) or last_match(place, evening=evening)
    low, high = game.seats
    seats = tuple(names_now(last)) if last else ()
    return fit_seats(seats, high, people, low if seats else high)


def add_name(draft: MatchDraft, text: str) -> tuple[MatchDraft, str]:
    """The draft with one more player, and what is wrong with the name; an empty one changes nothing."""
    name = tidy(text)
    if not name:
        return draft, ""
    fault = name_fault(name) or stranger_fault(draft, name)
    if not fault and folded(name) in map(folded, draft.seats):
        fault = gettext("{name} is already at this table.", name=name)
    if not fault and draft.full and draft.held is None:
        fault = gettext("The table is full. Tap the seat that {name} takes, then add the name.", name=name)
    if fault:
        return draft, fault
    known = {folded(other): other for other in draft.people}
    return toggle_player(draft, known.get(folded(name), name)), ""


def toggle_player(draft: MatchDraft, name: str) -> MatchDraft:
    """Seat a player (in the held seat if there is one) or remove them."""
    seats = with_player(draft.seats, draft.held, draft.game.seats[1], name)
    return draft if seats == draft.seats else draft.with_seats(seats)


def tap_seat(draft: MatchDraft, which: str) -> MatchDraft:
    """Hold a seat; the second tap swaps both, or lets the same one go."""
    seat = parse_int(which)
    if type(seat) is not int or not 0 <= seat < len(draft.seats):
        return draft
    if draft.held is None:
        return replace(draft, held=seat)
    return draft.with_seats(swapped(draft.seats, seat, draft.held))


def choose_game(draft: MatchDraft, key: str) -> MatchDraft:
    """Another game, with its own rules and as many of the players as it allows."""
    game = games().get(key, draft.game)
    seats = fit_seats(draft.seats, game.seats[1], draft.people, game.seats[0])
    return replace(draft, game=game, seats=seats, rules=typed_rules(game, {}), held=None)


def choose_dealer(draft: MatchDraft, name: str) -> MatchDraft:
    """Another first dealer."""
    return replace(draft, dealer=name)


def choose_preset(draft: MatchDraft, key: str) -> MatchDraft:
    """The rules of a preset or of a saved set; the game's own where there is none of that key."""
    saved = {f"saved-{row.id}": row.rules for row in rules_in(draft.place, draft.game.key)}
    rules = next((rules for known, _, rules in draft.game.presets if known == key), saved.get(key, {}))
    return replace(draft, rules=typed_rules(draft.game, rules))


def repeat_last(draft: MatchDraft, _: str) -> MatchDraft:
    """Rules, seats and next dealer of the last match of this game; unchanged when that is damaged."""
    last = last_match(draft.place, draft.game.key, draft.evening)
    seats = tuple(names_now(last)) if last else ()
    if last is None or not seats:
        return draft
    now = read(last).sheet.standing
    return replace(draft, seats=seats, dealer=seats[now.dealer], rules=typed_rules(draft.game, now.rules), held=None)


TAPS: dict[str, Callable[[MatchDraft, str], MatchDraft]] = {
    "game": choose_game,
    "player": toggle_player,
    "seat": tap_seat,
    "dealer": choose_dealer,
    "preset": choose_preset,
    "last": repeat_last,
}


def apply_tap(draft: MatchDraft, tap: str) -> MatchDraft:
    """The draft after a button like "seat:2"; an unknown one changes nothing."""
    what, _, which = tap.partition(":")
    return TAPS[what](draft, which) if what in TAPS else draft


def draw_cards(draft: MatchDraft, kind: str) -> tuple[MatchDraft, list[str]]:
    """The draft after a draw for partners or for the deal, and the card of each seat."""
    cards = draw(draft.game, len(draft.seats))
    if kind == "partners" and draft.game.partners:
        order = partners(draw_of(draft.game), cards)
        cards = [cards[seat] for seat in order]
        draft = draft.with_seats(tuple(draft.seats[seat] for seat in order))
    return replace(draft, dealer=draft.seats[dealing_seat(draw_of(draft.game), cards)], held=None), cards


def seat_faults(draft: MatchDraft) -> list[str]:
    """Everything that is wrong with the players."""
    faults = [fault for name in draft.seats if (fault := name_fault(name))]
    again = twice(list(draft.seats))
    if again:
        faults.append(gettext("{name} is there twice: everybody has one seat.", name=again))
    faults += [fault for name in draft.seats if (fault := stranger_fault(draft, name))]
    return faults + number_fault(draft)


def stranger_fault(draft: MatchDraft, name: str) -> str:
    """A sentence when somebody is not a player of the one evening that is open to this browser."""
    if not isinstance(draft.place, Evening) or folded(name) in map(folded, draft.people):
        return ""
    return gettext("Only this evening’s players can play; {name} isn’t one.", name=name)


def number_fault(draft: MatchDraft) -> list[str]:
    """A sentence when there are too few or too many players."""
    fault = page.number_fault(current_language(), words_of(draft.game), len(draft.seats))
    return [fault] if fault else []


def draft_rules(draft: MatchDraft) -> dict[str, object]:
    """The rules that the texts stand for."""
    return chosen_rules(draft.game, draft.rules)
