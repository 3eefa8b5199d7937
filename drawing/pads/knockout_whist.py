"""Knock-Out Whist: who won each trick, trick by trick; then what the table must settle: the cut, the dog, who buys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.form_entry import first, kept_of, query, whole
from drawing.locale import sentence
from drawing.messages import RANKS, rank_word
from drawing.node import SEAL, node, text_of
from drawing.widgets.base import Pad
from drawing.widgets.chips import seats_chips, send_chips
from drawing.widgets.number_rows import rows
from drawing.widgets.parts import (
    back,
    barred_for_good,
    entry_form,
    faults,
    fold,
    hidden,
    last_button,
    left_of,
    legend,
    other_faults,
    pressed,
    radio,
    with_more,
)
from scoring.games.knockout_whist import GAME
from scoring.games.knockout_whist.hints import hint_alone
from scoring.pad import known
from scoring.sheet import problems
from scoring.words import OPEN, problem, with_value

if TYPE_CHECKING:
    from typing import Any

    from drawing.form_entry import Form
    from drawing.node import Node, Piece
    from scoring.words import Entry, Standing, Values


class KnockoutPad(Pad):
    """The winners so far; once all are told, the questions that are left."""

    answers = ("dog", "chooser", "buys")
    kept = ("won", "tricks.", "cut.")

    @staticmethod
    def tapped(standing: Standing, form: Form, written: Entry) -> Entry:
        """The winners so far as an entry, tricks with the rest open until all are told.

        Once it was asked who buys, that nobody does.
        """
        told: Entry = {}
        if "won" in form and "tricks.0" not in form:
            won = winners(form, standing.carry["hand"], standing.carry["hands"])
            all_told, status = len(won) == standing.carry["hand"], standing.carry["status"]
            told["tricks"] = [
                won.count(seat) or (0 if all_told and state != "out" else None) for seat, state in enumerate(status)
            ]
        else:
            told.update(forced(standing, written))
        tricks = told.get("tricks", written.get("tricks"))
        if first(form, "asked") and "buys" not in written and offered(standing, "buys", tricks):
            told["buys"] = []
        return told

    @staticmethod
    def unasked(standing: Standing, entry: Entry, before: Entry | None = None) -> bool:
        """Whether it is still open who won a cut, or who buys: those without a trick that something is for sale for."""
        faults = problems(GAME, standing, entry)
        if "tricks" not in entry or any(found.field == "tricks" or found.code != "missing" for found in faults):
            return False
        if faults:
            return True
        known = offered(standing, "buys", (before or {}).get("tricks"))
        asks = [seat for seat in offered(standing, "buys", entry["tricks"]) if seat not in known]
        return bool(asks) and "buys" not in entry

    @staticmethod
    def amended(standing: Standing, entry: Entry, before: Entry) -> Entry:
        """With who won a cut and who bought before, where that is asked of these tricks, too, and was not answered."""
        tricks = entry.get("tricks")
        for key in [key for key in ("dog", "chooser") if key not in entry and key in before]:
            missing = [found.field for found in problems(GAME, standing, entry) if found.code == "missing"]
            if key in missing and before[key] in offered(standing, key, tricks):
                entry = with_value(entry, key, before[key])
        if "buys" not in entry and "buys" in before:
            asks, known = offered(standing, "buys", tricks), offered(standing, "buys", before.get("tricks"))
            if asks and all(seat in known for seat in asks):
                entry = with_value(entry, "buys", [seat for seat in before["buys"] if seat in asks])
        return entry

    @staticmethod
    def tapped_only(standing: Standing, form: Form) -> Form:
        """Without seats that are out, the numbers that follow from the tricks, and that questions were asked."""
        follows = any(form.get("won") or [])
        return {
            name: form[name]
            for name in form
            if name != "asked" and (not name.startswith("tricks.") or not (follows or form[name] == ["-"]))
        }

    def prepare(self) -> None:
        """Read what was tapped: the winners so far, or the whole deal's tricks."""
        self.hand, self.hands = self.standing.carry["hand"], self.standing.carry["hands"]
        self.playing = self.active("tricks")
        self.won = winners(self.form, self.hand, self.hands)
        self.tricks = self._whole_deal()
        self.asks = self._open_questions() if self.tricks else []
        if len(self.won) == self.hand and not self.asks:
            self.won = self.won[:-1]
        self.typed = any(self.text(f"tricks.{seat}") for seat in self.playing)
        self.offers: list[list[Values]] = self.fields["tricks"]["choices"]
        if self.won and not self.typed:
            self.fields["tricks"] = with_value(self.fields["tricks"], "choices", self._untapped())

    def _untapped(self) -> list[list[Values]]:
        """The numbers of each seat as they are typed: from the whole hand, whatever is tapped, which stays behind."""
        return [
            [
                one if not one["why_not"] or self.never("tricks", one, seat) else with_value(one, "why_not", None)
                for one in self.offers[seat]
            ]
            for seat in self.seats
        ]

    def _whole_deal(self) -> list[int | None] | None:
        """The tricks of every seat when they are complete, else None."""
        if len(self.won) == self.hand:
            return self.tricks_of(self.won)
        tricks = self.board["written"].get("tricks")
        numbers = [one for one in tricks if type(one) is int] if type(tricks) is list else []
        complete = sum(numbers) == self.hand and len(numbers) == len(self.playing)
        return tricks if complete and "tricks" not in self.faults_of({"tricks": tricks}) else None

    def tricks_of(self, won: list[int]) -> list[int | None]:
        """Tricks by seat of a list of winners; None for a seat that is out."""
        return [won.count(seat) if seat in self.playing else None for seat in self.seats]

    @property
    def asking(self) -> bool:
        """Whether the questions take the place of the tricks: all were told, or numbers were to be recorded."""
        return bool(self.asks) and (len(self.won) == self.hand or bool(self.text("asked")))

    def _open_questions(self) -> list[str]:
        """The fields that must or may still be said once the tricks are known."""
        found = self.faults_of({"tricks": self.tricks})
        keys = [key for key in ("dog", "chooser") if key in found]
        return (["buys"] if self.askable("buys") else []) + keys

    def faults_of(self, entry: Entry) -> dict[str, str]:
        """The code of a problem by field, if this were recorded."""
        return {found.field: found.code for found in problems(self.game, self.standing, entry)}

    def askable(self, key: str) -> list[int]:
        """The seats that a question can be answered with."""
        return offered(self.standing, key, self.tricks)

    def draw(self) -> list[Piece]:
        """The next trick, or what is left to settle; of a deal that is amended first of all the numbers."""
        if self.amends and "won" not in self.form:
            return self._amended()
        return self._questions() if self.asking else self._tricks()

    def _amended(self) -> list[Piece]:
        """How the tricks lie, as it was written down; they can be told again one by one."""
        return [
            self._questions() if self.asks else None,
            self._typed(),
            back(self._less(), self.language.gettext("Trick by trick")),
            self._trump(),
            self._rainbow(),
            other_faults(self),
        ]

    def _questions(self) -> list[Piece]:
        language, alone = self.language, len(self.asks) == 1
        before = self._less() if self.won else self.here + "?" + query(numbers_of(self.tricks or []))
        link = node("a", {"href": before}, language.gettext("Tricks"))
        now = node("li", {"aria-current": "step"}, self.asked(self.asks[0]))
        told = [hidden(name, text) for name, text in numbers_of(self.tricks or [])]
        told.extend([hidden(name, text) for name, text in self._so_far()])
        go = last_button(self, language.gettext("Record"))
        return [
            node("ol", {"class": "steps"}, None if self.amends and not self.won else node("li", {}, link), now),
            entry_form(
                self,
                "play",
                hidden("asked", "1"),
                told,
                [self._question(key, alone) for key in self.asks],
                other_faults(self),
                go if not alone or self.asks[0] == "buys" else None,
            ),
        ]

    def _so_far(self, fewer: int = 0) -> list[tuple[str, str]]:
        """The winners, but for the last ones, and the cards that were drawn: those stay until the deal is recorded."""
        won = self.won[: len(self.won) - fewer]
        return [("won", str(seat)) for seat in won] + self._drawn()

    def _drawn(self) -> list[tuple[str, str]]:
        """The cards that were drawn here: of every seat, so that they decide also when others turn out to have tied."""
        return kept_of(("cut.",), self.form)

    def _question(self, key: str, alone: bool) -> list[Piece]:
        seats = self.askable(key)
        if key == "buys":
            return seats_chips(self, key, only=seats)
        columns = 2 if len(seats) == 4 else min(len(seats), 3)
        cards = drawn_cards(self.texts("cut." + key), seats)
        chips: list[Piece] = [self._answer(key, seat, alone, cards) for seat in seats]
        words = legend(self.asked(key), key == self.asks[0])
        said = {"class": "go quiet", "formaction": self.here + "/cut", "name": "cut", "value": key}
        asked = node("fieldset", {"class": f"chips n{columns}"}, words, chips)
        draw = node("button", said, self.language.gettext("Draw the cards here"))
        return [asked, faults(self, key), None if cards or self.amends else draw]

    def _answer(self, key: str, seat: int, alone: bool, cards: dict[int, str]) -> Node:
        """A player who can have won the cut, with the card that was drawn here and whether it is the highest."""
        style = {"class": "chip " + self.letter(seat)}
        won = bool(cards) and seat == highest(cards)
        drawn = cards.get(seat, "")
        card = rank_word(self.language, drawn[:-1]) + drawn[-1:]
        words = sentence(self.language.gettext("{card} wins"), {"card": card}) if won else card
        shown: Piece = [self.marked(seat), node("small", {}, words) if card else None]
        if alone:
            style.update({"name": key, "value": str(seat)})
            return node("button", with_more(style, pressed(won or self.chosen(key, seat))), shown)
        chosen = self.chosen(key, seat) or (won and not self.text(key))
        return node("label", style, radio(key, seat, chosen), shown)

    def asked(self, key: str) -> str:
        """A question in words."""
        if key == "buys":
            return self.language.gettext("Who pays to stay in?")
        if key == "dog":
            return self.language.gettext("Who won the cut for the dog’s life?")
        return self.language.gettext("Who won the cut for trump?")

    def _tricks(self) -> list[Piece]:
        language, left = self.language, self.hand - len(self.won)
        question = language.gettext("Who won trick {n}?", n=len(self.won) + 1)
        rest = language.ngettext("{num} trick left", "{num} tricks left", left, num=left)
        steps = [node("li", {"aria-current": "step"}, question), node("li", {"class": "left soft"}, rest)]
        takers: list[Piece] = [self._taker(seat) for seat in self.playing]
        said = {"class": "entry", "method": "post", "action": self.here}
        before = [hidden("step", "play"), [hidden(name, text) for name, text in self._so_far()]]
        style = "chips n2 close" if len(self.playing) > 6 else "chips n2"
        return [
            node("ol", {"class": "steps"}, steps),
            node("form", said, SEAL, before, node("div", {"class": style}, takers)),
            back(self._less(), language.gettext("Take the last tap back")) if self.won else None,
            self._trump(),
            self._typed(),
            self._rainbow(),
            other_faults(self),
        ]

    def _taker(self, seat: int) -> Node:
        """A player who can win this trick, with what one more would mean; the last one records."""
        last = self.last_tap(seat)
        said = {"class": "chip taker " + self.letter(seat), "name": "also" if last else "won"}
        said["value"] = last or str(seat)
        if last:
            said["formaction"] = self.saying
        all_played = self.won.count(seat) >= self.hands[seat]
        why = text_of(self.sentence(problem("tricks", "one_card", {"seat": seat}))) if all_played else ""
        row = node(
            "span", {"class": "row"}, self.marked(seat), node("b", {}, self.language.number(self.won.count(seat)))
        )
        look = with_more(said, barred_for_good(why))
        return node("button", look, row, node("small", {}, self._consequence(seat)))

    def _consequence(self, seat: int) -> Piece:
        """What one more trick of this seat means: its first for itself, the deal's last for all."""
        number = self.won.count(seat) + 1
        if len(self.won) + 1 < self.hand:
            alone = hint_alone(self.standing, {}, number, seat) if number == 1 else None
            return self.speaker.say({"code": alone.code, "values": alone.values}) if alone else None
        choices = self.offers[seat]
        hint = choices[number]["hint"] if number < len(choices) else None
        return self.speaker.say(hint) if hint else None

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

    def _less(self) -> str:
        """The address of one tap less."""
        told = [("won", "")] if self.amends and len(self.won) < 2 else []
        address = query(told + self._so_far(1))
        return self.here + "?" + address if address else self.here

    def _trump(self) -> Node:
        """The suit, in whose form what is told of the tricks goes along: of a deal that is amended they are known."""
        words, more = self.language.gettext("Trump"), self.language.gettext("if you like")
        along = [] if self.amends else [hidden(name, text) for name, text in kept_of(self.kept, self.form)]
        return fold(words, more, "trump" in self.faults, entry_form(self, "bid", along, send_chips(self, "trump")))

    def _typed(self) -> Node:
        """The same in numbers, for who saw only how the tricks lie."""
        language = self.language
        given = sum([one for one in [whole(self.text(f"tricks.{seat}")) for seat in self.playing] if type(one) is int])
        left = node("p", {"class": "left soft"}, left_of(self, self.hand, given))
        go = last_button(self, language.gettext("Record"))
        drawn = [hidden(name, text) for name, text in self._drawn()]
        form = entry_form(
            self, "play", drawn, left, rows(self, "tricks", hints=False), go, total=self.hand, forced=True
        )
        is_open = "tricks" in self.faults or self.typed or self.amends
        return fold(language.gettext("Enter the numbers"), language.gettext("tricks of each"), is_open, form)

    def _rainbow(self) -> Node | None:
        """Four cards of four suits let their holder win at once, where the table plays that."""
        language = self.language
        seats = [seat for seat in self.playing if not self.game.refusal(self.standing, {}, "rainbow", seat, None)]
        if not seats:
            return None
        chips: list[Piece] = [self._rainbow_of(seat) for seat in seats]
        form = entry_form(self, "play", node("div", {"class": "chips n2"}, chips), faults(self, "rainbow"))
        words, more = language.gettext("Rainbow"), language.gettext("four cards of four suits")
        return fold(words, more, "rainbow" in self.faults or self.says("rainbow"), form)

    def _rainbow_of(self, seat: int) -> Node:
        button = {"class": "chip " + self.letter(seat), "name": "rainbow", "value": str(seat)}
        return node("button", with_more(button, pressed(self.chosen("rainbow", seat))), self.marked(seat))


