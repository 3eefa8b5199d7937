"""The page of a new match: game, seats, first dealer by drawing cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from table.icons import LETTERS, emblem, mark
from table.language import card_face
from table.node import node

if TYPE_CHECKING:
    from typing import Any

    from table.language import Language
    from table.node import Content, Node

Draw = NamedTuple("Draw", [("pack", "tuple[tuple[str, ...], ...]"), ("lowest_deals", "bool"), ("dealer_after", "int")])
"""How a game draws, as its attributes of these names say (scoring/game.py)."""


def draw(how: Draw, players: int, chance: list[int]) -> list[str]:
    """A card for each seat; chance: two large random numbers for each."""
    heights, found = list(how.pack), []
    for seat in range(players):
        alike = heights.pop(chance[2 * seat] % len(heights))
        found.append(alike[chance[2 * seat + 1] % len(alike)])
    return found


def height(how: Draw, card: str) -> int:
    """How high a drawn card is; -1 for what is no card of this game."""
    known = [n for n, alike in enumerate(how.pack) if card in alike]
    return known[0] if known else -1


def heights(how: Draw, cards: Any) -> list[int]:
    """How high each card is."""
    return [height(how, card) for card in cards]


def deciding_seat(how: Draw, cards: Any) -> int:
    """The seat whose card decides: the highest, or the lowest where that is the rule."""
    found = heights(how, cards)
    return found.index(min(found) if how.lowest_deals else max(found))


def dealing_seat(how: Draw, cards: Any) -> int:
    """The seat that deals first by these cards."""
    return (deciding_seat(how, cards) + how.dealer_after) % len(cards)


def partners(how: Draw, cards: Any) -> list[int]:
    """Four seats in their new order: the two lowest face each other, and so do the two highest; seat 0 stays."""
    found = heights(how, cards)
    ranked = sorted(range(4), key=lambda seat: (found[seat], seat))
    ours, theirs = sorted((sorted(ranked[:2]), sorted(ranked[2:])))
    return [ours[0], theirs[0], ours[1], theirs[1]]


def fit_seats(seats: tuple[str, ...], most: int, people: tuple[str, ...], wanted: int) -> tuple[str, ...]:
    """At most so many players, filled up to the wanted number with those who played last."""
    others = tuple([name for name in people if name not in seats])
    return (seats + others[: max(wanted - len(seats), 0)])[:most]


def with_player(seats: tuple[str, ...], held: int | None, most: int, name: str) -> tuple[str, ...]:
    """The seats after a tap on a player: seated (in the held seat if there is one) or removed."""
    if name in seats:
        return tuple([other for other in seats if other != name])
    if held is not None:
        return tuple([name if n == held else old for n, old in enumerate(seats)])
    return seats if len(seats) >= most else seats + (name,)


def swapped(seats: tuple[str, ...], one: int, other: int) -> tuple[str, ...]:
    """The seats with two players in each other's."""
    found = list(seats)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


GameWords = NamedTuple(
    "GameWords",
    [
        ("key", "str"),
        ("name", "str"),
        ("tagline", "str"),
        ("begin", "str"),
        ("seats", "tuple[int, int]"),
        ("partners", "bool"),
        ("draw", "Draw"),
    ],
)
"""What the page tells of a game, in the reader's language: name, what it is, the button that begins it."""

SEAT_PLACES = {
    2: "s n",
    3: "s w e",
    4: "s w n e",
    5: "s w nw ne e",
    6: "s sw nw n ne se",
    7: "s sw w nw ne e se",
}
"""By the number of seats where each is drawn, clockwise from below."""

FELT = (
    "M14 5c24-2 48-2 72 0 6 .5 9 3 9.5 9 1.5 19 1.5 37 0 56-.5 6-3.5 8.5-9.5 9-24 2-48 2-72 0-6-.5-9-3-9.5-9-1.5-19"
    "-1.5-37 0-56 .5-6 3.5-8.5 9.5-9z"
)
TURN = "M36 58a22 22 0 1 1 27 2m1-8-1.5 8.5-8-1.5"
LONG_WORD = 8  # letters that a seat has room for


