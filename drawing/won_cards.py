"""The cards that a player won in Clobyosh, tapped on a grid that knows the trump, with their running sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.language import sentence
from drawing.parts import hidden, suit_sign
from drawing.shapes import RED, mark
from drawing.speech import SUITS, rank_word
from drawing.tree import classes, node
from scoring.cards import SUIT_OF, TRICK_ORDER, TRUMP_ORDER, card_points, points_of

if TYPE_CHECKING:
    from drawing.entries import Form
    from drawing.pad import Pad
    from drawing.tree import Node, Piece

COUNTERS = TRICK_ORDER[:5]
TRUMP_COUNTERS = TRUMP_ORDER[:6]
ORDER = ("spades", "diamonds", "clubs", "hearts")
LETTER = {SUIT_OF[letter]: letter for letter in SUIT_OF}
PACK = [rank + LETTER[suit] for suit in ORDER for rank in TRICK_ORDER]


class WonCards:
    """The grid of one player; cards are those of each seat, of which the other's are only marked."""

    def __init__(self, pad: Pad, trump: str | None, cards: list[list[str]], player: int) -> None:
        self.pad, self.language, self.trump, self.cards, self.player = pad, pad.language, trump, cards, player
        self.others = [seat for seat in pad.seats if seat != player]

    def draw(self) -> list[Piece]:
        """The sums so far; below them the suits, or the question which of them is trump."""
        total = node("b", {"data-sum": True}, self.language.number(points_won(self.trump, self.cards[self.player])))
        others: list[Piece] = [self._sum(seat) for seat in self.others]
        now = node("li", {"aria-current": "step"}, self._whose(self.player))
        said = {"class": "entry", "method": "get", "action": self.pad.here, "data-at": f"count={self.player}"}
        carried = [hidden(name, value) for name, value in self._carried()]
        return [
            node("ol", {"class": "steps"}, others, now, node("li", {"class": "left"}, total)),
            node("form", said, carried, self._suits() if self.trump else self._ask_trump()),
        ]

    def _whose(self, seat: int) -> list[Piece]:
        return sentence(self.language.gettext("Cards of {name}"), {"name": self.pad.name(seat)})

    def _sum(self, seat: int) -> Node | None:
        text = self.pad.text(f"cards.{seat}")
        return node("li", {}, self.pad.marked(seat), " ", self.language.in_digits(text)) if text else None

    def _ask_trump(self) -> list[Piece]:
        typed = self.language.gettext("Type the points instead")
        words = self.language.gettext("Choose the trump suit first: jack and nine count by it.")
        labels = {choice["value"]: choice["label"] for choice in self.pad.choices("trump")}
        suits: list[Piece] = [
            node("button", {"class": "chip", "name": "trump", "value": suit}, suit_sign(self.pad, suit, labels[suit]))
            for suit in ("clubs", "diamonds", "hearts", "spades")
        ]
        return [
            node("p", {"class": "notice"}, words),
            node("div", {"class": "chips"}, suits),
            hidden("count", str(self.player)),
            node("button", {"class": "go quiet wide", "name": "count", "value": ""}, typed),
        ]

    def _suits(self) -> list[Piece]:
        suits = [self.trump or ""] + [suit for suit in ORDER if suit != self.trump]
        ways: list[Piece] = [
            node("button", {"class": "go quiet", "name": "count", "value": str(seat)}, self._whose(seat))
            for seat in self.others
        ]
        done = node("button", {"class": "go", "name": "count", "value": ""}, self.language.gettext("Counted"))
        rows = [self._suit(suit) for suit in suits]
        return [hidden("counted", str(self.player)), rows, node("div", {"class": "chips n2"}, ways, done)]

    def _suit(self, suit: str) -> Node:
        """The cards of a suit that count."""
        trump = suit == self.trump
        red = "red" if suit in RED else ""
        sign = None if trump else node("span", {"class": classes("suit", red)}, node("b", {}, SUITS[suit]))
        cards: list[Piece] = [self._card(suit, rank, red) for rank in (TRUMP_COUNTERS if trump else COUNTERS)]
        return node("div", {"class": "chips n6"}, sign, cards)

    def _card(self, suit: str, rank: str, red: str) -> Node:
        """A card to tap, or with the mark of the other player who has it."""
        code, face = rank + LETTER[suit], rank_word(self.language, rank)
        owners = [seat for seat in self.pad.seats if code in self.cards[seat]]
        if owners and owners[0] != self.player:
            return self._taken(face, owners[0])
        points = points_of(self.trump, code)
        shown = self.language.number(points)
        box = {
            "type": "checkbox",
            "name": f"won.{self.player}",
            "value": code,
            "data-points": str(points),
            "checked": bool(owners),
            "aria-label": f"{face} {SUITS[suit]}, {shown}",
        }
        small = node("small", {}, SUITS[suit] + " " if suit == self.trump else None, shown)
        style = classes("chip card", self.pad.letter(self.player), red)
        return node("label", {"class": style}, node("input", box), node("b", {}, face), small)

    def _taken(self, face: str, seat: int) -> Node:
        whose = [mark(self.pad.side(seat)), node("span", {"class": "unseen"}, self.pad.name(seat))]
        return node("span", {"class": "chip card taken"}, node("b", {}, face), node("small", {}, whose))

    def _carried(self) -> list[tuple[str, str]]:
        """What else was filled in, to be carried along while cards are counted."""
        form, left_out = self.pad.form, ("count", f"won.{self.player}", f"cards.{self.player}", "step")
        pairs = [(name, text) for name in sorted(form) if name not in left_out for text in form[name]]
        return [pair for pair in pairs if pair != ("counted", str(self.player))]


def points_won(trump: str | None, cards: list[str]) -> int:
    """The points of these cards, each counted once; what is no card counts nothing."""
    return card_points(trump, [card for card in PACK if card in cards])


def summed(trump: str | None, form: Form) -> dict[int, int]:
    """The card points of each seat whose cards were tapped, where no number was typed since."""
    counted = [seat for seat in (0, 1) if f"won.{seat}" in form or str(seat) in (form.get("counted") or [])]
    return {
        seat: points_won(trump, form.get(f"won.{seat}") or [])
        for seat in counted
        if not "".join(form.get(f"cards.{seat}") or [])
    }
