"""Knock-Out Whist: who won each trick, trick by trick; then what the table must settle: the cut, the dog, who buys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.talk import hint_alone
from scoring.words import problem
from table.form_entry import pairs_with_prefix, parse_int
from table.node import HIDDEN_FIELDS, node, text_of
from table.pads.chips import rows, send_chips
from table.pads.knockout_whist_questions import KnockoutQuestions, numbers_of
from table.pads.parts import (
    back,
    barred_for_good,
    disclosure,
    entry_form,
    faults,
    hidden,
    last_button,
    left_of,
    other_faults,
    pressed,
    with_more,
)

if TYPE_CHECKING:
    from table.node import Content, Node


class KnockoutPad(KnockoutQuestions):
    """The winners so far; once all are known, the questions that are left."""

    def draw(self) -> list[Content]:
        """The next trick, or what is left to settle; of a deal that is amended first of all the numbers."""
        if self.amends and "won" not in self.form:
            return self._amended()
        return self._questions() if self.questioning else self._tricks()

    def _amended(self) -> list[Content]:
        """How the tricks lie, as it was written down; they can be entered again one by one."""
        return [
            self._questions() if self.asks else None,
            self._typed(),
            back(self._less(), self.language.gettext("Trick by trick")),
            self._trump(),
            self._rainbow(),
            other_faults(self),
        ]

    def _tricks(self) -> list[Content]:
        language, left = self.language, self.hand - len(self.won)
        question = language.gettext("Who won trick {n}?", n=len(self.won) + 1)
        rest = language.ngettext("{num} trick left", "{num} tricks left", left, num=left)
        steps = [node("li", {"aria-current": "step"}, question), node("li", {"class": "left soft"}, rest)]
        takers: list[Content] = [self._taker(seat) for seat in self.playing]
        attributes = {"class": "entry", "method": "post", "action": self.here}
        before = [hidden("step", "play"), [hidden(name, text) for name, text in self._so_far()]]
        style = "chips n2 close" if len(self.playing) > 6 else "chips n2"
        return [
            node("ol", {"class": "steps"}, steps),
            node("form", attributes, HIDDEN_FIELDS, before, node("div", {"class": style}, takers)),
            back(self._less(), language.gettext("Take the last tap back")) if self.won else None,
            self._trump(),
            self._typed(),
            self._rainbow(),
            other_faults(self),
        ]

    def _taker(self, seat: int) -> Node:
        """A player who can win this trick, with what one more would mean; the last one records."""
        last = self.last_tap(seat)
        attributes = {"class": "chip taker " + self.letter(seat), "name": "also" if last else "won"}
        attributes["value"] = last or str(seat)
        if last:
            attributes["formaction"] = self.record_url
        all_played = self.won.count(seat) >= self.hands[seat]
        why = text_of(self.problem_text(problem("tricks", "one_card", {"seat": seat}))) if all_played else ""
        row = node(
            "span", {"class": "row"}, self.marked_name(seat), node("b", {}, self.language.number(self.won.count(seat)))
        )
        look = with_more(attributes, barred_for_good(why))
        return node("button", look, row, node("small", {}, self._consequence(seat)))

    def _consequence(self, seat: int) -> Content:
        """What one more trick of this seat means: its first for itself, the deal's last for all."""
        number = self.won.count(seat) + 1
        if len(self.won) + 1 < self.hand:
            alone = hint_alone(self.standing, {}, number, seat) if number == 1 else None
            return self.formatter.format({"code": alone.code, "values": alone.values}) if alone else None
        choices = self.offers[seat]
        hint = choices[number]["hint"] if number < len(choices) else None
        return self.formatter.format(hint) if hint else None

    def last_tap(self, seat: int) -> str:
        """The whole entry in the form of an address when this tap ends the deal and leaves no question; else empty."""
        if len(self.won) + 1 < self.hand:
            return ""
        tricks = self.tricks_of(self.won + [seat])
        if self.faults_of({"tricks": tricks}) or self._may_buy(tricks):
            return ""
        return "&".join([f"{name}={text}" for name, text in numbers_of(tricks)])

    def _may_buy(self, tricks: list[int | None]) -> bool:
        draft = {"tricks": tricks}
        return any(not self.game.refusal(self.standing, draft, "buys", seat, None) for seat in self.playing)

    def _trump(self) -> Node:
        """The suit, in whose form what is known of the tricks goes along: of a deal that is amended they are known."""
        words, more = self.language.gettext("Trump"), self.language.gettext("if you like")
        along = (
            []
            if self.amends
            else [hidden(name, text) for name, text in pairs_with_prefix(self.draft_prefixes, self.form)]
        )
        return disclosure(
            words, more, "trump" in self.faults, entry_form(self, "bid", along, send_chips(self, "trump"))
        )

    def _typed(self) -> Node:
        """The same in numbers, for who saw only how the tricks lie."""
        language = self.language
        total = sum(
            [one for one in [parse_int(self.text(f"tricks.{seat}")) for seat in self.playing] if type(one) is int]
        )
        left = node("p", {"class": "left soft"}, left_of(self, self.hand, total))
        go = last_button(self, language.gettext("Record"))
        drawn = [hidden(name, text) for name, text in self._drawn()]
        form = entry_form(
            self, "play", drawn, left, rows(self, "tricks", hints=False), go, total=self.hand, forced=True
        )
        is_open = "tricks" in self.faults or self.typed or self.amends
        return disclosure(language.gettext("Enter the numbers"), language.gettext("tricks of each"), is_open, form)

    def _rainbow(self) -> Node | None:
        """Four cards of four suits let their holder win at once, where the table plays that."""
        language = self.language
        seats = [seat for seat in self.playing if not self.game.refusal(self.standing, {}, "rainbow", seat, None)]
        if not seats:
            return None
        chips: list[Content] = [self._rainbow_of(seat) for seat in seats]
        form = entry_form(self, "play", node("div", {"class": "chips n2"}, chips), faults(self, "rainbow"))
        words, more = language.gettext("Rainbow"), language.gettext("four cards of four suits")
        return disclosure(words, more, "rainbow" in self.faults or self.has_value("rainbow"), form)

    def _rainbow_of(self, seat: int) -> Node:
        button = {"class": "chip " + self.letter(seat), "name": "rainbow", "value": str(seat)}
        return node("button", with_more(button, pressed(self.chosen("rainbow", seat))), self.marked_name(seat))


PAD = KnockoutPad