class NewMatch:
    """Draws the parts of the page.

    people: everybody to choose, last played first; seats: the players clockwise; dealer: the first dealer's seat; held:
    the seat that waits for a second tap; cards: the one drawn for each seat, if any, for partners or the deal (drew).
    """

    def __init__(
        self,
        language: Language,
        game: GameWords,
        games: list[GameWords],
        people: tuple[str, ...],
        seats: tuple[str, ...],
        dealer: int,
        held: int | None = None,
        cards: tuple[str, ...] = (),
        drew: str = "",
    ) -> None:
        self.language, self.game, self.games, self.people, self.seats = language, game, games, people, seats
        self.dealer, self.held, self.cards, self.drew = dealer, held, cards, drew
        self.full = len(seats) >= game.seats[1]
        self.missing = number_fault(language, game, len(seats))

    def games_part(self, chosen: bool) -> Node:
        """The shelf of games, each with one line of what it is; once one was chosen only that, the others behind it."""
        gettext = self.language.gettext
        chips = [self.game_chip(game) for game in self.games if not (chosen and game.key == self.game.key)]
        parts: Content = chips
        if chosen:
            name = node("b", {}, self.game.name)
            words = [emblem(self.game.key), name, node("small", {}, gettext("Tap for another game"))]
            summary = node("summary", {"class": "chip game"}, words)
            parts = node("details", {"class": "game-list"}, summary, node("div", {"class": "stack"}, chips))
        return node("section", {"class": "stack", "id": "games"}, node("h2", {}, gettext("Game")), parts)

    def game_chip(self, game: GameWords) -> Node:
        """The button of a game."""
        words = [emblem(game.key), node("b", {}, game.name), node("small", {}, game.tagline)]
        return button("game", "game:" + game.key, "#players", game.key == self.game.key, words)

    def players_part(self, typed: str, name_faults: list[str], seat_faults: list[str], notice: Content = None) -> Node:
        """Everybody who can sit down; a tap lets somebody sit down or get up, a name can be typed."""
        gettext = self.language.gettext
        hint = self.missing or (gettext("the table is full; tap a name to free the seat") if self.waiting else "")
        head = node("h2", {}, gettext("Players"), [" ", node("small", {}, hint)] if hint else None)
        chips = [self.person(name) for name in self.names()]
        faults = [node("p", {"class": "fault", "id": "fault-name"}, fault) for fault in name_faults]
        faults += [node("p", {"class": "fault"}, fault) for fault in seat_faults]
        people = node("div", {"class": "people"}, chips, self.adder(typed, bool(name_faults)))
        return node("section", {"class": "stack", "id": "players"}, head, people, notice, faults)

    def names(self) -> list[str]:
        """Everybody to choose: last played first, new names at the end."""
        return list(self.people) + [name for name in self.seats if name not in self.people]

    @property
    def waiting(self) -> bool:
        """Whether a seat must be freed before another player can sit."""
        return self.full and self.held is None and any(name not in self.seats for name in self.people)

    def person(self, name: str) -> Node:
        """The button of a player, with the mark of the side while seated."""
        seated = name in self.seats
        side = self.side(self.seats.index(name)) if seated else 0
        words = [mark(side) if seated else None, node("bdi", {}, name)]
        possible = seated or not self.full or self.held is not None
        letter = LETTERS[side] if seated else ""
        return button(letter, "player:" + name, "#players", seated, words, disabled=not possible)

    def adder(self, typed: str, wrong: bool) -> Node:
        """The field for a new name."""
        gettext = self.language.gettext
        field = {
            "type": "text",
            "name": "name",
            "value": typed,
            "maxlength": "80",
            "autocomplete": "off",
            "autocapitalize": "words",
            "enterkeyhint": "done",
            "aria-label": gettext("Add a player"),
            "placeholder": gettext("Add a name"),
            "aria-invalid": "true" if wrong else None,
            "aria-describedby": "fault-name" if wrong else None,
        }
        add = node("button", {"class": "chip", "formaction": "#players"}, gettext("Add"))
        return node("span", {"class": "adder"}, node("input", field), add)

    def seats_part(self) -> Node:
        """The drawn table with the seats around it; two taps swap two seats. Below: who deals first."""
        gettext, partners = self.language.gettext, self.game.partners
        hint = gettext("tap two to swap; partners face each other") if partners else gettext("tap two to swap")
        places = SEAT_PLACES.get(len(self.seats), "s" + " e" * len(self.seats)).split(" ")
        around = [self.seat(n, places[n]) for n in range(len(self.seats))]
        dealers = [
            button("", "dealer:" + name, "#seats", n == self.dealer, [node("bdi", {}, name)])
            for n, name in enumerate(self.seats)
        ]
        draws = [self.draw_button("deal", gettext("Draw for the deal"))]
        draws += [self.draw_button("partners", gettext("Draw for partners"))] if partners else []
        return node(
            "section",
            {"class": "stack", "id": "seats"},
            node("h2", {}, gettext("Seats"), " ", node("small", {}, hint)),
            node("div", {"class": "seats"}, around, felt()),
            [node("p", {"role": "status"}, words) for words in self.draw_words()],
            node("h3", {}, gettext("Who deals first")),
            node("div", {"class": "people"}, dealers),
            node("div", {"class": "chips n2"}, draws),
        )

    def draw_button(self, kind: str, words: str) -> Node:
        """The button that draws a card for each seat."""
        return button("", "draw:" + kind, "#seats", None, words, disabled=bool(self.missing))

    def seat(self, n: int, place: str) -> Node:
        """A seat at its place in the drawing."""
        gettext, name, side = self.language.gettext, self.seats[n], self.side(n)
        wordy = " wordy" if max([0] + [len(word) for word in name.split()]) > LONG_WORD else ""
        card = self.cards[n] if self.cards else ""
        red = "red" if card[-1:] in ("♦", "♥") else None
        note = gettext("deals first") if n == self.dealer else gettext("selected") if n == self.held else ""
        words = [
            mark(side),
            node("bdi", {}, name),
            node("b", {"class": red}, card_face(self.language, card)) if card else None,
            node("small", {}, note) if note else None,
        ]
        return button(f"{LETTERS[side]} at-{place}{wordy}", f"seat:{n}", "#seats", n == self.held, words)

    def side(self, seat: int) -> int:
        """The side of a seat; partners share one."""
        return seat % 2 if self.game.partners else seat % len(LETTERS)

    def draw_words(self) -> list[str]:
        """What the cards decided."""
        if not self.cards:
            return []
        gettext, how = self.language.gettext, self.game.draw
        decides, deals = self.seats[deciding_seat(how, self.cards)], self.seats[dealing_seat(how, self.cards)]
        words = [gettext("The two lowest play against the two highest.")] if self.drew == "partners" else []
        if how.lowest_deals:
            return words + [gettext("The lowest card deals: {name}.", name=deals)]
        if how.dealer_after:
            keeps = gettext(
                "{name} drew highest and keeps score; {dealer}, on the left, deals.", name=decides, dealer=deals
            )
            return words + [keeps]
        return words + [gettext("{name} drew highest and deals.", name=deals)]


