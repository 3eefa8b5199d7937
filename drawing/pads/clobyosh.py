"""Clobyosh: who made trump; what was declared and who has the last trick; then the points, by digits or by cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.form_entry import first, kept_of, query
from drawing.icons import mark
from drawing.locale import sentence
from drawing.messages import SUITS
from drawing.node import SEAL, between, node, text_of
from drawing.pads.clobyosh_cards import WonCards, summed
from drawing.pads.clobyosh_digits import NumberPad, by_cards, effect, slots
from drawing.pads.clobyosh_sequences import (
    NAMES,
    QUESTIONS,
    all_of,
    compared,
    for_seat,
    said_as,
    sequence_points,
    sequences,
)
from drawing.widgets.base import Pad
from drawing.widgets.chips import chips, seat_chips
from drawing.widgets.parts import (
    back,
    barred_for_good,
    entry_form,
    faults,
    fold,
    hidden,
    last_button,
    legend,
    other_faults,
    pressed,
    suit_sign,
    with_at,
    with_more,
)
from scoring.games.clobyosh.check import cards_problems
from scoring.games.clobyosh.claims import claim_reaches
from scoring.games.clobyosh.fields import FIELDS, LAST_TRICK, MOST
from scoring.games.clobyosh.made import settled, so_far
from scoring.games.clobyosh.sequences import scores_sequences, sequences_problems
from scoring.shape import sound
from scoring.words import OPEN

if TYPE_CHECKING:
    from typing import Any

    from drawing.form_entry import Form
    from drawing.node import Attributes, Node, Piece
    from scoring.words import Entry, Problem, Standing, Values

DECLARED = "declared"  # asks for the sequences and the last trick once more


class ClobyoshPad(Pad):
    """The maker; then sequences, Bela and the last trick; then the card points, of which the last digit records."""

    kept = (
        "won.",
        "count",
        "cards.",
        "tens.",
        "hundred.",
        "last_trick",
        "early",
        "bela",
        "sequence",
        "best.",
        "top.",
        "trumps",
        "no_trick",
        "claim",
    )
    in_short = {
        "last_trick": "Last trick",
        "bela": "Bela",
        "no_trick": "0",
        "trumps": "in trumps",
        "sequence": "All sequences together",
    }

    @staticmethod
    def tapped(standing: Standing, form: Form, written: Entry) -> Entry:
        """The cards and sequences so far as an entry, what is open in them being None."""
        found: Entry = {}
        declared = sequence_points(standing, form)
        runs = written.get("sequences")
        settled_so = declared == runs_score(standing, written) if runs else False
        if declared and not settled_so:
            found["sequence_points"] = declared
        if runs and (declared or "best.0" in form) and not settled_so:
            found["sequences"] = None
        cards = counted(standing, form, written, found)
        if cards:
            found["cards"] = cards
        return found

    @staticmethod
    def tapped_only(standing: Standing, form: Form) -> Form:
        """Without the points that follow from the cards that were tapped, and the sequence that is chosen by itself."""
        follows = {f"cards.{seat}" for seat in (0, 1) if any(form.get(f"won.{seat}") or [])}
        verdict = compared(standing, form)
        if verdict and all_of(form, verdict) == verdict.points:
            follows.add("sequence")
        return {name: form[name] for name in form if name not in follows}

    @staticmethod
    def filled(standing: Standing, entry: Entry, form: Form) -> Form:
        """Sequences are filled in as who scores how much, however they were written down."""
        whole: Form = {name: form[name] for name in form if not name.startswith("sequence_points.")}
        seat, points, _ = scores_sequences(standing, settled(entry))
        if points:
            whole.update(said_as(seat, points))
        if "claim" in entry and "last_trick" not in entry:
            whole["early"] = ["1"]
        return whole

    def prepare(self) -> None:
        """Read what is known so far, and what is asked for: what was declared, the number of a seat, or its cards."""
        written = self.board["written"]
        text, self.asked = self.text("count"), self.text("ask")
        self.counting = int(text) if text in ("0", "1") else None
        trump = written.get("trump")
        self.trump: str | None = trump if type(trump) is str and trump in SUITS else None
        self.cards = [self.texts(f"won.{seat}") for seat in self.seats]
        self.verdict = compared(self.standing, self.form)
        undecided = self.verdict is not None and self.verdict.why in QUESTIONS
        self.ready = bool(self.text("last_trick") or self.early) and not undecided and self.asked != DECLARED

    def choices(self, key: str) -> list[Values]:
        """What was compared gives way to no trick: nobody scores sequences then."""
        found = Pad.choices(self, key)
        if key != "no_trick" or self.verdict is None:
            return found
        return [giving_way(choice) for choice in found]

    def sentence(self, found: Problem) -> list[Piece]:
        """A problem in words; card points that are missing are somebody's."""
        lacking = [seat for seat in self.order if self.points[seat] is None] if found.field == "cards" else []
        if found.code != "missing" or not lacking:
            return Pad.sentence(self, found)
        return sentence(self.language.gettext("{name}’s card points are missing"), {"name": self.name(lacking[0])})

    @property
    def early(self) -> bool:
        """Whether somebody claims before the cards are played out."""
        return bool(self.text("early")) and bool(self.text("claim")) and not self.text("last_trick")

    @property
    def points(self) -> list[int | None]:
        """The card points of both seats so far."""
        cards = self.board["written"].get("cards") or (None, None)
        return [one if type(one) is int and 0 <= one <= MOST else None for one in cards]

    @property
    def order(self) -> tuple[int, int]:
        """Who counts first: the one who did not make trump, or who claims before all is played."""
        maker = 1 if self.board["written"].get("maker") == 1 else 0
        early = self.text("claim") if self.early else ""
        first_seat = int(early) if early in ("0", "1") else 1 - maker
        return first_seat, 1 - first_seat

    @property
    def declared(self) -> str:
        """The address where the sequences and the last trick are asked for once more."""
        return self.address([], [("ask", DECLARED)])

    def beside(self, seat: int) -> int:
        """What a seat has beside its cards: last trick, Bela and sequences, in points."""
        known = sound(FIELDS, self.board["written"], 2, 2) or {}
        bare = {key: known[key] for key in known if key != "cards"}
        return so_far(self.standing, bare)[seat]

    def carried(self, but: tuple[str, ...] = ()) -> list[tuple[str, str]]:
        """What is written of the result, but for these names, a dot at the end standing for all that begin so."""
        runs = () if self.board["written"].get("sequences") else ("sequences.",)
        pairs = [pair for pair in kept_of(self.kept, self.form) if not named(pair[0], but + runs)]
        trump = self.trump and not self.said.get("trump") and "trump" not in but
        return ([("trump", str(self.trump))] if trump else []) + pairs

    def address(self, but: list[str], more: list[tuple[str, str]] | None = None) -> str:
        """The address of the table with what is written of the result, without these names, and with more."""
        pairs = [pair for pair in self.carried() if pair[0] not in but] + (more or [])
        return self.here + "?" + query(pairs) if pairs else self.here

    def draw(self) -> list[Piece]:
        """Who made trump; what was declared; the cards of one player; or the numbers."""
        if self.step == "bid":
            return self._maker()
        if not self.ready:
            return self._declared()
        if self.counting is not None:
            return WonCards(self, self.trump, self.cards, self.counting).draw()
        return self._numbers()

    def _maker(self) -> list[Piece]:
        language = self.language
        ways = (
            ("true", language.gettext("took the turned suit")),
            ("false", language.gettext("named another suit")),
        )
        makers: list[Piece] = [self._made(seat, turned, words) for turned, words in ways for seat in self.seats]
        asked = node("fieldset", {"class": "chips n2"}, legend(language.gettext("Who made trump")), makers)
        nobody = with_more({"class": "go quiet wide"}, pressed(self.amends and not self.text("maker")))
        passed = node("button", nobody, language.gettext("Four passes: forehand deals again"))
        along = [hidden(name, text) for name, text in self._result()]
        return [
            entry_form(self, "bid", along, chips(self, "trump", columns=5, nothing="–"), asked, other_faults(self)),
            node("form", {"method": "post", "action": self.saying}, SEAL, hidden("step", "nobody"), passed),
            back(self.address([]), language.gettext("Leave trump as it is")) if self.changing else None,
        ]

    def _made(self, seat: int, turned: str, words: str) -> Node:
        """Who made trump and how, in one tap."""
        said = {"class": "chip " + self.letter(seat), "name": "also", "value": f"maker={seat}&turned={turned}"}
        chosen = self.chosen("maker", seat) and self.chosen("turned", turned)
        return node("button", with_more(said, pressed(chosen)), self.marked(seat), node("small", {}, words))

    def _result(self) -> list[tuple[str, str]]:
        """What of the result a change of trump carries along; where a deal is amended its address holds the numbers."""
        pairs = self.carried(("trump",))
        return [pair for pair in pairs if named(pair[0], ("won.",))] if self.amends else pairs

    def _declared(self) -> list[Piece]:
        """Sequences as they are compared in the first trick, Bela, a claim, and who has the last trick."""
        language = self.language
        along = self.carried(NAMES + ("bela", "claim", "last_trick", "early"))
        again = [("ask", DECLARED)] + [pair for pair in self.carried() if pair[0] in ("last_trick", "early")]
        ahead = {"hidden": True, "formaction": self.here}
        inside = [
            node("button", ahead),
            [hidden(name, text) for name, text in along],
            node("ol", {"class": "steps"}, self._trump_step(), now_asked(language.gettext("Declared"))),
            sequences(self, self.verdict),
            faults(self, "sequence_points"),
            seat_chips(self, "bela", nobody=language.gettext("nobody"), beside=True),
            self._last_trick(),
            self._claim(),
            other_faults(self),
        ]
        return [with_at(entry_form(self, "play", inside), query(again))]

    def _trump_step(self) -> Node:
        """A way back to who made trump."""
        sign = suit_sign(self, self.trump, self.trump_label) if self.trump else self.language.gettext("Trump")
        words = self.language.gettext("Change who made trump")
        address = self.here + "?" + query(self._result() + [("step", "bid")])
        return node("li", {}, node("a", {"href": address, "aria-label": words}, sign))

    @property
    def trump_label(self) -> str:
        """The trump suit by name."""
        labels = [choice["label"] for choice in self.choices("trump") if choice["value"] == self.trump]
        return labels[0] if labels else ""

    def _last_trick(self) -> list[Piece]:
        """Who has the last trick: the last that is asked before the points."""
        undecided = self.verdict is not None and self.verdict.why in QUESTIONS
        why: Attributes = {"title": self.language.gettext("Whose sequence is better?"), "data-not": True}
        taken = [self._taker(choice["value"], why if undecided else {}) for choice in self.choices("last_trick")]
        words = legend(self.language.gettext(self.fields["last_trick"]["label"]))
        return [node("fieldset", {"class": "chips n2 beside"}, words, taken), faults(self, "last_trick")]

    def _taker(self, seat: int, why: Attributes) -> Node:
        """One of both as the winner of the last trick."""
        said = {"class": "chip " + self.letter(seat), "formaction": self.here, "name": "last_trick", "value": str(seat)}
        look = with_more(with_more(said, pressed(self.chosen("last_trick", seat))), why)
        return node("button", look, self.marked(seat), node("small", {}, self.language.signed(LAST_TRICK)))

    def _claim(self) -> Node:
        """Who claims, and whether before the last trick."""
        language = self.language
        claims = seat_chips(self, "claim", nobody=language.gettext("no claim"))
        words = language.gettext("Claimed before the last trick")
        said = {"class": "go quiet wide", "formaction": self.here, "name": "early", "value": "1"}
        why: Attributes = {} if self.text("claim") else {"title": language.gettext("Who claims?"), "data-not": True}
        is_open = self.open("claim") or any(need["code"] == "can_claim" for need in self.board["needs"])
        early = node("button", with_more(with_more(said, pressed(self.early)), why), words)
        return fold(language.gettext("A claim"), "", is_open, claims, early)

    def _numbers(self) -> list[Piece]:
        """The keys for the number that is asked now; once both are known, what records them."""
        language = self.language
        asked = [seat for seat in self.order if self.points[seat] is None]
        keys = NumberPad(self, asked[0]) if asked else None
        gone = [f"{name}.{asked[0]}" for name in ("cards", "won")] if asked else []
        along = [pair for pair in self.carried() if pair[0] not in gone]
        inside = [
            [hidden(name, text) for name, text in along],
            self.steps(language.gettext("Card points"), self._next(keys)),
            keys.draw() if keys else node("div", {"class": "count"}, slots(self)),
            faults(self, "cards"),
            other_faults(self),
            self._claims(),
            by_cards(self, "go quiet wide") if keys and keys.last else None,
            None if keys else last_button(self, language.gettext("That is all"), effect(self), says=self._impossible()),
        ]
        return [entry_form(self, "play", inside)]

    def _impossible(self) -> Attributes:
        """What bars the last button: cards that were tapped cannot be all that both won."""
        whole: Entry = sound(FIELDS, self.board["written"], 2, 2) or {}
        found = cards_problems(whole) if "cards" in whole and None not in whole["cards"] else []
        return barred_for_good(text_of(self.sentence(found[0])) if found else "")

    def _next(self, keys: NumberPad | None) -> str:
        """What the next tap does, where it records."""
        if keys is None or self.amends or keys.tens is None or not keys.last:
            return ""
        return self.language.gettext("next digit records")

    def steps(self, question: Piece, left: Piece = "") -> Node:
        """What was said before, as links back to it; then what is asked now."""
        last = self.text("last_trick")
        said: list[Piece] = [self._trump_step(), self._step(self._declared_words())]
        if last in ("0", "1"):
            said.append(self._step([mark(self.side(int(last))), self.language.gettext("Last")]))
        more = node("li", {"class": "left soft"}, left) if left else None
        return node("ol", {"class": "steps"}, said, now_asked(question), more)

    def _step(self, words: Piece) -> Node:
        return node("li", {}, node("a", {"href": self.declared}, words))

    def _declared_words(self) -> Piece:
        """Sequences and Bela in short."""
        found: list[Piece] = []
        if self.verdict and self.verdict.seat >= 0:
            points = (sequence_points(self.standing, self.form) or [0, 0])[self.verdict.seat]
            found.append([mark(self.side(self.verdict.seat)), self.language.signed(points)])
        if self.text("bela") in ("0", "1"):
            found.append([mark(self.side(int(self.text("bela")))), self.language.gettext("Bela")])
        return between(found, " ") or self.language.gettext("None")

    def _claims(self) -> list[Piece]:
        """The match for the taking: whoever is there by what is written down can claim it."""
        if self.text("claim"):
            return []
        return [self._can_claim(need) for need in self.board["needs"] if need["code"] == "can_claim"]

    def _can_claim(self, need: Values) -> Node:
        """The button of a claim, beside which the numbers are then completed (CB-D9)."""
        values = {"name": self.name(need["side"]), "total": self.language.number(need["values"]["total"])}
        words = node("span", {}, sentence(self.language.gettext("{name} claims {total}"), values))
        said = {"class": "go quiet wide", "formaction": self.here, "name": "claim", "value": str(need["side"])}
        return node("button", said, words)


