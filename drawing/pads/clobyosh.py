"""Clobyosh: who made trump; then the count, typed or summed by tapping the cards won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.chips import chips, seat_chips
from drawing.counts import number
from drawing.entries import first, kept_of, query
from drawing.language import sentence
from drawing.pad import Pad
from drawing.parts import back, entry_form, faults, fold, hidden, last_button, legend, other_faults, pressed, with_more
from drawing.sequences import compared, for_seat, sequence_points, sequences
from drawing.shapes import mark
from drawing.tree import SEAL, between, node, text_of
from drawing.won_cards import WonCards, points_won, summed
from scoring.games.clobyosh import FIELDS, scores_sequences, sequences_problems, settled
from scoring.shape import sound
from scoring.sheet import problems

if TYPE_CHECKING:
    from drawing.entries import Form
    from drawing.tree import Attributes, Node, Piece
    from scoring.words import Entry, Problem, Standing, Values


class ClobyoshPad(Pad):
    """The maker; then who won the last trick and the card points, typed or tapped on a grid that knows the trump."""

    kept = (
        "won.",
        "counted",
        "cards.",
        "last_trick",
        "bela",
        "sequence",
        "best.",
        "top.",
        "trumps",
        "no_trick",
        "claim",
    )

    @staticmethod
    def tapped(standing: Standing, form: Form, written: Entry) -> Entry:
        """The cards so far as an entry: card points with the rest open."""
        found: Entry = {}
        sums, known = summed(written.get("trump"), form), written.get("cards") or [None, None]
        if sums:
            found["cards"] = [sums.get(seat, points) for seat, points in enumerate(known)]
        if first(form, "claim") and not first(form, "last_trick"):  # before the cards are played out
            found["cards"] = [points or 0 for points in found.get("cards") or known]
        declared = sequence_points(standing, form)
        runs = written.get("sequences")
        if declared and not (runs and declared == runs_score(standing, written)):
            found["sequence_points"] = declared
        if runs and (declared or "sequence" in form) and declared != runs_score(standing, written):
            found["sequences"] = None
        return found

    @staticmethod
    def filled(standing: Standing, entry: Entry, form: Form) -> Form:
        """Sequences are filled in as who scores how much, however they were written down."""
        whole: Form = {name: form[name] for name in form if not name.startswith("sequence_points.")}
        seat, points, _ = scores_sequences(standing, settled(entry))
        if points:
            whole["sequence"] = [f"{seat}:{points}"]
        return whole

    def prepare(self) -> None:
        """Read whose cards are counted, and which cards each has."""
        text = self.text("count")
        self.counting = int(text) if text in ("0", "1") else None
        self.trump: str | None = self.board["written"].get("trump")
        self.cards = [self.texts(f"won.{seat}") for seat in self.seats]
        sums = summed(self.trump, self.form)
        form: Form = {name: self.form[name] for name in self.form}
        form.update({f"cards.{seat}": [str(sums[seat])] for seat in sums})
        self.form = form

    def choices(self, key: str) -> list[Values]:
        """What was compared gives way to no trick: nobody scores sequences then."""
        found = Pad.choices(self, key)
        if key != "no_trick" or compared(self.standing, self.form) is None:
            return found
        return [giving_way(choice) for choice in found]

    def draw(self) -> list[Piece]:
        """Who made trump, the cards of one player, or the count."""
        if self.step == "bid":
            return self._maker()
        if self.counting is None:
            return self._count()
        return WonCards(self, self.trump, self.cards, self.counting).draw()

    def _maker(self) -> list[Piece]:
        language = self.language
        ways = (
            ("true", language.gettext("took the turned suit")),
            ("false", language.gettext("named another suit")),
        )
        makers: list[Piece] = [self._made(seat, turned, words) for turned, words in ways for seat in self.seats]
        asked = node("fieldset", {"class": "chips n2"}, legend(language.gettext("Who made trump")), makers)
        nobody = with_more({"class": "go quiet wide"}, pressed(self.amends and not self.text("maker")))
        passed = node("button", nobody, language.gettext("Four passes: deal anew"))
        along = [hidden(name, text) for name, text in self._result()]
        return [
            entry_form(self, "bid", along, chips(self, "trump", columns=5, nothing="–"), asked, other_faults(self)),
            node("form", {"method": "post", "action": self.saying}, SEAL, hidden("step", "nobody"), passed),
            back(self._here_with(""), language.gettext("Leave trump as it is")) if self.changing else None,
        ]

    def _made(self, seat: int, turned: str, words: str) -> Node:
        """Who made trump and how, in one tap."""
        said = {"class": "chip " + self.letter(seat), "name": "also", "value": f"maker={seat}&turned={turned}"}
        chosen = self.chosen("maker", seat) and self.chosen("turned", turned)
        return node("button", with_more(said, pressed(chosen)), self.marked(seat), node("small", {}, words))

    def _count(self) -> list[Piece]:
        language = self.language
        before = [node("button", {"hidden": True}), [hidden(name, value) for name, value in self._tapped()]]
        asked = [
            seat_chips(self, "last_trick", nobody="–", beside=True),
            self._card_points(),
            seat_chips(self, "bela", nobody=language.gettext("nobody"), beside=True),
            sequences(self, self.open("sequence", "sequence_points", "best", "compare")),
            self._claim(),
            other_faults(self),
            self._claims(),
            last_button(self, language.gettext("That is all"), self._effect(), lacks=self._lacks()),
        ]
        again = back(self._here_with("step=bid"), language.gettext("Change who made trump"))
        return [entry_form(self, "play", before, asked, late=True), again]

    def _card_points(self) -> list[Piece]:
        language = self.language
        typed: list[Piece] = [
            number(self, f"cards.{seat}", mark(self.side(seat)), self.name(seat)) for seat in self.seats
        ]
        count = {
            "class": "go quiet",
            "formaction": self.here,
            "name": "count",
            "value": "0",
            "aria-label": language.gettext("Count by tapping the cards"),
        }
        words = legend(language.gettext(self.fields["cards"]["label"]))
        button = node("button", count, language.gettext("Count"))
        return [node("fieldset", {"class": "beside"}, words, typed, button), faults(self, "cards")]

    def _effect(self) -> Node | None:
        """What recording it now would do to the totals."""
        found = self.board["preview"]
        if not found:
            return None
        told = [[self.name(seat), " ", self.language.signed(found["points"][seat])] for seat in self.seats]
        return node("small", {}, between(told, " · "))

    def _lacks(self) -> str:
        """What is still missing before the count can be recorded; what is wrong in it is said beside it instead."""
        found = () if self.board["preview"] else problems(self.game, self.standing, self.board["written"])
        if not found or any(one.code != "missing" for one in found):
            return ""
        asked_first = ([one for one in found if one.field == "last_trick"] or list(found))[0]
        return self._by_field(asked_first)

    def _by_field(self, found: Problem) -> str:
        """A problem in words behind the field that it is about."""
        label = self.language.gettext(self.fields[found.field]["label"])
        return label + ": " + text_of(self.sentence(found))

    def _claims(self) -> list[Piece]:
        """The match for the taking: whoever is there by what is written down can claim it."""
        return [self._can_claim(need) for need in self.board["needs"] if need["code"] == "can_claim"]

    def _with_claim(self, need: Values) -> Entry:
        """What would be recorded with this claim."""
        entry: Entry = {key: self.board["written"][key] for key in self.board["written"]}
        entry["claim"] = need["side"]
        entry.update(self.tapped(self.standing, with_claim(self.form, need["side"]), entry))
        return entry

    def _can_claim(self, need: Values) -> Node:
        """The button of a claim; closed with its reason while something of the deal lacks (CB-D9)."""
        values = {"name": self.name(need["side"]), "total": self.language.number(need["values"]["total"])}
        words = node("span", {}, sentence(self.language.gettext("{name} claims {total}"), values))
        said: Attributes = {"class": "go quiet", "name": "also", "value": f"claim={need['side']}"}
        found = problems(self.game, self.standing, self._with_claim(need))
        if not found:
            return node("button", said, words)
        why = self._by_field(found[0])
        closed = with_more(said, {"class": "chip", "title": why, "data-not": True})
        return node("div", {"class": "chips n1"}, node("button", closed, words, node("small", {}, why)))

    def _claim(self) -> Node:
        language = self.language
        claims = seat_chips(self, "claim", nobody=language.gettext("no claim"))
        none = seat_chips(self, "no_trick", nobody=language.gettext("nobody"), terse=True)
        is_open = self.open("claim", "no_trick")
        return fold(language.gettext("A claim, or no trick at all"), "", is_open, claims, none)

    def _result(self) -> list[tuple[str, str]]:
        """What is written of the result, without the sums that follow from tapped cards: those change with trump."""
        if self.amends:  # its address holds the whole deal
            return []
        sums = {
            f"cards.{seat}": str(points_won(self.trump, self.cards[seat])) for seat in self.seats if self.cards[seat]
        }
        return [pair for pair in kept_of(self.kept, self.form) if sums.get(pair[0]) != pair[1]]

    def _here_with(self, said: str) -> str:
        """The address of the table with what is written of the result."""
        words = "&".join([part for part in (said, query(self._result())) if part])
        return self.here + "?" + words if words else self.here

    def _tapped(self) -> list[tuple[str, str]]:
        """The tapped cards, so that counting can be gone back to, and the trump that they were counted by."""
        trump = [("trump", self.trump)] if self.trump and not self.said.get("trump") else []
        counted = [("counted", seat) for seat in self.texts("counted")]
        runs = kept_of(("sequences.",), self.form)
        return trump + runs + counted + [(f"won.{seat}", card) for seat in self.seats for card in self.cards[seat]]


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


def with_claim(form: Form, seat: int) -> Form:
    """A form that says a claim, too."""
    whole: Form = {name: form[name] for name in form}
    whole["claim"] = [str(seat)]
    return whole


PAD = ClobyoshPad
