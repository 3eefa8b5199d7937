"""Boomke Wies: who bids, what; then the tricks. Every last tap records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.form_entry import first
from table.language import fill_in
from table.node import node
from table.pads.auction import AuctionPad
from table.pads.chips import chips, naming, seat_chips, send_chips
from table.pads.parts import back, disclosure, effect, entry_form, faults, other_faults, steps, verdict

if TYPE_CHECKING:
    from scoring.words import Entry, Standing
    from table.form_entry import Form
    from table.node import Content, Node

ALL_TRICKS = 13


class BoomkePad(AuctionPad):
    """Declarer and bid, or only the tricks where the table plays without an auction."""

    bidding = ("declarer", "contract")

    @staticmethod
    def entry_from_taps(standing: Standing, form: Form, written: Entry) -> Entry:
        """A Boom without an entered result is no lost one: its number of tricks stays open."""
        all_tricks = first(form, "step") == "play" and written.get("contract") == ALL_TRICKS
        return {"tricks": ""} if all_tricks and "tricks" not in form else {}

    def draw(self) -> list[Content]:
        """The auction, the bid, or the tricks."""
        now = self.auction if self.step == "bid" else None
        if now:
            return self.draw_auction(now)
        bid = "contract" in self.fields
        fields = self._bid() if self.step == "bid" else self._result()
        beside = self.step == "play" and not self.amends
        trump = self._trump(beside) if "trump" in self.fields else None
        return [
            self._steps() if bid and self.step == "play" else None,
            entry_form(self, self.step, fields, None if beside else trump, other_faults(self)),
            trump if beside else None,
            back(self.here, self.language.gettext("Leave the bid as it is")) if self.changing else None,
        ]

    def _steps(self) -> Node:
        language = self.language
        boom = self.pending.get("contract") == ALL_TRICKS
        return steps(self, language.gettext("Made or beaten?") if boom else language.gettext("Tricks"))

    def _bid(self) -> list[Content]:
        waits = "" if self.text("declarer") else self.text("contract")
        call = {"class": "go quiet wide", "formaction": self.here, "name": "auction", "value": "1"}
        return [
            seat_chips(self, "declarer", plain=not waits, along="contract=" + waits if waits else ""),
            send_chips(self, "contract"),
            node("button", call, self.language.gettext("Call by call")),
            self.left(),
            faults(self, "calls"),
        ]

    def _result(self) -> list[Content]:
        if self.pending.get("contract") == ALL_TRICKS:
            return self._boom()
        bare = None
        if "contract" not in self.fields:
            words = fill_in(self.language.gettext("Tricks of {name}"), {"name": self.formatter.side(0)})
            bare = node("p", {"class": "steps"}, node("b", {}, words))
        return [bare, send_chips(self, "tricks", columns=7)]

    def _boom(self) -> list[Content]:
        side, offers, language = self.side(self.pending["declarer"]), self.choices("tricks"), self.language
        was_made = self.chosen("tricks", ALL_TRICKS)
        was_beaten = self.amends and not was_made
        took = self.text("tricks") if was_beaten else ""
        made = verdict("tricks", "13", side, language.gettext("Made"), was_made, effect(self, offers[13]))
        beaten = verdict("tricks", took, 1 - side, language.gettext("Beaten"), was_beaten, effect(self, offers[12]))
        return [node("div", {"class": "chips n2"}, made, beaten), faults(self, "tricks")]

    def _trump(self, beside: bool) -> Node:
        """The suit; beside the result it is recorded at once."""
        language = self.language
        words, more = language.gettext("Trump"), language.gettext("if you like")
        suits: Content = naming(self, "trump", 5, "–") if beside else chips(self, "trump", columns=5, nothing="–")
        return disclosure(words, more, "trump" in self.faults, suits)


PAD = BoomkePad
