"""The auction call by call: whose turn it is, what can be called; at its end the bid follows by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.language import sentence
from drawing.pad import Pad
from drawing.parts import back, entry_form, hidden, with_more, word
from drawing.shapes import mark
from drawing.tree import SEAL, node
from scoring.pad import known

if TYPE_CHECKING:
    from typing import Any

    from drawing.tree import Attributes, Node, Piece
    from scoring.words import Values


class AuctionPad(Pad):
    """A pad whose bid can be tapped as it was called; bidding names the fields of who bids and of the bid."""

    bidding = ("", "")
    plain_calls: tuple[Any, ...] = ()  # what stands on its chip without what it would do

    @property
    def calls(self) -> list[Any]:
        """The auction as far as it was tapped; nothing of one with what is no call, or whose first is taken back."""
        if "calls" in self.form and not self.text("calls"):
            return []
        written = known(self.game, self.standing, self.board["written"]) or {}
        found: list[Any] = written.get("calls") or []
        return found

    @property
    def auction(self) -> Values | None:
        """Where the auction stands, when it is being tapped call by call."""
        return self.game.auction(self.standing, self.calls) if self.text("auction") else None

    def draw_auction(self, now: Values) -> list[Piece]:
        """What was called so far; then the calls that are possible, or what it came to."""
        return [
            self._called_so_far(now),
            self._auction_end(now) if now["over"] else self._next_call(now),
            self._way_back(),
            self._way_out() if self.calls and self.amends else None,
        ]

    def _called_so_far(self, now: Values) -> Node:
        items: list[Piece] = []
        for call, seat in zip(self.calls, now["seats"]):  # noqa: B905  one interpreter knows no strict
            items.append(node("li", {}, mark(self.side(seat)), self.name(seat), " ", self.call_word(call)))
        return node("ol", {"class": "steps"}, items, node("li", {"aria-current": "step"}, self._whose_turn(now)))

    def _whose_turn(self, now: Values) -> list[Piece]:
        language = self.language
        if not now["over"]:
            return sentence(language.gettext("{name} speaks"), {"name": self.name(now["turn"])})
        bid = len(now["entry"]) > 1
        return [language.gettext("The auction is over") if bid else language.gettext("Everybody passed")]

    def _auction_end(self, now: Values) -> Node:
        bid, language = len(now["entry"]) > 1, self.language
        words = language.gettext("That is the bid") if bid else language.gettext("Throw it in")
        said = {"class": "go quiet" if self.amends else "go", "name": "also", "value": also(now["entry"])}
        trump = [hidden("trump", text) for text in self.texts("trump") if text]  # said before, where a deal is amended
        return entry_form(self, "bid" if bid else "nobody", trump if bid else None, node("button", said, words))

    def _next_call(self, now: Values) -> Node:
        chips: list[Piece] = [
            self._call_chip(now["turn"], call, call not in now["calls"])
            for call in [choice.value for choice in self._call_choices()]
            if call in now["calls"] or self._is_low(call)
        ]
        style = "chips n6" if len(chips) > 12 else "chips n4"
        said = {"class": "entry", "method": "post", "action": self.here}
        inside = [hidden("step", "bid"), hidden("auction", "1"), node("div", {"class": style}, chips)]
        return node("form", said, SEAL, inside)

    def _call_choices(self) -> Any:
        return next(field for field in self.game.fields(self.standing) if field.key == "calls").choices

    def _is_low(self, call: Any) -> bool:
        """Whether a call is no higher than the last bid; it keeps its place among those that can be said."""
        bids = [said for said in self.calls if type(said) is int]
        return bool(bids) and type(call) is int and call <= bids[-1]

    def _call_chip(self, seat: int, call: Any, low: bool) -> Node:
        said: Attributes = {"class": "chip " + self.letter(seat), "name": "calls", "value": joined(self.calls + [call])}
        shown = word(self, "bid", call, self.label_of(call))
        if low:
            why: Attributes = {"title": self.language.gettext("It must be higher than the last bid."), "disabled": True}
            return node("button", with_more(said, why), shown)
        return node("button", said, shown, self._consequence(seat, call))

    def _consequence(self, seat: int, call: Any) -> Node | None:
        """What a call would be about if it were the last one."""
        bidder, bid = self.bidding
        if call in self.plain_calls or call not in [choice["value"] for choice in self.choices(bid)]:
            return None
        hint = self.game.hint(self.standing, {bidder: seat}, bid, call, None)
        return node("small", {}, self.speaker.say({"code": hint.code, "values": hint.values})) if hint else None

    def _way_back(self) -> Node:
        """One call less, or back to the chips."""
        query = "step=bid&" if self.changing else ""
        if self.calls:
            address = f"{self.here}?{query}auction=1&calls={joined(self.calls[:-1])}"
            return back(address, self.language.gettext("Take the last call back"))
        return self._way_out()

    def _way_out(self) -> Node:
        """Back to the chips."""
        query = "step=bid&" if self.changing else ""
        leave = "auction=" if self.amends else ""
        return back(f"{self.here}?{query}{leave}".rstrip("?&"), self.language.gettext("Without the auction"))

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
    """What a button says in one: the entry written like an address."""
    texts = [(key, joined(entry[key]) if key == "calls" else str(entry[key])) for key in sorted(entry)]
    return "&".join([f"{key}={text}" for key, text in texts])
