"""Clobyosh: who made trump; what was declared and who has the last trick; then the points, by digits or by cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.form_entry import encode_query
from drawing.locale import fill_in
from drawing.node import HIDDEN_FIELDS, node, text_of
from drawing.pads.clobyosh_cards import WonCards
from drawing.pads.clobyosh_digits import NumberPad
from drawing.pads.clobyosh_numbers import by_cards, effect, slots
from drawing.pads.clobyosh_sequences import (
    NAMES,
    QUESTIONS,
    sequences,
)
from drawing.pads.clobyosh_state import DECLARED, ClobyoshState, current_step
from drawing.widgets.chips import chips, seat_chips
from drawing.widgets.parts import (
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
    with_at,
    with_more,
)
from scoring.entry_shape import valid_values
from scoring.games.clobyosh.check import cards_problems
from scoring.games.clobyosh.rules import FIELDS, LAST_TRICK

if TYPE_CHECKING:
    from drawing.node import Attributes, Content, Node
    from scoring.words import Entry, Values


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