def forced(standing: Standing, written: Entry) -> Entry:
    """Typed tricks with what is open filled in, where the others leave each of those only one number."""
    tricks = written.get("tricks")
    if type(tricks) is not list or not all(type(one) is int or one in (OPEN, None) for one in tricks):
        return {}
    filled: list[Any] = []
    for seat, one in enumerate(tricks):
        fits = [] if one == OPEN else [one]
        for value in range(standing.carry["hand"] + 1) if one == OPEN else ():
            if not GAME.refusal(standing, {"tricks": tricks}, "tricks", value, seat):
                fits.append(value)
        if len(fits) != 1:
            return {}
        filled.append(fits[0])
    return {"tricks": filled} if OPEN in tricks else {}


def offered(standing: Standing, key: str, tricks: Any) -> list[int]:
    """The seats that a question about these tricks can be answered with; none while they are not whole."""
    draft = known(GAME, standing, {"tricks": tricks}) if tricks else None
    if not draft:
        return []
    seats = range(len(standing.table.players))
    return [seat for seat in seats if not GAME.refusal(standing, draft, key, seat, None)]


def drawn_cards(cards: list[str], seats: list[int]) -> dict[int, str]:
    """The cards that were drawn for these seats; none unless every card is one."""
    sound = all(card[:-1] in RANKS for card in cards)
    return {seat: cards[seat] for seat in seats} if sound and len(cards) > max(seats) else {}


def highest(cards: dict[int, str]) -> int:
    """The seat whose card is the highest; no two are alike."""
    return max(cards, key=lambda seat: (RANKS.index(cards[seat][:-1]), seat))


def numbers_of(tricks: list[int | None]) -> list[tuple[str, str]]:
    """Form names and texts of tricks by seat."""
    return [(f"tricks.{seat}", "-" if one is None else str(one)) for seat, one in enumerate(tricks)]


def winners(form: Form, hand: int, hands: list[int]) -> list[int]:
    """The seats that won trick after trick, as far as that can be."""
    won: list[int] = []
    seats = [str(seat) for seat in range(len(hands))]
    for text in form.get("won") or []:
        seat = seats.index(text) if text in seats else -1
        if seat >= 0 and won.count(seat) < hands[seat] and len(won) < hand:
            won.append(seat)
    return won


PAD = KnockoutPad
