"""Zwanzig ab: trump; then who drops out, and the tricks of the rest, the last number filled in by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.icons import mark
from table.node import HIDDEN_FIELDS, node
from table.pads.chips import chips, gap_of, number_row, send_chips
from table.pads.pad import Pad
from table.pads.parts import (
    back,
    barred,
    entry_form,
    faults,
    hidden,
    last_button,
    other_faults,
    pressed,
    steps,
    with_more,
)

if TYPE_CHECKING:
    from scoring.words import Standing
    from table.form_entry import Form
    from table.node import Attributes, Content, Node

TRICKS = 5


class ZwanzigPad(Pad):
    """Trump as the rules of the first packet allow; then who stays, who drops, and who took what."""

    @staticmethod
    def tapped_fields(standing: Standing, form: Form) -> Form:
        """Without the usual way to name trump, which stands there by itself."""
        return {name: form[name] for name in form if name != "named" or form[name] != ["named"]}

    def draw(self) -> list[Content]:
        """Trump, or the tricks."""
        return self._trump() if self.step == "bid" else self._tricks()

    def _trump(self) -> list[Content]:
        three = self.board["rules"]["first_packet"] == "three"
        named = chips(self, "named", columns=3, usual="named") if three else None
        return [
            entry_form(self, "bid", named, send_chips(self, "trump"), other_faults(self)),
            self._redeal() if three else None,
            back(self.here, self.language.gettext("Leave trump as it is")) if self.changing else None,
        ]

    def _redeal(self) -> list[Content]:
        words = self.language.gettext("Redeal: three sevens and eights")
        button = {"class": "go quiet wide", "name": "redeal", "value": "true"}
        button.update(pressed(self.chosen("redeal", "true")))
        attributes = {"method": "post", "action": self.record_url}
        return [
            node("form", attributes, HIDDEN_FIELDS, hidden("step", "redeal"), node("button", button, words)),
            faults(self, "redeal"),
        ]

    def _tricks(self) -> list[Content]:
        rows = [
            steps(self, self.language.gettext("Tricks"), left=TRICKS),
            self._drops(),
            [self._row(seat) for seat in self.seats],
            faults(self, "tricks"),
            other_faults(self),
            last_button(self, self.language.gettext("Record")),
        ]
        return [entry_form(self, "play", rows, total=TRICKS)]

    def _drops(self) -> Node | None:
        """Who drops out, in turn from the left of the maker; None where all must stay, which the prompt says."""
        maker = (self.dealer + 1) % len(self.seats)
        turns = [(maker + n) % len(self.seats) for n in range(1, len(self.seats))]
        offers = [gap_of(self, "tricks", seat) for seat in turns]
        if all(out and out["why_not"] for out in offers) and not any(self._dropped(seat) for seat in turns):
            return None
        drops: list[Content] = [self._drop(seat) for seat in turns]
        words = node("legend", {"class": "unseen"}, self.language.gettext("Who drops out?"))
        return node("fieldset", {"class": "chips n3"}, words, drops)

    def _drop(self, seat: int) -> Node:
        """A player who may drop out, or must stay and why."""
        out = gap_of(self, "tricks", seat) or {"value": None, "why_not": None}
        dropped = self._dropped(seat)
        attributes: Attributes = {"type": "checkbox", "name": f"tricks.{seat}", "value": "-", "checked": dropped}
        box = node("input", with_more(attributes, barred(self, "tricks", out, seat, dropped)))
        words: Content = self.language.gettext("dropped") if dropped else self.language.gettext("drops out?")
        if out["why_not"] and not dropped:
            words = self.formatter.format(out["why_not"])
        row = node("span", {"class": "row"}, mark(self.side(seat)), self.name(seat))
        return node("label", {"class": "chip " + self.letter(seat)}, box, row, node("small", {}, words))

    def _dropped(self, seat: int) -> bool:
        return self.chosen(f"tricks.{seat}", "-")

    def _row(self, seat: int) -> Node:
        """The tricks of a player who stays; the row of one who dropped only keeps its place."""
        who = [self.marked_name(seat), node("small", {}, self._status(seat))]
        return number_row(self, "tricks", seat, True, who, unseen=self._dropped(seat))

    def _status(self, seat: int) -> Content:
        """What a number already makes of the total, or what is left for it."""
        language, total = self.language, self.standing.totals[seat]
        chosen = [one for one in self.fields["tricks"]["choices"][seat] if self.chosen(f"tricks.{seat}", one["value"])]
        if chosen:
            gain = chosen[0]["hint"]["values"].get("points_gain") if chosen[0]["hint"] else None
            if gain is None:
                return language.number(total)
            return [language.number(total), " ", language.arrow, " ", language.number(total + gain)]
        taken = [self.text(f"tricks.{other}") for other in self.seats]
        left = TRICKS - sum([int(text) for text in taken if text in ("1", "2", "3", "4", "5")])
        if taken.count("") == 1:
            return language.gettext("takes what is left")
        return language.gettext("up to {n}", n=max(left, 0)) if left < TRICKS else ""


PAD = ZwanzigPad