def number_fault(language: Language, game: GameWords, here: int) -> str:
    """A sentence when there are too few or too many players; else empty."""
    low, high = game.seats
    if low <= here <= high:
        return ""
    if low == high:
        return language.gettext("{game} is for {n} players; there are {here} here.", game=game.name, n=low, here=here)
    return language.gettext(
        "{game} is for {low} to {high} players; there are {here} here.", game=game.name, low=low, high=high, here=here
    )


def rule_sets(rows: list[tuple[str, str, bool]]) -> Content:
    """The sets of house rules to choose from: key, label and whether it is chosen; nothing without any."""
    chips = [button("", "preset:" + key, "#rules", chosen, [node("bdi", {}, label)]) for key, label, chosen in rows]
    return node("div", {"class": "chips n2"}, chips) if chips else None


def button(letter: str, tap: str, place: str, pressed: bool | None, words: Content, disabled: bool = False) -> Node:
    """A chip that changes the draft; pressed is None for one that is no choice."""
    attributes: dict[str, Any] = {
        "class": "chip " + letter if letter else "chip",
        "name": "tap",
        "value": tap,
        "formaction": place,
        "aria-pressed": None if pressed is None else "true" if pressed else "false",
        "disabled": disabled,
    }
    return node("button", attributes, words)


def felt() -> Node:
    """The drawn table, with the way round."""
    paths = node("path", {"class": "felt", "d": FELT}), node("path", {"d": TURN})
    return node("svg", {"viewBox": "0 0 100 84", "aria-hidden": "true"}, paths[0], paths[1])