def named(name: str, names: tuple[str, ...]) -> bool:
    """Whether a name of the form is one of these, a dot at the end standing for all that begin so."""
    return any(name == one or (one.endswith(".") and name.startswith(one)) for one in names)


def now_asked(words: Piece) -> Node:
    """The step that is asked now."""
    return node("li", {"aria-current": "step"}, words)


def counted(standing: Standing, form: Form, written: Entry, found: Entry) -> list[Any] | None:
    """The card points of both seats: typed, counted by cards, none without a trick; None while nothing is known.

    A claim that wins before the cards are played out needs no more than the points of who claims.
    """
    cards = [None if one == OPEN else one for one in written.get("cards") or (None, None)]
    sums = summed(written.get("trump"), form)
    for seat in (0, 1):
        if cards[seat] is None:
            cards[seat] = sums.get(seat, 0 if first(form, "no_trick") == str(seat) else None)
    claim = first(form, "claim")
    if first(form, "early") and not first(form, "last_trick") and claim in ("0", "1") and cards[int(claim)] is not None:
        whole: Entry = {key: written[key] for key in written}
        whole.update(found)
        whole["cards"] = cards
        known = sound(FIELDS, whole, 2, 2) or {}
        if claim_reaches(standing, known, int(claim)):
            cards = [one or 0 for one in cards]
    return None if cards == [None, None] else [OPEN if one is None else one for one in cards]


def runs_score(standing: Standing, entry: Entry) -> list[int] | None:
    """The points of both seats by the sequences that were written down one by one."""
    rest = {key: entry[key] for key in entry if key != "sequence_points"}
    whole = sound(FIELDS, rest, len(standing.table.players), len(standing.table.sides))
    if "sequences" not in whole or sequences_problems(whole):
        return None
    seat, points, _ = scores_sequences(standing, whole)
    return for_seat(seat, points) if points else None


def giving_way(choice: Values) -> Values:
    """A choice against which no sequence speaks."""
    whole: Values = {key: choice[key] for key in choice}
    if choice["why_not"] and choice["why_not"]["code"] == "sequence_no_trick":
        whole["why_not"] = None
    return whole


PAD = ClobyoshPad
