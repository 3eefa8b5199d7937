"""The auction call by call: whose turn it is, what can be called; its last call records the bid.

Who once tapped a deal call by call finds the next one like that, on every phone: the log tells it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.board import valid_part
from table.icons import mark
from table.language import fill_in
from table.node import HIDDEN_FIELDS, node
from table.pads.pad import Pad
from table.pads.parts import back, entry_form, hidden, other_faults, with_more, word

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Values
    from table.node import Attributes, Content, Node

ON, OFF = "1", "0"


class AuctionPad(Pad):
    """A pad whose bid can be tapped as it was called; bidding names the fields of who bids and of the bid."""

    bidding = ("", "")
    plain_calls: tuple[Any, ...] = ()  # what stands on its chip without what it would do

    @property
    def calls(self) -> list[Any]:
        """The calls entered so far; empty when one of them is invalid or the first was undone."""
        if "calls" in self.form and not self.text("calls"):
            return []
        written = valid_part(self.game, self.standing, self.board["written"]) or {}
        found: list[Any] = written.get("calls") or []
        return found

    @property
    def by_calls(self) -> bool:
        """Whether calls are tapped: that was chosen here, or else the last deal was tapped like that."""
        if "auction" in self.form:
            return ON in self.texts("auction")
        return self.step == "bid" and not self.amends and bool(self.board.get("called"))

    @property
    def auction(self) -> Values | None:
        """Where the auction stands, when it is being tapped call by call."""
        return self.game.auction(self.standing, self.calls) if self.by_calls else None

    def left(self) -> Node | None:
        """The hidden field that keeps chips where the last deal was entered call by call."""
        return hidden("auction", OFF) if self.text("auction") == OFF else None

    def draw_auction(self, now: Values) -> list[Content]:
        """The calls so far, then the possible calls; the last call makes the record."""
        return [
            self._called_so_far(now),
            self._written(now) if now["over"] else self._next_call(now),
            other_faults(self),
            self._way_back() if self.calls else None,
            self._way_out(),
            back(self.here, self.language.gettext("Leave the bid as it is")) if self.changing else None,
        ]

    def _called_so_far(self, now: Values) -> Node:
        items: list[Content] = []
        for call, seat in zip(self.calls, now["seats"]):  # noqa: B905  one interpreter knows no strict
            items.append(node("li", {}, mark(self.side(seat)), self.name(seat), " ", self.call_word(call)))
        return node("ol", {"class": "steps"}, items, node("li", {"aria-current": "step"}, self._whose_turn(now)))

    def _whose_turn(self, now: Values) -> list[Content]:
        language = self.language
        if not now["over"]:
            return fill_in(language.gettext("{name} speaks"), {"name": self.name(now["turn"])})
        bid = len(now["entry"]) > 1
        return [language.gettext("The auction is over") if bid else language.gettext("Everybody passed")]

    def _written(self, now: Values) -> Node | None:
        """The button for a whole auction: of a deal that is amended, or one that came back without being recorded."""
        entry, language, bid = now["entry"], self.language, len(now["entry"]) > 1
        if self.changing and not self.amends and entry["calls"] == self.pending.get("calls"):
            return None
        words = language.gettext("That is the bid") if bid else language.gettext("Throw it in")
        attributes = {"class": "go quiet" if self.amends else "go", "name": "also", "value": also(entry)}
        return entry_form(self, "bid" if bid else "nobody", self._trump_named(), node("button", attributes, words))

    def _trump_named(self) -> list[Content]:
        """The trump that was named before, which goes along where a bid is changed."""
        return [hidden("trump", text) for text in self.texts("trump") if text]

    def _next_call(self, now: Values) -> list[Content]:
        """The calls that are possible, and those that are too low now, each in its place."""
        offered = [choice.value for choice in self._call_choices()]
        calls = [call for call in offered if call in now["calls"] or self._is_low(call)]
        plain = [call for call in calls if call in self.plain_calls]
        if not any(call in now["calls"] for call in plain):
            plain = []  # all are too low: the possible calls then need no scrolling
        rest = [call for call in calls if call not in self.plain_calls]
        attributes = {"class": "entry", "method": "post", "action": self.here}
        inside = [hidden("step", "bid"), hidden("auction", ON), self._trump_named()]
        groups = [self._group(now, plain, 6), self._group(now, rest, 3 if plain else 4)]
        form = node("form", attributes, HIDDEN_FIELDS, inside, groups)
        thrown_in = {"id": "thrown-in", "method": "post", "action": self.record_url}
        return [form, node("form", thrown_in, HIDDEN_FIELDS, hidden("step", "nobody"))]

    def _group(self, now: Values, calls: list[Any], columns: int) -> Node | None:
        chips: list[Content] = [self._call_chip(now, call) for call in calls]
        return node("div", {"class": f"chips n{columns}"}, chips) if chips else None

    def _call_choices(self) -> Any:
        return next(field for field in self.game.fields(self.standing) if field.key == "calls").choices

    def _is_low(self, call: Any) -> bool:
        """Whether a call is no higher than the last bid; it keeps its place among the possible ones."""
        bids = [call_made for call_made in self.calls if type(call_made) is int]
        return bool(bids) and type(call) is int and call <= bids[-1]

    def _call_chip(self, now: Values, call: Any) -> Node:
        """A call; the one that ends the auction records the bid, or that nobody bid."""
        seat, calls = now["turn"], self.calls + [call]
        attributes: Attributes = {"class": "chip " + self.letter(seat), "name": "calls", "value": joined(calls)}
        label = word(self, "bid", call, self.label_of(call))
        if call not in now["calls"]:
            why: Attributes = {"title": self.language.gettext("It must be higher than the last bid."), "disabled": True}
            return node("button", with_more(attributes, why), label)
        after = self.game.auction(self.standing, calls)
        if after and after["over"]:
            entry = after["entry"]
            ends: Attributes = {"name": "also", "value": also(entry)}
            where: Attributes = {"formaction": self.record_url} if len(entry) > 1 else {"form": "thrown-in"}
            attributes = with_more(with_more(attributes, ends), where)
        return node("button", attributes, label, self._consequence(seat, call), self._ends(after))

    def _ends(self, after: Values | None) -> Node | None:
        """That everybody has passed with this call."""
        thrown_in = after and after["over"] and len(after["entry"]) == 1
        return node("small", {}, self.language.gettext("Throw it in")) if thrown_in else None

    def _consequence(self, seat: int, call: Any) -> Node | None:
        """What would be played for if this call were the last one."""
        bidder, bid = self.bidding
        if call in self.plain_calls or call not in [choice["value"] for choice in self.choices(bid)]:
            return None
        hint = self.game.hint(self.standing, {bidder: seat}, bid, call, None)
        return node("small", {}, self.formatter.format({"code": hint.code, "values": hint.values})) if hint else None

    def _way_back(self) -> Node:
        """One call less."""
        query = "step=bid&" if self.changing else ""
        address = f"{self.here}?{query}auction={ON}&calls={joined(self.calls[:-1])}"
        return back(address, self.language.gettext("Take the last call back"))

    def _way_out(self) -> Node:
        """Back to the chips."""
        query = "step=bid&" if self.changing else ""
        leave = "" if self.amends else OFF
        return back(f"{self.here}?{query}auction={leave}", self.language.gettext("Only the final bid"))

    def label_of(self, call: Any) -> str:
        """The label of a call; empty where it speaks for itself."""
        labels = [choice.label for choice in self._call_choices() if choice.value == call]
        return labels[0] if labels else ""

    def call_word(self, call: Any) -> str:
        """A call in words."""
        return self.language.in_digits(self.language.gettext(self.label_of(call) or str(call)))


def joined(calls: list[Any]) -> str:
    """Calls as a form writes them."""
    return ",".join([str(call) for call in calls])


def also(entry: Values) -> str:
    """An entry as the query string of a button's `also`."""
    texts = [(key, joined(entry[key]) if key == "calls" else str(entry[key])) for key in sorted(entry)]
    return "&".join([f"{key}={text}" for key, text in texts])
