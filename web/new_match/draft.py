"""Sitting down: what is chosen so far for a new match, held in the address, and what a tap makes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from drawing.form_entry import parse_int
from models.log.read import read
from models.tables.evening import Evening
from scoring.games import games
from web.circle.saved_rules import rules_in
from web.evening.recent_queries import last_match, names_now, regulars
from web.forms.rule_form import RuleForm
from web.forms.rule_values import chosen_rules, typed_rules
from web.forms.validators import folded, name_fault, tidy, twice
from web.i18n.locale import gettext
from web.new_match.card_draw import dealing_seat, draw, partners

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.datastructures import MultiDict

    from scoring.game import Game
    from web.evening.recent_queries import Place

MOST_SEATS = 30  # more than play any game, so that too many are still said to be too many


@dataclass(frozen=True)
class Sitting:
    """What is chosen: seats are names clockwise, rules the texts as typed, held the seat that waits for a second tap.

    place is the circle, or the one evening that is open to who asks; people are its players who have not retired, who
    played last first.
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
        """Whether nobody else can sit down."""
        return len(self.seats) >= self.game.seats[1]

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return self.seats.index(self.dealer) if self.dealer in self.seats else 0

    def with_seats(self, seats: tuple[str, ...]) -> Sitting:
        """The same with other people, nothing held."""
        return replace(self, seats=seats, held=None)

    def address(self) -> dict[str, Any]:
        """All of it as it stands in an address; rules only where they are not the game's own."""
        own = typed_rules(self.game, {})
        rules = {f"rule.{key}": text for key, text in self.rules.items() if text != own[key]}
        kept: dict[str, Any] = {
            "evening": self.evening,
            "game": self.game.key,
            "seat": ["", *self.seats],
            "dealer": self.dealer,
        }
        return {**kept, **rules}


def sitting_of(form: MultiDict[str, str], place: Place) -> Sitting:
    """What a form or an address says; what it leaves open is as the circle played last."""
    people = tuple(player.name for player in regulars(place))
    evening = tidy(form.get("evening", ""))
    game = games().get(form.get("game", "")) or usual_game(place, len(people), evening)
    seats = tuple(name for text in form.getlist("seat")[:MOST_SEATS] if (name := tidy(text)))
    if "seat" not in form:
        seats = usual_seats(game, place, people, evening)
    held = parse_int(form.get("held", ""))
    return Sitting(
        place,
        people,
        game,
        seats,
        dealer=tidy(form.get("dealer", "")) or (seats[0] if seats else ""),
        rules=RuleForm(game, form, typed_rules(game, {})).texts,
        held=held if type(held) is int and 0 <= held < len(seats) else None,
        evening=evening,
    )


def usual_game(place: Place, people: int, evening: str) -> Game:
    """The game that was played last; in a new circle the first that so many people can play."""
    last = last_match(place, evening=evening)
    if last and last.game in games():
        return games()[last.game]
    shelf = list(games().values())
    return next((game for game in shelf if game.seats[0] <= people <= game.seats[1]), shelf[0])


def usual_seats(game: Game, place: Place, people: tuple[str, ...], evening: str) -> tuple[str, ...]:
    """Those who played last as they sat, filled up with who played before."""
    last = last_match(place, game.key, evening) or last_match(place, evening=evening)
    low, high = game.seats
    seats = tuple(names_now(last)) if last else ()
    return fitted(seats, game, people, low if seats else high)


def fitted(seats: tuple[str, ...], game: Game, people: tuple[str, ...], wanted: int) -> tuple[str, ...]:
    """As many people as play the game: some leave, or those who played last join until there are as many as wanted."""
    others = tuple(name for name in people if name not in seats)
    return (seats + others[: max(wanted - len(seats), 0)])[: game.seats[1]]


def named(sitting: Sitting, text: str) -> tuple[Sitting, str]:
    """The sitting with one more name, and what is wrong with the name; an empty one changes nothing."""
    name = tidy(text)
    if not name:
        return sitting, ""
    fault = name_fault(name) or stranger_fault(sitting, name)
    if not fault and folded(name) in map(folded, sitting.seats):
        fault = gettext("{name} is already at this table.", name=name)
    if not fault and sitting.full and sitting.held is None:
        fault = gettext("The table is full. Tap the seat that {name} takes, then add the name.", name=name)
    if fault:
        return sitting, fault
    known = {folded(other): other for other in sitting.people}
    return toggled(sitting, known.get(folded(name), name)), ""


