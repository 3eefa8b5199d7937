"""Texas 42: who bids, what; then made or set, or the points. Every last tap records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.board import preview
from scoring.games.texas_42.check import highest_bid
from scoring.games.texas_42.rules import ALL_POINTS, COUNTERS, TRICKS, counts, taken
from scoring.games.texas_42.score import NAMES_SUIT, contract_of, made
from table.board import ALL, all_tally
from table.icons import mark
from table.language import fill_in
from table.node import HIDDEN_FIELDS, node
from table.pads.auction import AuctionPad
from table.pads.chips import chips, naming, seat_chips, send_chips
from table.pads.parts import (
    back,
    disclosure,
    effect,
    entry_form,
    faults,
    hidden,
    other_faults,
    pressed,
    radio,
    steps,
    verdict,
    with_more,
)

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Standing, Values
    from table.form_entry import Form
    from table.node import Attributes, Content, Node
    from table.pads.pad import Pad

ON_A_TRICK = 4  # dominoes
PIPS = {
    0: (),
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def domino(tile: Any) -> Node:
    """A domino, lying."""
    dots: list[Content] = []
    for half, number in enumerate(tile):
        for x, y in PIPS[number]:
            dots.append(node("circle", {"cx": str(7 + 26 * half + 6 * x), "cy": str(7 + 6 * y), "r": "2.2"}))
    return node(
        "svg",
        {"class": "domino", "viewBox": "0 0 52 26", "aria-hidden": "true"},
        node("rect", {"x": "1", "y": "1", "width": "50", "height": "24", "rx": "4"}),
        node("path", {"d": "M26 4v18"}),
        node("g", {"class": "dot"}, dots),
    )


def possible(tiles: int, tricks: int) -> bool:
    """Whether so many counters can lie in so many tricks, and the rest of both in those of the other side."""
    return len(COUNTERS) - ON_A_TRICK * (TRICKS - tricks) <= tiles <= ON_A_TRICK * tricks


def counting(pad: Pad, side: int, bid: int) -> Node:
    """The counters that a side took, and its tricks, in the form of the result; the button records what they come to.

    bid: the points that the side needs.
    """
    tiles = [tile for tile in COUNTERS if pad.chosen("counter", code(tile))]
    tricks = [number for number in range(TRICKS + 1) if pad.chosen("took", number)]
    language = pad.language
    chips: list[Content] = [counter(pad, tile) for tile in COUNTERS]
    numbers: list[Content] = [trick_chip(pad, number, len(tiles)) for number in range(TRICKS + 1)]
    words = fill_in(language.gettext("What {names} took"), {"names": pad.formatter.side(side)})
    rows = [
        node("fieldset", {"class": "chips n5"}, node("legend", {}, words), chips),
        node("fieldset", {"class": "chips n4"}, node("legend", {}, language.gettext("Tricks")), numbers),
    ]
    fits = bool(tricks) and possible(len(tiles), tricks[0])
    end = result(pad, taken(tiles, tricks[0]), bid) if fits else count_button(pad)
    more = language.gettext("dominoes and tricks")
    is_open = bool(tiles or tricks)
    return disclosure(language.gettext("Count what was taken"), more, is_open, rows, end)


def code(tile: Any) -> str:
    """A domino as a form writes it."""
    return f"{tile[0]}-{tile[1]}"


def counter(pad: Pad, tile: Any) -> Node:
    """A domino that counts."""
    text, points = code(tile), pad.language.number(counts(tile))
    attributes = {"type": "checkbox", "name": "counter", "value": text, "checked": pad.chosen("counter", text)}
    attributes["aria-label"] = pad.language.gettext(
        "{tile} counts {n}", tile=pad.language.in_digits(text), n=counts(tile)
    )
    return node("label", {"class": "chip"}, node("input", attributes), domino(tile), node("small", {}, points))


def trick_chip(pad: Pad, number: int, tiles: int) -> Node:
    """A number of tricks; one in which the counters do not fit is marked."""
    chosen = pad.chosen("took", number)
    fits = chosen or not tiles or possible(tiles, number)
    more: Attributes = {} if fits else {"data-not": True}
    why = None if fits else node("small", {}, pad.language.gettext("does not fit"))
    button = radio("took", number, chosen, more)
    return node("label", {"class": "chip"}, button, node("b", {}, pad.language.number(number)), why)


def result(pad: Pad, points: int, bid: int) -> Node:
    """The button that records what was taken; where points are counted a penalty that is ticked goes with them."""
    language, counted = pad.language, pad.board["unit"] == "points"
    verdict = language.gettext("Made") if points >= bid else language.gettext("Set")
    if counted and pad.chosen("penalty", "true"):
        verdict = language.gettext(pad.fields["penalty"]["label"])
    what = language.gettext("{n} of {all}", n=points, all=ALL_POINTS)
    attributes: Attributes = {"class": "go wide", "name": "also"}
    attributes = with_more(attributes, {"value": f"points={points}"})
    return node("button", attributes, verdict, ": ", what)


def count_button(pad: Pad) -> Node:
    """The way on where nothing follows by itself."""
    attributes = {"class": "go quiet wide", "formaction": pad.here, "name": "count", "value": "1"}
    return node("button", attributes, pad.language.gettext("Count"))


TENS = (0, 10, 20, 30, 40)
MARK = 42
PLAIN_BIDS = range(30, MARK)
MARK_BIDS = (MARK, 2 * MARK, 3 * MARK, 4 * MARK)
HIGH_BIDS = (5 * MARK, 6 * MARK, 7 * MARK)


class TexasPad(AuctionPad):
    """Bidder and bid; then made or set, or ten points at a time out of the 42."""

    changeable = ("contract", "trump")
    draft_prefixes = ("counter", "took", "tens", "penalty")
    bidding = ("bidder", "bid")
    plain_calls = tuple(PLAIN_BIDS)
    short_labels = {"made=true": "Made", "made=false": "Set"}

    @staticmethod
    def entry_from_taps(standing: Standing, form: Form, written: Entry) -> Entry:
        """No trump where the contract names none: two fingers can be quicker than the pad."""
        named = "trump" in written and contract_of(written) not in NAMES_SUIT
        return {"trump": None} if named else {}

    @staticmethod
    def fill_form(standing: Standing, entry: Entry, form: Form) -> Form:
        """Where the pad asks for made or set, recorded points become that and stay in the form beside it."""
        counted = standing.rules["scoring"] == "points" and (entry.get("bid") or MARK) < MARK
        if "points" in entry and not counted:
            form["made"], form["noted"] = ["true" if made(entry) else "false"], [str(entry["points"])]
        return form

    def prepare(self) -> None:
        """Read which ten points are shown: those that were chosen, else those of the points or the bid."""
        chosen = self.text("tens")
        points = self.board["written"].get("points")
        near: int = points if type(points) is int else self.bid.get("bid") or 0
        self.tens = [ten for ten in TENS if str(ten) == chosen] or [near - near % 10]
        self.points_game = self.board["unit"] == "points"
        self.counting = self.points_game and (self.pending.get("bid") or MARK) < MARK

    def draw(self) -> list[Content]:
        """The auction, the bid, or the result."""
        now = self.auction if self.step == "bid" else None
        if now:
            return self.draw_auction(now)
        if self.step == "bid":
            return [entry_form(self, "bid", self._bid(), other_faults(self)), self._nobody(), self._leave()]
        question = self.language.gettext("Points") if self.counting else self.language.gettext("Made or set?")
        result = self._points() if self.counting else self._verdicts()
        if self.amends:
            inside = [result, self._contract(), self._counters(), other_faults(self)]
            return [steps(self, question), entry_form(self, "play", inside)]
        inside = [result, self._counters(), self._penalty(), faults(self, "penalty"), other_faults(self)]
        return [steps(self, question), entry_form(self, "play", inside), self._named()]

    def _counters(self) -> Node | None:
        """What the bidders took, tile by tile, where that decides."""
        bid, bidder = self.pending.get("bid") or MARK, self.pending.get("bidder")
        return None if bid >= MARK or bidder is None else counting(self, self.side(bidder), bid)

    def _leave(self) -> Node | None:
        return back(self.here, self.language.gettext("Leave the bid as it is")) if self.changing else None

    def _bid(self) -> list[Content]:
        waits = "" if self.text("bidder") else self.text("bid")
        return [
            seat_chips(self, "bidder", plain=not waits, along="bid=" + waits if waits else ""),
            send_chips(self, "bid", columns=6, only=PLAIN_BIDS, plain=True),
            send_chips(self, "bid", columns=3 if self.points_game else 4, only=MARK_BIDS, plain=True),
            self._special(),
            self._ways(),
            self.left(),
            faults(self, "calls"),
        ]

    def _special(self) -> Node:
        language = self.language
        suits = self._contract_chips()
        more: Content = None
        if not self.points_game:
            most = highest_bid(self.board["rules"])
            only = [bid for bid in HIGH_BIDS if bid <= most or self.chosen("bid", bid)]
            more = send_chips(self, "bid", columns=3, only=only, plain=True)
        elif self.board["rules"]["low_no"]:
            low = fill_in(language.gettext("{name} says Low-No"), {"name": self.name(self.dealer)})
            attributes = {"class": "go quiet wide", "name": "also", "value": f"contract=low_no&bidder={self.dealer}"}
            more = node("button", attributes, low)
        words = language.gettext("Special contract")
        is_open = "contract" in self.faults or bool(self.text("contract"))
        return disclosure(words, self._few(), is_open, suits, more)

    def _few(self) -> str:
        """Some of the special contracts of this table, to find them by."""
        if self.points_game and self.board["rules"]["low_no"]:
            return self.language.gettext("no trump, doubles, Low-No")
        if self.points_game or self.board["rules"]["nello"] == "off":
            return self.language.gettext("no trump, doubles …")
        return self.language.gettext("no trump, doubles, Nello …")

    @property
    def _may_pass(self) -> bool:
        return self.board["rules"]["all_pass"] == "throw_in" and not self.points_game

    def _ways(self) -> Node:
        call = {"class": "go quiet", "formaction": self.here, "name": "auction", "value": "1"}
        ways: list[Content] = [node("button", call, self.language.gettext("Call by call"))]
        if self._may_pass:
            words = self.language.gettext("Everybody passed")
            passed = {"class": "go quiet", "form": "nobody"}
            ways.append(node("button", with_more(passed, pressed(self.amends and not self.text("bidder"))), words))
        return node("div", {"class": f"chips n{len(ways)}"}, ways)

    def _nobody(self) -> Node:
        attributes = {"id": "nobody", "method": "post", "action": self.record_url}
        return node("form", attributes, HIDDEN_FIELDS, hidden("step", "nobody"))

    def _points(self) -> list[Content]:
        ranges: list[Content] = [self._range(ten) for ten in TENS]
        chips: list[Content] = [self._number(n) for n in range(self.tens[0], min(self.tens[0] + 10, ALL_POINTS + 1))]
        return [
            node("div", {"class": "chips n5"}, ranges),
            node("div", {"class": "chips n5"}, chips),
            faults(self, "points"),
        ]

    def _range(self, ten: int) -> Node:
        pressed = "true" if ten in self.tens else None
        attributes = {"class": "chip range", "formaction": self.here, "name": "tens", "value": str(ten)}
        attributes.update({"aria-pressed": pressed} if pressed else {})
        number = self.language.number
        words = f"{number(ten)}–{number(min(ten + 9, ALL_POINTS))}"
        return node("button", attributes, node("b", {"class": "word"}, words))

    def _number(self, n: int) -> Node:
        entry: Values = {key: self.board["written"][key] for key in self.board["written"] if key != "points"}
        entry["points"] = n
        gained = effect(self, {"preview": preview(self.game, self.standing, entry)})
        number = node("b", {}, self.language.number(n))
        button = {"class": "chip", "name": "points", "value": str(n)}
        return node("button", with_more(button, pressed(self.chosen("points", n))), number, gained)

    def _verdicts(self) -> list[Content]:
        bidder = self.pending.get("bidder")
        side = self.side(self.dealer if bidder is None else bidder)
        chips: list[Content] = [self._verdict(choice, side) for choice in self.choices("made")]
        noted = [hidden("noted", self.text("noted"))] if self.text("noted") else None
        return [node("div", {"class": "chips n2"}, chips), noted, faults(self, "made")]

    def _verdict(self, choice: Values, side: int) -> Node:
        """Made or set, with what it would do to the totals of the side that it is good for."""
        made, language = choice["value"], self.language
        winner = side if made else 1 - side
        words = language.gettext("Made") if made else language.gettext("Set")
        found = choice["preview"]
        then = self._then(found, winner) if found else None
        value, noted = "true" if made else "false", self.text("noted")
        stands = self.chosen("made", value)
        name, text = ("also", f"points={noted}") if stands and noted else ("made", value)
        return verdict(name, text, winner, words, stands, then)

    def _then(self, found: Values, winner: int) -> list[Content]:
        total, before = found["totals"][winner], self.standing.totals[winner]
        language = self.language
        drawn, after, target = None, language.number(total), self.board["marks"]["target"]
        if not self.points_game:
            drawn = all_tally(language, total, found["points"][winner], target, silent=True)
            written = target == len(ALL) and total >= target
            after = after + ": ALL" if written else language.ngettext("{num} mark", "{num} marks", total, num=total)
        row = [mark(winner), language.number(before), " ", language.arrow, " ", after]
        return [drawn, node("span", {"class": "row"}, row)]

    def _named(self) -> Node:
        """Trump and contract, each recorded at once; what Low-No is cannot be changed here."""
        contract = None
        if "bid" in self.pending:
            contract = self._contract_named()
        return disclosure(
            self.language.gettext("Trump or contract"),
            self._contract_word() or self.language.gettext("if you like"),
            any(key in self.faults for key in ("trump", "contract")),
            contract,
            naming(self, "trump", 5, "–"),
        )

    def _contract_named(self) -> Node:
        """The contract; a suit, meant where nothing is chosen, is written where it takes another's place."""
        if self._suit_is_written():
            return naming(self, "contract", 3, "", ("low_no",))
        return naming(self, "contract", 3, self.language.gettext("A suit"), ("suit", "low_no"), "suit")

    def _contract(self) -> Node:
        """Trump, contract and penalty of a deal that is amended."""
        language = self.language
        is_open = any(key in self.faults for key in ("trump", "contract", "penalty"))
        return disclosure(
            language.gettext("Trump or contract"),
            self._contract_word() or language.gettext("if you like"),
            is_open,
            self._contract_chips("suit") if "bid" in self.pending else None,  # Low-No, which has none, is what it is
            chips(self, "trump", columns=5, nothing="–"),
            self._penalty(),
            faults(self, "penalty"),
        )

    def _contract_word(self) -> str:
        """The contract that is chosen, by its label; a jump chooses it by itself. Empty where a suit is trump."""
        chosen = [choice["label"] for choice in self.choices("contract") if self.chosen("contract", choice["value"])]
        return "" if not chosen or self.text("contract") == "suit" else self.language.gettext(chosen[0])

    def _contract_chips(self, stands_for: str | None = None) -> list[Content]:
        """What can be played; a suit, meant where nothing is chosen, is written where it takes another's place."""
        if self._suit_is_written():
            return chips(self, "contract", columns=3, but=("low_no",))
        words = self.language.gettext("A suit")
        return chips(self, "contract", columns=3, nothing=words, but=("suit", "low_no"), stands_for=stands_for)

    def _suit_is_written(self) -> bool:
        suit = next(choice for choice in self.choices("contract") if choice["value"] == "suit")
        return self.text("contract") == "suit" or bool(self.pending.get("contract") and not suit["why_not"])

    def _penalty(self) -> Node:
        words = self.language.gettext(self.fields["penalty"]["label"])
        ticked = self.chosen("penalty", "true")
        if not self.counting:
            button = {"class": "go quiet wide", "name": "penalty", "value": "true"}
            return node("button", with_more(button, pressed(ticked)), words)
        box = node("input", {"type": "checkbox", "name": "penalty", "value": "true", "checked": ticked})
        return node("label", {"class": "chip"}, box, node("b", {"class": "word"}, words))


PAD = TexasPad
