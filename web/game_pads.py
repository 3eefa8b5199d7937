"""What single games' pads need beyond their fields: tricks tapped one by one, cards counted by tapping."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from scoring.cards import points_of
from scoring.dominoes import ALL_POINTS
from scoring.pad import preview
from scoring.sheet import problems
from web.language import gettext
from web.pads import Pad

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from markupsafe import Markup

    from scoring.words import Entry, Standing

COUNTERS = ("A", "10", "K", "Q", "J")
TRUMP_COUNTERS = ("J", "9", "A", "10", "K", "Q")
TENS = ("0", "10", "20", "30", "40")
LETTER = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


def listed(filled: Mapping[str, Any], name: str) -> list[str]:
    """The texts under a form name, be it one or several."""
    found = filled.get(name, [])
    return list(found) if isinstance(found, list) else [found] if found else []


class KnockoutPad(Pad):
    """Who won trick after trick; once all are told, what the table has to settle."""

    def prepare(self) -> None:
        """Read what was tapped: the winners so far, or the whole deal's tricks."""
        carry = self.board["standing"]["carry"]
        self.hand, self.hands = carry["hand"], carry["hands"]
        self.playing = self.active(self.fields["tricks"])
        self.won = winners(self.filled, self.hand, self.hands)
        self.tricks = self._whole_deal()
        self.asks = self._open_questions() if self.tricks else []
        if len(self.won) == self.hand:
            self.won = self.won[:-1] if not self.asks else self.won

    def _whole_deal(self) -> list[int | None] | None:
        """The tricks of every seat when they are complete, else None."""
        if len(self.won) == self.hand:
            return self.tricks_of(self.won)
        tricks = self.board["written"].get("tricks")
        known = [one for one in tricks if type(one) is int] if type(tricks) is list else []
        complete = sum(known) == self.hand and len(known) == len(self.playing)
        return tricks if complete and "tricks" not in self.faults_of({"tricks": tricks}) else None

    def tricks_of(self, won: list[int]) -> list[int | None]:
        """Tricks by seat of a list of winners; None for a seat that is out."""
        return [won.count(seat) if seat in self.playing else None for seat in self.seats]

    def _open_questions(self) -> list[str]:
        """The fields that must or may still be said once the tricks are known."""
        found = self.faults_of({"tricks": self.tricks})
        keys = [key for key in ("dog", "chooser") if ("missing" in found.get(key, "")) or key in found]
        return (["buys"] if self.askable("buys") else []) + keys

    def faults_of(self, entry: Entry) -> dict[str, str]:
        """The code of a problem by field, if this were recorded."""
        return {found.field: found.code for found in problems(self.game, self.standing, entry)}

    def askable(self, key: str) -> list[int]:
        """The seats that a question can be answered with."""
        if not self.tricks:
            return []
        draft = {"tricks": self.tricks}
        return [seat for seat in self.seats if not self.game.refusal(self.standing, draft, key, seat, None)]

    def can_win(self, seat: int) -> bool:
        """Whether a seat has cards left to win a trick with."""
        return bool(self.won.count(seat) < self.hands[seat])

    def consequence(self, seat: int) -> Markup | str:
        """What one more trick of this seat means."""
        choices = self.fields["tricks"]["choices"][seat]
        number = self.won.count(seat) + 1
        hint = choices[number]["hint"] if number < len(choices) else None
        return self.say(hint) if hint else ""

    def last_tap(self, seat: int) -> str:
        """The whole entry in the form of an address when this tap ends the deal and leaves no question; else empty."""
        if len(self.won) + 1 < self.hand:
            return ""
        tricks = self.tricks_of([*self.won, seat])
        if self.faults_of({"tricks": tricks}) or self._may_buy(tricks):
            return ""
        return str(urlencode(self.numbers(tricks)))

    def _may_buy(self, tricks: list[int | None]) -> bool:
        draft = {"tricks": tricks}
        return any(not self.game.refusal(self.standing, draft, "buys", seat, None) for seat in self.playing)

    @staticmethod
    def numbers(tricks: list[int | None]) -> list[tuple[str, str]]:
        """Form names and texts of tricks."""
        return [(f"tricks.{seat}", "-" if one is None else str(one)) for seat, one in enumerate(tricks)]

    @property
    def counted(self) -> list[tuple[str, str]]:
        """The tricks of the deal as form names and texts."""
        return self.numbers(self.tricks or [])

    @property
    def one_back(self) -> str:
        """The address of one tap less."""
        return urlencode([("won", seat) for seat in self.won[:-1]])

    @property
    def question(self) -> str:
        """What is asked first once the tricks are known."""
        return self.asked(self.asks[0])

    def asked(self, key: str) -> str:
        """A question in words."""
        words = {"buys": gettext("Who pays to stay in?"), "dog": gettext("Who won the cut for the dog’s life?")}
        return words.get(key, gettext("Who won the cut for trump?"))

    def ask_columns(self, key: str) -> int:
        """How many chips of a question stand side by side."""
        return min(len(self.askable(key)), 3) if len(self.askable(key)) != 4 else 2

    @property
    def typed(self) -> bool:
        """Whether numbers were given rather than trick winners."""
        return any(text.isdecimal() for seat in self.seats for text in listed(self.filled, f"tricks.{seat}"))

    @property
    def rainbows(self) -> list[int]:
        """The seats that four cards of four suits would let win at once."""
        return [seat for seat in self.playing if not self.game.refusal(self.standing, {}, "rainbow", seat, None)]


