"""What the pad of Clobyosh knows: the pack, what taps mean as an entry and back, points, order and the steps back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.cards import SUIT_OF, TRICK_ORDER, card_points
from scoring.entry_shape import valid_values
from scoring.games.clobyosh.check import claim_reaches, scores_sequences, sequences_problems, settled, so_far
from scoring.games.clobyosh.rules import FIELDS, MOST
from scoring.words import OPEN
from table.form_entry import encode_query, first, pairs_with_prefix
from table.icons import mark
from table.language import SUITS, fill_in
from table.node import between, node
from table.pads.clobyosh_sequences import QUESTIONS, all_of, compared, for_seat, form_for, sequence_points
from table.pads.pad import Pad
from table.pads.parts import suit_sign

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Problem, Standing, Values
    from table.form_entry import Form
    from table.node import Content, Node

ORDER = ("spades", "diamonds", "clubs", "hearts")
LETTER = {SUIT_OF[letter]: letter for letter in SUIT_OF}
PACK = [rank + LETTER[suit] for suit in ORDER for rank in TRICK_ORDER]


def points_won(trump: str | None, cards: list[str]) -> int:
    """The points of these cards, each counted once; what is no card counts nothing."""
    return card_points(trump, [card for card in PACK if card in cards])


def summed(trump: str | None, form: Form) -> dict[int, int]:
    """The card points of each seat whose cards were tapped, where no number was typed since."""
    done = form.get("counted") or []
    seats = [seat for seat in (0, 1) if any(form.get(f"won.{seat}") or []) or str(seat) in done]
    return {
        seat: points_won(trump, form.get(f"won.{seat}") or [])
        for seat in seats
        if not "".join(form.get(f"cards.{seat}") or [])
    }


class ClobyoshForm(Pad):
    """How the forms of this pad are read and filled in."""

    draft_prefixes = (
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
    short_labels = {
        "last_trick": "Last trick",
        "bela": "Bela",
        "no_trick": "0",
        "trumps": "in trumps",
        "sequence": "All sequences together",
    }

    @staticmethod
    def entry_from_taps(standing: Standing, form: Form, written: Entry) -> Entry:
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
    def tapped_fields(standing: Standing, form: Form) -> Form:
        """Without the points that follow from the cards that were tapped, and the sequence that is chosen by itself."""
        follows = {f"cards.{seat}" for seat in (0, 1) if any(form.get(f"won.{seat}") or [])}
        verdict = compared(standing, form)
        if verdict and all_of(form, verdict) == verdict.points:
            follows.add("sequence")
        return {name: form[name] for name in form if name not in follows}

    @staticmethod
    def fill_form(standing: Standing, entry: Entry, form: Form) -> Form:
        """Sequences are filled in as who scores how much, however they were written down."""
        whole: Form = {name: form[name] for name in form if not name.startswith("sequence_points.")}
        seat, points, _ = scores_sequences(standing, settled(entry))
        if points:
            whole.update(form_for(seat, points))
        if "claim" in entry and "last_trick" not in entry:
            whole["early"] = ["1"]
        return whole


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
        known = valid_values(FIELDS, whole, 2, 2) or {}
        if claim_reaches(standing, known, int(claim)):
            cards = [one or 0 for one in cards]
    return None if cards == [None, None] else [OPEN if one is None else one for one in cards]


def runs_score(standing: Standing, entry: Entry) -> list[int] | None:
    """The points of both seats by the sequences that were written down one by one."""
    rest = {key: entry[key] for key in entry if key != "sequence_points"}
    whole = valid_values(FIELDS, rest, len(standing.table.players), len(standing.table.sides))
    if "sequences" not in whole or sequences_problems(whole):
        return None
    seat, points, _ = scores_sequences(standing, whole)
    return for_seat(seat, points) if points else None


DECLARED = "declared"  # the step of sequences and last trick, once more


class ClobyoshState(ClobyoshForm):
    """The pad without its drawing."""

    def prepare(self) -> None:
        """Read what is known so far, and what comes next: what was declared, the number of a seat, or its cards."""
        written = self.board["written"]
        text, self.again = self.text("count"), self.text("ask")
        self.counting = int(text) if text in ("0", "1") else None
        trump = written.get("trump")
        self.trump: str | None = trump if type(trump) is str and trump in SUITS else None
        self.cards = [self.texts(f"won.{seat}") for seat in self.seats]
        self.verdict = compared(self.standing, self.form)
        undecided = self.verdict is not None and self.verdict.why in QUESTIONS
        self.ready = bool(self.text("last_trick") or self.early) and not undecided and self.again != DECLARED

    def choices(self, key: str) -> list[Values]:
        """What was compared gives way to no trick: nobody scores sequences then."""
        found = Pad.choices(self, key)
        if key != "no_trick" or self.verdict is None:
            return found
        return [giving_way(choice) for choice in found]

    def problem_text(self, found: Problem) -> list[Content]:
        """A problem in words; card points that are missing are somebody's."""
        lacking = [seat for seat in self.order if self.points[seat] is None] if found.field == "cards" else []
        if found.code != "missing" or not lacking:
            return Pad.problem_text(self, found)
        return fill_in(self.language.gettext("{name}’s card points are missing"), {"name": self.name(lacking[0])})

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
        """The address where the sequences and the last trick are chosen once more."""
        return self.address([], [("ask", DECLARED)])

    def beside(self, seat: int) -> int:
        """What a seat has beside its cards: last trick, Bela and sequences, in points."""
        known = valid_values(FIELDS, self.board["written"], 2, 2) or {}
        bare = {key: known[key] for key in known if key != "cards"}
        return so_far(self.standing, bare)[seat]

    def carried(self, but: tuple[str, ...] = ()) -> list[tuple[str, str]]:
        """What is written of the result, but for these names, a dot at the end standing for all that begin so."""
        runs = () if self.board["written"].get("sequences") else ("sequences.",)
        pairs = [pair for pair in pairs_with_prefix(self.draft_prefixes, self.form) if not named(pair[0], but + runs)]
        trump = self.trump and not self.bid.get("trump") and "trump" not in but
        return ([("trump", str(self.trump))] if trump else []) + pairs

    def address(self, but: list[str], more: list[tuple[str, str]] | None = None) -> str:
        """The address of the table with what is written of the result, without these names, and with more."""
        pairs = [pair for pair in self.carried() if pair[0] not in but] + (more or [])
        return self.here + "?" + encode_query(pairs) if pairs else self.here

    def _result(self) -> list[tuple[str, str]]:
        """What of the result a change of trump carries along; where a deal is amended its address holds the numbers."""
        pairs = self.carried(("trump",))
        return [pair for pair in pairs if named(pair[0], ("won.",))] if self.amends else pairs

    def steps(self, question: Content, left: Content = "") -> Node:
        """The steps done, as links back to them; then the current one."""
        last = self.text("last_trick")
        done: list[Content] = [self._trump_step(), self._step(self._declared_words())]
        if last in ("0", "1"):
            done.append(self._step([mark(self.side(int(last))), self.language.gettext("Last")]))
        more = node("li", {"class": "left soft"}, left) if left else None
        return node("ol", {"class": "steps"}, done, current_step(question), more)

    def _step(self, words: Content) -> Node:
        return node("li", {}, node("a", {"href": self.declared}, words))

    def _trump_step(self) -> Node:
        """A way back to who made trump."""
        sign = suit_sign(self, self.trump, self.trump_label) if self.trump else self.language.gettext("Trump")
        words = self.language.gettext("Change who made trump")
        address = self.here + "?" + encode_query(self._result() + [("step", "bid")])
        return node("li", {}, node("a", {"href": address, "aria-label": words}, sign))

    @property
    def trump_label(self) -> str:
        """The trump suit by name."""
        labels = [choice["label"] for choice in self.choices("trump") if choice["value"] == self.trump]
        return labels[0] if labels else ""

    def _declared_words(self) -> Content:
        """Sequences and Bela in short."""
        found: list[Content] = []
        if self.verdict and self.verdict.seat >= 0:
            points = (sequence_points(self.standing, self.form) or [0, 0])[self.verdict.seat]
            found.append([mark(self.side(self.verdict.seat)), self.language.signed(points)])
        if self.text("bela") in ("0", "1"):
            found.append([mark(self.side(int(self.text("bela")))), self.language.gettext("Bela")])
        return between(found, " ") or self.language.gettext("None")


def named(name: str, names: tuple[str, ...]) -> bool:
    """Whether a name of the form is one of these, a dot at the end standing for all that begin so."""
    return any(name == one or (one.endswith(".") and name.startswith(one)) for one in names)


def current_step(words: Content) -> Node:
    """The step that comes next."""
    return node("li", {"aria-current": "step"}, words)


def giving_way(choice: Values) -> Values:
    """A choice against which no sequence speaks."""
    whole: Values = {key: choice[key] for key in choice}
    if choice["why_not"] and choice["why_not"]["code"] == "sequence_no_trick":
        whole["why_not"] = None
    return whole
