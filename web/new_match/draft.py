"""Draft of a new match, held in the address: players, seats, rules; what a tap changes, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from secrets import randbits
from typing import Any

from werkzeug.datastructures import MultiDict

from models.log.errors import BrokenChain
from models.log.read import read
from models.tables import Evening, HouseRules, Match, Player
from scoring.game import Game
from scoring.games import games
from scoring.words import Standing
from table import new_match
from table.form_entry import parse_int
from table.house_rules import RuleForm, typed_rules
from table.new_match import Draw, GameWords, dealing_seat, fit_seats, partners, swapped, with_player
from web.forms import folded, name_fault, plain_texts, tidy, twice
from web.i18n.locale import current_language, gettext
from web.recent import Place, evening_for, last_match, names_today, sitters
from web.rules import rules_in


def draw_of(game: Game) -> Draw:
    """How a game draws."""
    return Draw(game.pack, game.lowest_deals, game.dealer_after)


def draw(game: Game, players: int) -> list[str]:
    """A card for each seat."""
    return new_match.draw(draw_of(game), players, [randbits(32) for _ in range(2 * players)])


MAX_SEATS = 30  # more than play any game, so that too many are still said to be too many


class Lately:
    """Who played what at a place lately, each asked of the database once.

    place is the circle, or the one evening open to this browser; asked is the uid of the evening in the address.
    """

    def __init__(self, place: Place, asked: str = "") -> None:
        self.place, self.asked = place, asked
        self._last: dict[str, Match | None] = {}
        self._ends: dict[int, tuple[tuple[str, ...], Standing | None]] = {}
        self._saved: dict[str, list[HouseRules]] = {}

    @cached_property
    def evening(self) -> Evening | None:
        """The evening of the new match; None where a new one is to begin."""
        newest = self.last()
        if newest and newest.evening.uid == self.asked and newest.evening.closed_at is None:
            return newest.evening
        return evening_for(self.asked, self.place)

    @cached_property
    def sitters(self) -> list[Player]:
        """Everybody who may sit down, last played first."""
        return sitters(self.place)

    @property
    def people(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(player.name for player in self.sitters)

    def last(self, game: str = "") -> Match | None:
        """The last match of a game, or of any."""
        newest = self._last.get("")
        if newest and newest.game == game:
            return newest
        if game not in self._last:
            self._last[game] = last_match(self.place, game, self.asked)
        return self._last[game]

    def end(self, match: Match) -> tuple[tuple[str, ...], Standing | None]:
        """Who sits in each seat of a match now, by the names of today, and how it stands; nobody if it is damaged."""
        if match.id not in self._ends:
            try:
                state = read(match)
                names = names_today(state.players_now, {player.uid: player.name for player in self.sitters})
                self._ends[match.id] = tuple(names), state.sheet.standing
            except BrokenChain:
                self._ends[match.id] = (), None
        return self._ends[match.id]

    def saved(self, game: str) -> list[HouseRules]:
        """The saved house rules of a game."""
        if game not in self._saved:
            self._saved[game] = rules_in(self.place, game)
        return self._saved[game]


@dataclass(frozen=True)
class MatchDraft:
    """The draft: seats are names clockwise, rules the texts as typed, held the seat that waits for a second tap."""

    lately: Lately = field(compare=False)
    game: Game
    seats: tuple[str, ...]
    dealer: str
    rules: dict[str, str]
    held: int | None = None

    @property
    def place(self) -> Place:
        """The circle, or the one evening that is open to this browser."""
        return self.lately.place

    @property
    def people(self) -> tuple[str, ...]:
        """Who may sit down, last played first."""
        return self.lately.people

    @property
    def evening(self) -> str:
        """The uid of the evening in the address."""
        return self.lately.asked

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
    lately = Lately(place, tidy(form.get("evening", "")))
    game = games().get(form.get("game", "")) or usual_game(lately)
    seats = tuple(name for text in form.getlist("seat")[:MAX_SEATS] if (name := tidy(text)))
    if "seat" not in form:
        seats = usual_seats(game, lately)
    held = parse_int(form.get("held", ""))
    return MatchDraft(
        lately,
        game,
        seats,
        dealer=tidy(form.get("dealer", "")) or (seats[0] if seats else ""),
        rules=RuleForm(game, plain_texts(form), typed_rules(game, {})).texts,
        held=held if type(held) is int and 0 <= held < len(seats) else None,
    )


def usual_game(lately: Lately) -> Game:
    """The game that was played last; in a new circle the first for that many players."""
    last = lately.last()
    if last and last.game in games():
        return games()[last.game]
    known = list(games().values())
    return next((game for game in known if game.seats[0] <= len(lately.people) <= game.seats[1]), known[0])


def usual_seats(game: Game, lately: Lately) -> tuple[str, ...]:
    """The last players in their seats, filled up with earlier ones."""
    last = lately.last(game.key) or lately.last()
    low, high = game.seats
    seats = lately.end(last)[0] if last else ()
    return fit_seats(seats, high, lately.people, low if seats else high)


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


def choose_preset(draft: MatchDraft, key: str) -> MatchDraft:
    """The rules of a preset or of a saved set; the game's own where there is none of that key."""
    saved = {f"saved-{row.id}": row.rules for row in draft.lately.saved(draft.game.key)}
    rules = next((rules for known, _, rules in draft.game.presets if known == key), saved.get(key, {}))
    return replace(draft, rules=typed_rules(draft.game, rules))


def repeat_last(draft: MatchDraft, _: str) -> MatchDraft:
    """Rules, seats and next dealer of the last match of this game; unchanged when that is damaged."""
    last = draft.lately.last(draft.game.key)
    seats, now = draft.lately.end(last) if last else ((), None)
    if now is None or not seats:
        return draft
    return replace(draft, seats=seats, dealer=seats[now.dealer], rules=typed_rules(draft.game, now.rules), held=None)


TAPS: dict[str, Callable[[MatchDraft, str], MatchDraft]] = {
    "game": choose_game,
    "player": toggle_player,
    "seat": tap_seat,
    "dealer": lambda draft, name: replace(draft, dealer=name),
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
    fault = new_match.number_fault(current_language(), words_of(draft.game), len(draft.seats))
    return [fault] if fault else []


def words_of(game: Game) -> GameWords:
    """The words of a game."""
    name, tagline, begin = map(gettext, (game.name, game.tagline, game.begin))
    return GameWords(game.key, name, tagline, begin, game.seats, game.partners, draw_of(game))


def words_of_all() -> list[GameWords]:
    """The words of every game."""
    return [words_of(game) for game in games().values()]
