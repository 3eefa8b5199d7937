"""The auction call by call: whose turn it is, what can be called; at its end the bid follows by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.language import sentence
from drawing.pad import Pad
from drawing.parts import back, entry_form, hidden, word
from drawing.shapes import mark
from drawing.tree import SEAL, node
from scoring.pad import known

if TYPE_CHECKING:
    from typing import Any

    from drawing.tree import Node, Piece
    from scoring.words import Values


class AuctionPad(Pad):
    """A pad whose bid can be tapped as it was called."""

    @property
    def calls(self) -> list[Any]:
        """The auction as far as it was tapped; nothing of one that holds what is no call."""
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
        said = {"class": "go", "name": "also", "value": also(now["entry"])}
        return entry_form(self, "bid" if bid else "nobody", node("button", said, words))

    def _next_call(self, now: Values) -> Node:
        chips: list[Piece] = [self._call_chip(now["turn"], call) for call in now["calls"]]
        style = "chips n6" if len(chips) > 12 else "chips n4"
        said = {"class": "entry", "method": "post", "action": self.here}
        inside = [hidden("step", "bid"), hidden("auction", "1"), node("div", {"class": style}, chips)]
        return node("form", said, SEAL, inside)

    def _call_chip(self, seat: int, call: Any) -> Node:
        label = self.label_of(call)
        said = {"class": "chip " + self.letter(seat), "name": "calls", "value": joined(self.calls + [call])}
        return node("button", said, word(self, "bid", call, label))

    def _way_back(self) -> Node:
        """One call less, or back to the chips."""
        query = "step=bid&" if self.changing else ""
        if self.calls:
            address = f"{self.here}?{query}auction=1&calls={joined(self.calls[:-1])}"
            return back(address, self.language.gettext("Take the last call back"))
        return back(f"{self.here}?{query}".rstrip("?&"), self.language.gettext("Without the auction"))

    def label_of(self, call: Any) -> str:
        """The label of a call; empty where it speaks for itself."""
        field = next(field for field in self.game.fields(self.standing) if field.key == "calls")
        labels = [choice.label for choice in field.choices if choice.value == call]
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