def toggled(sitting: Sitting, name: str) -> Sitting:
    """Somebody sits down (in the held seat if there is one) or gets up."""
    if name in sitting.seats:
        return sitting.with_seats(tuple(other for other in sitting.seats if other != name))
    if sitting.held is not None:
        return sitting.with_seats(tuple(name if n == sitting.held else old for n, old in enumerate(sitting.seats)))
    return sitting if sitting.full else sitting.with_seats((*sitting.seats, name))


def touched(sitting: Sitting, which: str) -> Sitting:
    """A seat is held; with the second tap both swap, or the same one is let go."""
    seat = parse_int(which)
    if type(seat) is not int or not 0 <= seat < len(sitting.seats):
        return sitting
    if sitting.held is None:
        return replace(sitting, held=seat)
    seats = list(sitting.seats)
    seats[seat], seats[sitting.held] = seats[sitting.held], seats[seat]
    return sitting.with_seats(tuple(seats))


def to_game(sitting: Sitting, key: str) -> Sitting:
    """Another game, with its own rules and as many of the people as play it."""
    game = games().get(key, sitting.game)
    seats = fitted(sitting.seats, game, sitting.people, game.seats[0])
    return replace(sitting, game=game, seats=seats, rules=typed_rules(game, {}), held=None)


def to_dealer(sitting: Sitting, name: str) -> Sitting:
    """Somebody else deals first."""
    return replace(sitting, dealer=name)


def to_preset(sitting: Sitting, key: str) -> Sitting:
    """The rules of a preset or of those that the circle saved; the game's own where there are none of that name."""
    kept = {f"saved-{row.id}": row.rules for row in rules_in(sitting.place, sitting.game.key)}
    rules = next((rules for known, _, rules in sitting.game.presets if known == key), kept.get(key, {}))
    return replace(sitting, rules=typed_rules(sitting.game, rules))


def as_last_time(sitting: Sitting, _: str) -> Sitting:
    """Rules, seats and the next dealer of the last match of this game; nothing of a damaged one."""
    last = last_match(sitting.place, sitting.game.key, sitting.evening)
    seats = tuple(names_now(last)) if last else ()
    if last is None or not seats:
        return sitting
    now = read(last).sheet.standing
    return replace(
        sitting, seats=seats, dealer=seats[now.dealer], rules=typed_rules(sitting.game, now.rules), held=None
    )


TAPS: dict[str, Callable[[Sitting, str], Sitting]] = {
    "game": to_game,
    "player": toggled,
    "seat": touched,
    "dealer": to_dealer,
    "preset": to_preset,
    "last": as_last_time,
}


def tapped(sitting: Sitting, tap: str) -> Sitting:
    """What a button like "seat:2" makes of it; one that says nothing changes nothing."""
    what, _, which = tap.partition(":")
    return TAPS[what](sitting, which) if what in TAPS else sitting


def drawn(sitting: Sitting, kind: str) -> tuple[Sitting, list[str]]:
    """The sitting after a draw for partners or for the deal, and the card of each seat."""
    cards = draw(sitting.game.key, len(sitting.seats))
    if kind == "partners" and sitting.game.partners:
        order = partners(sitting.game.key, cards)
        cards = [cards[seat] for seat in order]
        sitting = sitting.with_seats(tuple(sitting.seats[seat] for seat in order))
    return replace(sitting, dealer=sitting.seats[dealing_seat(sitting.game.key, cards)], held=None), cards


def seat_faults(sitting: Sitting) -> list[str]:
    """What is wrong with the people at the table, all at once."""
    faults = [fault for name in sitting.seats if (fault := name_fault(name))]
    again = twice(list(sitting.seats))
    if again:
        faults.append(gettext("{name} is there twice: everybody has one seat.", name=again))
    faults += [fault for name in sitting.seats if (fault := stranger_fault(sitting, name))]
    return faults + number_fault(sitting)


def stranger_fault(sitting: Sitting, name: str) -> str:
    """A sentence when somebody is to play who did not sit down in the one evening that is open to who asks."""
    if not isinstance(sitting.place, Evening) or folded(name) in map(folded, sitting.people):
        return ""
    return gettext("Only this evening’s players can play; {name} isn’t one.", name=name)


def number_fault(sitting: Sitting) -> list[str]:
    """A sentence when there are too few or too many people for the game."""
    (low, high), here, game = sitting.game.seats, len(sitting.seats), gettext(sitting.game.name)
    if low <= here <= high:
        return []
    if low == high:
        return [gettext("{game} is for {n} players; there are {here} here.", game=game, n=low, here=here)]
    return [
        gettext(
            "{game} is for {low} to {high} players; there are {here} here.", game=game, low=low, high=high, here=here
        )
    ]


def rules_of(sitting: Sitting) -> dict[str, object]:
    """The rules that the texts stand for."""
    return chosen_rules(sitting.game, sitting.rules)
