"""Forms and questions of Knock-Out Whist: after the tricks, who won a cut for trump or a last life, who buys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.board import valid_part
from scoring.cards import RANKS
from scoring.games.knockout_whist import GAME
from scoring.sheet import problems
from scoring.words import OPEN, with_value
from table.form_entry import encode_query, first, pairs_with_prefix
from table.language import fill_in, rank_word
from table.node import node
from table.pads.chips import seats_chips
from table.pads.pad import Pad
from table.pads.parts import entry_form, faults, hidden, last_button, legend, other_faults, pressed, radio, with_more

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Standing, Values
    from table.form_entry import Form
    from table.node import Content, Node


class KnockoutForm(Pad):
    """How the forms of this pad are read."""

    late_questions = ("dog", "chooser", "buys")
    draft_prefixes = ("won", "tricks.", "cut.")

    @staticmethod
    def entry_from_taps(standing: Standing, form: Form, written: Entry) -> Entry:
        """The winners so far as an entry, tricks with the rest open until all are known.

        Once the question who buys was drawn, that nobody does.
        """
        found: Entry = {}
        if "won" in form and "tricks.0" not in form:
            won = winners(form, standing.carry["hand"], standing.carry["hands"])
            complete, status = len(won) == standing.carry["hand"], standing.carry["status"]
            found["tricks"] = [
                won.count(seat) or (0 if complete and state != "out" else None) for seat, state in enumerate(status)
            ]
        else:
            found.update(forced(standing, written))
        tricks = found.get("tricks", written.get("tricks"))
        if first(form, "asked") and "buys" not in written and offered(standing, "buys", tricks):
            found["buys"] = []
        return found

    @staticmethod
    def has_open_question(standing: Standing, entry: Entry, before: Entry | None = None) -> bool:
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
    def with_earlier_answers(standing: Standing, entry: Entry, before: Entry) -> Entry:
        """With who won a cut and who bought before, where these tricks need that, too, and it was not given."""
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
    def tapped_fields(standing: Standing, form: Form) -> Form:
        """Without seats that are out, the numbers that follow from the tricks, and that questions were drawn."""
        follows = any(form.get("won") or [])
        return {
            name: form[name]
            for name in form
            if name != "asked" and (not name.startswith("tricks.") or not (follows or form[name] == ["-"]))
        }


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
    """The seats that can answer a question about these tricks; none while the tricks are incomplete."""
    draft = valid_part(GAME, standing, {"tricks": tricks}) if tricks else None
    if not draft:
        return []
    seats = range(len(standing.table.players))
    return [seat for seat in seats if not GAME.refusal(standing, draft, key, seat, None)]


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


class KnockoutQuestions(KnockoutForm):
    """What is known so far, and the questions that take the place of the tricks."""

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
                one
                if not one["why_not"] or self.never_possible("tricks", one, seat)
                else with_value(one, "why_not", None)
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
    def questioning(self) -> bool:
        """Whether the questions take the place of the tricks: all are known, or numbers were to be recorded."""
        return bool(self.asks) and (len(self.won) == self.hand or bool(self.text("asked")))

    def _open_questions(self) -> list[str]:
        """The fields that must or may still be filled in once the tricks are known."""
        found = self.faults_of({"tricks": self.tricks})
        keys = [key for key in ("dog", "chooser") if key in found]
        return (["buys"] if self.askable("buys") else []) + keys

    def faults_of(self, entry: Entry) -> dict[str, str]:
        """The code of a problem by field, if this were recorded."""
        return {found.field: found.code for found in problems(self.game, self.standing, entry)}

    def askable(self, key: str) -> list[int]:
        """The seats that can answer a question."""
        return offered(self.standing, key, self.tricks)

    def _questions(self) -> list[Content]:
        language, alone = self.language, len(self.asks) == 1
        before = self._less() if self.won else self.here + "?" + encode_query(numbers_of(self.tricks or []))
        link = node("a", {"href": before}, language.gettext("Tricks"))
        now = node("li", {"aria-current": "step"}, self.question(self.asks[0]))
        along = [hidden(name, text) for name, text in numbers_of(self.tricks or [])]
        along.extend([hidden(name, text) for name, text in self._so_far()])
        go = last_button(self, language.gettext("Record"))
        return [
            node("ol", {"class": "steps"}, None if self.amends and not self.won else node("li", {}, link), now),
            entry_form(
                self,
                "play",
                hidden("asked", "1"),
                along,
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
        return pairs_with_prefix(("cut.",), self.form)

    def _question(self, key: str, alone: bool) -> list[Content]:
        seats = self.askable(key)
        if key == "buys":
            return seats_chips(self, key, only=seats)
        columns = 2 if len(seats) == 4 else min(len(seats), 3)
        cards = drawn_cards(self.texts("cut." + key), seats)
        chips: list[Content] = [self._answer(key, seat, alone, cards) for seat in seats]
        words = legend(self.question(key), key == self.asks[0])
        attributes = {"class": "go quiet", "formaction": self.here + "/cut", "name": "cut", "value": key}
        choice = node("fieldset", {"class": f"chips n{columns}"}, words, chips)
        draw = node("button", attributes, self.language.gettext("Draw the cards here"))
        return [choice, faults(self, key), None if cards or self.amends else draw]

    def _answer(self, key: str, seat: int, alone: bool, cards: dict[int, str]) -> Node:
        """A player who can have won the cut, with the card that was drawn here and whether it is the highest."""
        style = {"class": "chip " + self.letter(seat)}
        won = bool(cards) and seat == highest(cards)
        drawn = cards.get(seat, "")
        card = rank_word(self.language, drawn[:-1]) + drawn[-1:]
        words = fill_in(self.language.gettext("{card} wins"), {"card": card}) if won else card
        label: Content = [self.marked_name(seat), node("small", {}, words) if card else None]
        if alone:
            style.update({"name": key, "value": str(seat)})
            return node("button", with_more(style, pressed(won or self.chosen(key, seat))), label)
        chosen = self.chosen(key, seat) or (won and not self.text(key))
        return node("label", style, radio(key, seat, chosen), label)

    def question(self, key: str) -> str:
        """A question in words."""
        if key == "buys":
            return self.language.gettext("Who pays to stay in?")
        if key == "dog":
            return self.language.gettext("Who won the cut for the dog’s life?")
        return self.language.gettext("Who won the cut for trump?")

    def _less(self) -> str:
        """The address of one tap less."""
        fresh = [("won", "")] if self.amends and len(self.won) < 2 else []
        address = encode_query(fresh + self._so_far(1))
        return self.here + "?" + address if address else self.here


def drawn_cards(cards: list[str], seats: list[int]) -> dict[int, str]:
    """The cards that were drawn for these seats; none unless every card is one."""
    sound = all(card[:-1] in RANKS for card in cards)
    return {seat: cards[seat] for seat in seats} if sound and len(cards) > max(seats) else {}


def highest(cards: dict[int, str]) -> int:
    """The seat whose card is the highest; no two are alike."""
    return max(cards, key=lambda seat: (RANKS.index(cards[seat][:-1]), seat))
