"""The cards that a player won in Clobyosh, tapped on a grid that knows the trump, with their running sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.icons import RED, mark
from drawing.locale import fill_in
from drawing.messages import SUITS, rank_word
from drawing.node import between, classes, node
from drawing.pads.clobyosh_numbers import effect
from drawing.pads.clobyosh_pack import LETTER, ORDER, points_won
from drawing.pads.clobyosh_sequences import sequence_points
from drawing.widgets.chips import naming
from drawing.widgets.parts import back, entry_form, hidden, last_button, suit_sign, with_at
from scoring.cards import TRICK_ORDER, TRUMP_ORDER, points_of
from scoring.games.clobyosh.rules import BELA, LAST_TRICK

if TYPE_CHECKING:
    from drawing.node import Content, Node
    from drawing.pads.clobyosh_state import ClobyoshState

COUNTERS = TRICK_ORDER[:5]
TRUMP_COUNTERS = TRUMP_ORDER[:6]


class WonCards:
    """The grid of one player; cards are those of each seat, of which the other's are only marked."""

    def __init__(self, pad: ClobyoshState, trump: str | None, cards: list[list[str]], player: int) -> None:
        self.pad, self.language, self.trump, self.cards, self.player = pad, pad.language, trump, cards, player
        self.other = 1 - player

    def draw(self) -> list[Content]:
        """The sum so far; below it the suits, or the question which of them is trump."""
        if not self.trump and not self.pad.amends:
            return self._name_trump()
        names = (f"won.{self.player}", f"cards.{self.player}", f"tens.{self.player}", f"hundred.{self.player}", "count")
        carried = [hidden(name, value) for name, value in self.pad.carried(names)]
        return [
            with_at(
                entry_form(
                    self.pad,
                    "play",
                    carried,
                    self.pad.steps(self._whose(self.player), self._sum()),
                    self._suits() if self.trump else self._ask_trump(),
                ),
                f"count={self.player}",
            )
        ]

    def _name_trump(self) -> list[Content]:
        """The question which suit is trump, whose answer is recorded at once; what is counted stays as it is."""
        pad, language = self.pad, self.language
        words = language.gettext("Choose the trump suit first: jack and nine count by it.")
        notice = node("p", {"class": "notice"}, words)
        return [
            pad.steps(self._whose(self.player), self._sum()),
            naming(pad, "trump", 4, "", along=notice),
            back(pad.address(["count"]), language.gettext("Type the points instead")),
        ]

    def _whose(self, seat: int) -> list[Content]:
        return fill_in(self.language.gettext("Cards of {name}"), {"name": self.pad.name(seat)})

    def _sum(self) -> list[Content]:
        """The points of the cards, which script keeps up to date, and what comes beside them."""
        more = self.pad.beside(self.player)
        total = node("b", {"data-sum": True}, self.language.number(points_won(self.trump, self.cards[self.player])))
        return [total, [" ", self.language.signed(more)] if more else None]

    def _ask_trump(self) -> list[Content]:
        typed = self.language.gettext("Type the points instead")
        words = self.language.gettext("Choose the trump suit first: jack and nine count by it.")
        labels = {choice["value"]: choice["label"] for choice in self.pad.choices("trump")}
        here = self.pad.here
        suits: list[Content] = [
            node(
                "button",
                {"class": "chip", "formaction": here, "name": "trump", "value": suit},
                suit_sign(self.pad, suit, labels[suit]),
            )
            for suit in ("clubs", "diamonds", "hearts", "spades")
        ]
        return [
            node("p", {"class": "notice"}, words),
            node("div", {"class": "chips"}, suits),
            hidden("count", str(self.player)),
            back(self.pad.address(["count"]), typed),
        ]

    def _suits(self) -> list[Content]:
        suits = [self.trump or ""] + [suit for suit in ORDER if suit != self.trump]
        rows = [self._suit(suit) for suit in suits]
        typed = back(self._typed(), self.language.gettext("Type the points instead"))
        return [rows, self._beside(), self._on(), typed]

    def _beside(self) -> Node:
        """Last trick, Bela and sequences, each a way back to where they are chosen."""
        language, pad = self.language, self.pad
        last, bela = pad.text("last_trick"), pad.text("bela")
        verdict = pad.verdict
        scorer = str(verdict.seat) if verdict and verdict.seat >= 0 else ""
        points = (sequence_points(pad.standing, pad.form) or [0, 0])[int(scorer)] if scorer else 0
        inside = (
            (language.gettext("Last trick"), last, LAST_TRICK, language.gettext("nobody")),
            (language.gettext("Bela"), bela, BELA, language.gettext("nobody")),
            (language.gettext("Sequences"), scorer, points, language.gettext("none")),
        )
        return node("div", {"class": "chips n3"}, [self._way(*one) for one in inside])

    def _way(self, words: str, seat: str, points: int, none: str) -> Node:
        """Who has one of them, and what it brings."""
        found: Content = none
        if seat in ("0", "1"):
            found = [mark(self.pad.side(int(seat))), self.pad.name(int(seat)), " ", self.language.signed(points)]
        link = {"class": "chip", "href": self.pad.declared}
        return node("a", link, node("b", {"class": "word"}, words), node("small", {"class": "row"}, found))

    def _on(self) -> Node:
        """The other's cards, until both are counted; then what records them."""
        pad = self.pad
        if pad.points[self.other] is None and not pad.early:
            look = {"class": "go", "formaction": pad.here, "name": "count", "value": str(self.other)}
            return node("button", look, node("span", {}, self._whose(self.other)))
        sums = [[pad.name(seat), " ", self._points(seat)] for seat in pad.seats]
        both = node("small", {}, between(sums, " · "))
        says = {"name": "counted", "value": str(self.player)}  # even where no card that counts is tapped
        return last_button(pad, self.language.gettext("That is all"), both, effect(pad), says=says)

    def _points(self, seat: int) -> Node:
        """The card points of a seat; those of the one whose cards are tapped follow the taps."""
        number = self.language.number(self.pad.points[seat] or 0)
        return node("b", {"data-sum": seat == self.player}, number)

    def _typed(self) -> str:
        """Where the points are typed instead."""
        return self.pad.address(["count", f"won.{self.player}"])

    def _suit(self, suit: str) -> Node:
        """The cards of a suit that count."""
        trump = suit == self.trump
        red = "red" if suit in RED else ""
        sign = None if trump else node("span", {"class": classes("suit", red)}, node("b", {}, SUITS[suit]))
        cards: list[Content] = [self._card(suit, rank, red) for rank in (TRUMP_COUNTERS if trump else COUNTERS)]
        return node("div", {"class": "chips n6"}, sign, cards)

    def _card(self, suit: str, rank: str, red: str) -> Node:
        """A card to tap, or with the mark of the other player who has it."""
        code, face = rank + LETTER[suit], rank_word(self.language, rank)
        owners = [seat for seat in (0, 1) if code in self.cards[seat]]
        if owners and owners[0] != self.player:
            return self._taken(face, owners[0])
        points = points_of(self.trump, code)
        number = self.language.number(points)
        box = {
            "type": "checkbox",
            "name": f"won.{self.player}",
            "value": code,
            "data-points": str(points),
            "checked": bool(owners),
            "aria-label": f"{face} {SUITS[suit]}, {number}",
        }
        small = node("small", {}, SUITS[suit] + " " if suit == self.trump else None, number)
        style = classes("chip card", self.pad.letter(self.player), red)
        return node("label", {"class": style}, node("input", box), node("b", {}, face), small)

    def _taken(self, face: str, seat: int) -> Node:
        whose = [mark(self.pad.side(seat)), node("span", {"class": "unseen"}, self.pad.name(seat))]
        return node("span", {"class": "chip card taken"}, node("b", {}, face), node("small", {}, whose))
