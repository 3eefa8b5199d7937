"""Clobyosh: who made trump; what was declared and who has the last trick; then the points, by digits or by cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.cards import TRICK_ORDER, TRUMP_ORDER, points_of
from scoring.entry_shape import valid_values
from scoring.games.clobyosh.check import cards_problems
from scoring.games.clobyosh.rules import BELA, FIELDS, LAST_TRICK
from table.form_entry import encode_query
from table.icons import RED, mark
from table.language import SUITS, fill_in, rank_word
from table.node import HIDDEN_FIELDS, between, classes, node, text_of
from table.pads.chips import chips, naming, seat_chips
from table.pads.clobyosh_digits import NumberPad, by_cards, effect, slots
from table.pads.clobyosh_sequences import NAMES, QUESTIONS, sequence_points, sequences
from table.pads.clobyosh_state import DECLARED, LETTER, ORDER, ClobyoshState, current_step, points_won
from table.pads.parts import (
    back,
    barred_for_good,
    disclosure,
    entry_form,
    faults,
    hidden,
    last_button,
    legend,
    other_faults,
    pressed,
    suit_sign,
    with_at,
    with_more,
)

if TYPE_CHECKING:
    from scoring.words import Entry, Values
    from table.node import Attributes, Content, Node

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


class ClobyoshPad(ClobyoshState):
    """The maker; then sequences, Bela and the last trick; then the card points, of which the last digit records."""

    def draw(self) -> list[Content]:
        """Who made trump; what was declared; the cards of one player; or the numbers."""
        if self.step == "bid":
            return self._maker()
        if not self.ready:
            return self._declared()
        if self.counting is not None:
            return WonCards(self, self.trump, self.cards, self.counting).draw()
        return self._numbers()

    def _maker(self) -> list[Content]:
        language = self.language
        ways = (
            ("true", language.gettext("took the turned suit")),
            ("false", language.gettext("named another suit")),
        )
        makers: list[Content] = [self._made(seat, turned, words) for turned, words in ways for seat in self.seats]
        choice = node("fieldset", {"class": "chips n2"}, legend(language.gettext("Who made trump")), makers)
        nobody = with_more({"class": "go quiet wide"}, pressed(self.amends and not self.text("maker")))
        passed = node("button", nobody, language.gettext("Four passes: forehand deals again"))
        along = [hidden(name, text) for name, text in self._result()]
        return [
            entry_form(self, "bid", along, chips(self, "trump", columns=5, nothing="–"), choice, other_faults(self)),
            node(
                "form", {"method": "post", "action": self.record_url}, HIDDEN_FIELDS, hidden("step", "nobody"), passed
            ),
            back(self.address([]), language.gettext("Leave trump as it is")) if self.changing else None,
        ]

    def _made(self, seat: int, turned: str, words: str) -> Node:
        """Who made trump and how, in one tap."""
        attributes = {"class": "chip " + self.letter(seat), "name": "also", "value": f"maker={seat}&turned={turned}"}
        chosen = self.chosen("maker", seat) and self.chosen("turned", turned)
        return node("button", with_more(attributes, pressed(chosen)), self.marked_name(seat), node("small", {}, words))

    def _declared(self) -> list[Content]:
        """Sequences as they are compared in the first trick, Bela, a claim, and who has the last trick."""
        language = self.language
        along = self.carried(NAMES + ("bela", "claim", "last_trick", "early"))
        again = [("ask", DECLARED)] + [pair for pair in self.carried() if pair[0] in ("last_trick", "early")]
        ahead = {"hidden": True, "formaction": self.here}
        inside = [
            node("button", ahead),
            [hidden(name, text) for name, text in along],
            node("ol", {"class": "steps"}, self._trump_step(), current_step(language.gettext("Declared"))),
            sequences(self, self.verdict),
            faults(self, "sequence_points"),
            seat_chips(self, "bela", nobody=language.gettext("nobody"), beside=True),
            self._last_trick(),
            self._claim(),
            other_faults(self),
        ]
        return [with_at(entry_form(self, "play", inside), encode_query(again))]

    def _last_trick(self) -> list[Content]:
        """Who has the last trick: the last choice before the points."""
        undecided = self.verdict is not None and self.verdict.why in QUESTIONS
        why: Attributes = {"title": self.language.gettext("Whose sequence is better?"), "data-not": True}
        taken = [self._taker(choice["value"], why if undecided else {}) for choice in self.choices("last_trick")]
        words = legend(self.language.gettext(self.fields["last_trick"]["label"]))
        return [node("fieldset", {"class": "chips n2 beside"}, words, taken), faults(self, "last_trick")]

    def _taker(self, seat: int, why: Attributes) -> Node:
        """One of both as the winner of the last trick."""
        attributes = {
            "class": "chip " + self.letter(seat),
            "formaction": self.here,
            "name": "last_trick",
            "value": str(seat),
        }
        look = with_more(with_more(attributes, pressed(self.chosen("last_trick", seat))), why)
        return node("button", look, self.marked_name(seat), node("small", {}, self.language.signed(LAST_TRICK)))

    def _claim(self) -> Node:
        """Who claims, and whether before the last trick."""
        language = self.language
        claims = seat_chips(self, "claim", nobody=language.gettext("no claim"))
        words = language.gettext("Claimed before the last trick")
        attributes = {"class": "go quiet wide", "formaction": self.here, "name": "early", "value": "1"}
        why: Attributes = {} if self.text("claim") else {"title": language.gettext("Who claims?"), "data-not": True}
        is_open = self.open("claim") or any(need["code"] == "can_claim" for need in self.board["needs"])
        early = node("button", with_more(with_more(attributes, pressed(self.early)), why), words)
        return disclosure(language.gettext("A claim"), "", is_open, claims, early)

    def _numbers(self) -> list[Content]:
        """The keys for the number that comes next; once both are known, what records them."""
        language = self.language
        still_open = [seat for seat in self.order if self.points[seat] is None]
        keys = NumberPad(self, still_open[0]) if still_open else None
        typed_names = [f"{name}.{still_open[0]}" for name in ("cards", "won")] if still_open else []
        along = [pair for pair in self.carried() if pair[0] not in typed_names]
        inside = [
            [hidden(name, text) for name, text in along],
            self.steps(language.gettext("Card points"), self._next(keys)),
            keys.draw() if keys else node("div", {"class": "count"}, slots(self)),
            faults(self, "cards"),
            other_faults(self),
            self._claims(),
            by_cards(self, "go quiet wide") if keys and keys.last else None,
            None if keys else last_button(self, language.gettext("That is all"), effect(self), says=self._impossible()),
        ]
        return [entry_form(self, "play", inside)]

    def _impossible(self) -> Attributes:
        """What bars the last button: cards that were tapped cannot be all that both won."""
        whole: Entry = valid_values(FIELDS, self.board["written"], 2, 2) or {}
        found = cards_problems(whole) if "cards" in whole and None not in whole["cards"] else []
        return barred_for_good(text_of(self.problem_text(found[0])) if found else "")

    def _next(self, keys: NumberPad | None) -> str:
        """What the next tap does, where it records."""
        if keys is None or self.amends or keys.tens is None or not keys.last:
            return ""
        return self.language.gettext("next digit records")

    def _claims(self) -> list[Content]:
        """The match for the taking: whoever is there by what is written down can claim it."""
        if self.text("claim"):
            return []
        return [self._can_claim(need) for need in self.board["needs"] if need["code"] == "can_claim"]

    def _can_claim(self, need: Values) -> Node:
        """The button of a claim, beside which the numbers are then completed (CB-D9)."""
        values = {"name": self.name(need["side"]), "total": self.language.number(need["values"]["total"])}
        words = node("span", {}, fill_in(self.language.gettext("{name} claims {total}"), values))
        attributes = {"class": "go quiet wide", "formaction": self.here, "name": "claim", "value": str(need["side"])}
        return node("button", attributes, words)


PAD = ClobyoshPad