def winners(filled: Mapping[str, Any], hand: int, hands: list[int]) -> list[int]:
    """The seats that won trick after trick, as far as that can be."""
    won: list[int] = []
    for text in listed(filled, "won"):
        seat = int(text) if text.isdecimal() and int(text) < len(hands) else -1
        if seat >= 0 and won.count(seat) < hands[seat] and len(won) < hand:
            won.append(seat)
    return won


class ClobyoshPad(Pad):
    """The cards each player won, tapped on a grid that knows the trump."""

    def prepare(self) -> None:
        """Read whose cards are counted, and which cards each has."""
        text = str(self.filled.get("count", ""))
        self.counting = int(text) if text in ("0", "1") else None
        self.trump = self.board["written"].get("trump")
        self.cards = [listed(self.filled, f"won.{seat}") for seat in self.seats]
        sums = summed(self.trump, self.filled)
        self.filled = {**self.filled, **{f"cards.{seat}": str(sums[seat]) for seat in sums}}

    def sum_of(self, seat: int) -> int:
        """The card points of the cards that a seat was given by tapping."""
        return card_points(self.trump, self.cards[seat])

    @property
    def suit_order(self) -> list[str]:
        """Trump first."""
        return [self.trump, *(suit for suit in ("spades", "diamonds", "clubs", "hearts") if suit != self.trump)]

    def counters(self, suit: str) -> list[dict[str, Any]]:
        """The cards of a suit that count, with their points and who has them."""
        ranks = TRUMP_COUNTERS if suit == self.trump else COUNTERS
        codes = [(rank, rank + LETTER[suit]) for rank in ranks]
        return [{"rank": r, "code": c, "points": points_of(self.trump, c), "owner": self._owner(c)} for r, c in codes]

    def _owner(self, card: str) -> int | None:
        return next((seat for seat in self.seats if card in self.cards[seat]), None)

    @property
    def carried(self) -> list[tuple[str, str]]:
        """What else was filled in, to be carried along while cards are counted."""
        left_out = {"count", f"won.{self.counting}", f"cards.{self.counting}", "step"}
        pairs = [(name, text) for name in self.filled if name not in left_out for text in listed(self.filled, name)]
        return [pair for pair in pairs if pair != ("counted", str(self.counting))]

    @property
    def tapped(self) -> list[tuple[str, str]]:
        """The tapped cards, so that counting can be gone back to, and the trump that they were counted by."""
        trump = [] if self.said.get("trump") or not self.trump else [("trump", self.trump)]
        counted = [("counted", seat) for seat in listed(self.filled, "counted")]
        return trump + counted + [(f"won.{seat}", card) for seat in self.seats for card in self.cards[seat]]


def card_points(trump: str | None, cards: list[str]) -> int:
    """The points of these cards, each counted once."""
    return sum(points_of(trump, card) for card in dict.fromkeys(cards) if card in KNOWN_CARDS)


def summed(trump: str | None, filled: Mapping[str, Any]) -> dict[int, int]:
    """The card points of each seat whose cards were tapped, where no number was typed since."""
    counted = [seat for seat in (0, 1) if f"won.{seat}" in filled or str(seat) in listed(filled, "counted")]
    return {
        seat: card_points(trump, listed(filled, f"won.{seat}")) for seat in counted if not filled.get(f"cards.{seat}")
    }


KNOWN_CARDS = {rank + letter for letter in LETTER.values() for rank in ("A", "10", "K", "Q", "J", "9", "8", "7")}


class TexasPad(Pad):
    """Ten points at a time out of the 42, each with what it would do to the totals."""

    loose = ("contract", "trump")

    def prepare(self) -> None:
        """Read which ten points are shown: those that were asked for, else those that the bid is among."""
        asked = str(self.filled.get("tens", ""))
        self.tens = int(asked) if asked in TENS else (self.said.get("bid") or 0) // 10 * 10

    @property
    def ranges(self) -> list[tuple[int, str]]:
        """All tens, in words."""
        return [(int(ten), f"{ten}–{min(int(ten) + 9, ALL_POINTS)}") for ten in TENS]

    @property
    def points(self) -> list[dict[str, Any]]:
        """The numbers shown, with what each would do."""
        written = {key: value for key, value in self.board["written"].items() if key != "points"}
        shown = range(self.tens, min(self.tens + 10, ALL_POINTS + 1))
        return [{"value": n, "preview": preview(self.game, self.standing, {**written, "points": n})} for n in shown]


class ZwanzigPad(Pad):
    """The rules of the first packet decide what the maker may say."""

    def prepare(self) -> None:
        """Read the one rule that the pad turns on."""
        self.first_packet = self.board["rules"]["first_packet"]


PADS: dict[str, type[Pad]] = {
    "knockout_whist": KnockoutPad,
    "clobyosh": ClobyoshPad,
    "texas_42": TexasPad,
    "zwanzig_ab": ZwanzigPad,
}


def pad_of(key: str) -> type[Pad]:
    """The pad of a game: its own, or the ordinary one."""
    return PADS.get(key, Pad)


def tapped_entry(key: str, standing: Standing, filled: Mapping[str, Any], written: Entry) -> Entry:
    """What taps mean as an entry before they are complete; written is what else is known."""
    tapped = TAPPED.get(key)
    return tapped(standing, filled, written) if tapped else {}


def tapped_tricks(standing: Standing, filled: Mapping[str, Any], written: Entry) -> Entry:
    """Knock-Out's winners so far, as tricks with the rest open."""
    if "won" not in filled:
        return {}
    won = winners(filled, standing.carry["hand"], standing.carry["hands"])
    return {"tricks": [won.count(seat) or None for seat in range(len(standing.table.players))]}


def tapped_cards(standing: Standing, filled: Mapping[str, Any], written: Entry) -> Entry:
    """Clobyosh's cards so far, as card points with the rest open."""
    sums = summed(written.get("trump"), filled)
    if not sums:
        return {}
    known = written.get("cards") or [None, None]
    return {"cards": [sums.get(seat, points) for seat, points in enumerate(known)]}


TAPPED: dict[str, Callable[[Standing, Mapping[str, Any], Entry], Entry]] = {
    "knockout_whist": tapped_tricks,
    "clobyosh": tapped_cards,
}
