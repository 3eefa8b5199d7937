"""The page that amends a deal, or writes down one that was forgotten before it: the game's own pad for where the match
stood then, who dealt, and what that would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, urlencode

from flask import url_for

from drawing.amend_pad import amend_pad, amended_entry, has_draft
from drawing.form_action import with_button_values
from drawing.form_entry import entry_to_form, first, parse_entry, parse_int
from drawing.icons import mark
from drawing.node import node
from drawing.pads.registry import pad_of
from models.log.dry_run import dry_run
from models.log.errors import SENTENCES, Refused
from scoring.shape import without_nulls
from scoring.sheet import problems
from web.http.request import readable
from web.i18n.locale import gettext, num, speaking
from web.i18n.messages import Speaker, plain_problems
from web.preview.page import Foreseen
from web.table.deal_page import dealer_of, entry_of_saying, sheet_before
from web.tree_html import html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from drawing.form_entry import Form
    from models.log.match_state import MatchState
    from models.tables.match import Match
    from scoring.game import Game
    from scoring.words import Entry, Problem, Record, Sheet, Standing
    from web.history.entry_text import Words

NOTHING, BLANK = "-", "."  # in an address: an entry that says nothing, and one of which nothing was said yet


BY_PLACE = ("calls", "declarer")  # what of an entry goes by who dealt


class Truth(NamedTuple):
    """A deal of a match, the sheet before it with who dealt, and what it was in truth as far as that is said.

    forgotten: it is not this deal but one before it, of which nothing was written down. usual is the seat that dealt
    unless somebody says otherwise: whoever is written down, or whose turn it was. blank: nothing was said of it yet.
    """

    state: MatchState
    record: Record
    before: Sheet
    entry: Entry
    usual: int
    forgotten: bool
    blank: bool

    @property
    def recorded(self) -> Entry:
        """What the deal was until now; nothing when it was forgotten."""
        return {} if self.forgotten else entry_of_saying(self.state, self.record)

    @property
    def dealer(self) -> int:
        """Who dealt."""
        return self.before.standing.dealer

    @property
    def differs(self) -> bool:
        """Whether it is another than was written down."""
        return self.forgotten or self.dealer != self.usual or without_nulls(self.entry) != without_nulls(self.recorded)

    @property
    def kind(self) -> str:
        """The kind of the record that says so."""
        return "deal" if self.forgotten else "amend"

    @property
    def body(self) -> dict[str, Any]:
        """The body of the record that says so."""
        if self.forgotten:
            return {**without_nulls(self.entry), "before": self.record.uid, "dealer": self.dealer}
        dealer = {} if self.dealer == self.usual else {"dealer": self.dealer}
        return {"of": self.record.uid, "entry": self.entry, **dealer}

    @property
    def written(self) -> str:
        """The entry as it stands in an address."""
        said = entry_to_form(self.state.game.fields(self.before.standing), self.entry)
        dealer = {} if self.dealer == self.usual else {"dealer": self.dealer}
        nothing = {} if said else {BLANK if self.blank else NOTHING: ""}
        return urlencode({**said, **nothing, **dealer}, doseq=True, safe=",")

    def dealt_by(self, seat: int) -> Truth:
        """The same deal from another dealer; what cannot have been said in that order is left out."""
        before = self.before._replace(standing=self.before.standing._replace(dealer=seat))
        return self._replace(before=before, entry=suited(self.state.game, before.standing, self.entry))

    @property
    def open(self) -> bool:
        """Whether something is still asked of it before it can be recorded."""
        return pad_of(self.state.game.key).has_open_question(self.before.standing, self.entry, self.recorded)

    def told(self, form: Form) -> tuple[str, Truth]:
        """What a form of this deal's pad says (its bid, or the whole deal), and the deal with that put in."""
        kind, entry = amended_entry(self.state.game, self.before, self.entry, form)
        return kind, self._replace(entry=entry, blank=False)

    def foresee(self) -> tuple[Foreseen | None, tuple[Problem, ...]]:
        """What it would change, or what is wrong with it; neither while nothing was said of it."""
        if self.blank:
            return None, ()
        try:
            return Foreseen(self.state, dry_run(self.state, self.kind, self.body)), ()
        except Refused as refused:
            return None, refused.problems


def truth_of(state: MatchState, record: Record, said: Form | None, forgotten: bool = False) -> Truth:
    """A deal as it was written down, or as a form or an address says; or one that was forgotten before it."""
    before = sheet_before(state, record, None if forgotten else dealer_of(state, record))
    usual, seat = before.standing.dealer, parse_int(first(said or {}, "dealer"))
    dealer = seat if type(seat) is int and 0 <= seat < len(before.standing.table.players) else usual
    standing = before.standing._replace(closed=False, dealer=dealer)
    if said is None:
        entry = {} if forgotten else entry_of_saying(state, record)
    else:
        entry = parse_entry(state.game.fields(standing), said, len(standing.table.players))
    blank = forgotten and not entry and (said is None or BLANK in said)
    return Truth(state, record, before._replace(outcome=None, standing=standing), entry, usual, forgotten, blank)


def suited(game: Game, standing: Standing, entry: Entry) -> Entry:
    """An entry as this dealer can have dealt it: without its calls, or also who bid, where that mends it."""
    ways = [{key: entry[key] for key in entry if key not in BY_PLACE[:n]} for n in range(len(BY_PLACE) + 1)]
    return next((way for way in ways if not problems(game, standing, way)), entry)


class Dealer(NamedTuple):
    """A player who can have dealt: the name, where to say so, whether they did."""

    name: Words
    place: str
    dealt: bool


def said_in_address(text: str) -> Form:
    """What an entry in an address says."""
    return parse_qs(readable(text), keep_blank_values=True)


def way_of(truth: Truth) -> str:
    """What stands in the address of a page: whether a deal is amended, or one written down that came before it."""
    return "before" if truth.forgotten else "amend"


class AmendPage:
    """A deal that is being amended; form is what is half made on its pad."""

    def __init__(self, match: Match, truth: Truth, form: Form, news: Sequence[Words] = ()) -> None:
        self.uid, self.of, self.news, self.version = match.uid, truth.record.uid, news, truth.state.version
        self.game, self.state, self.form = truth.state.game, truth.state, with_button_values(form)
        self.standing = truth.before.standing
        self.speaker = Speaker(self.game.key, self.standing.table.players, self.standing.table.sides)
        complete = has_draft(form) and "auction" not in form
        self.truth = truth.told(self.form)[1] if complete else truth
        self.foreseen, self.problems = self.truth.foresee()
        sure = self.truth if self.foreseen else truth
        self.sure, self.forgotten, self.way = sure, truth.forgotten, way_of(truth)
        self.here = self.place_of(sure)
        self.drawn = amend_pad(self.game, truth.before, sure.entry, self.form, speaking(), self.here, SENTENCES)

    @property
    def pad(self) -> Markup:
        """The pad."""
        return html(self.drawn.draw())

    def place_of(self, truth: Truth) -> str:
        """The address of this page for a deal as it was in truth."""
        return url_for("amend.amend", uid=self.uid, of=self.of, way=self.way, said=truth.written)

    @property
    def title(self) -> str:
        """What the page is about."""
        if self.forgotten:
            return gettext("A forgotten deal")
        return gettext("Amend deal {n}", n=self.standing.number)

    @property
    def dealers(self) -> list[Dealer]:
        """Everybody who can have dealt."""
        seats = range(len(self.standing.table.players))
        each = [(seat, self.place_of(self.sure.dealt_by(seat))) for seat in seats]
        return [Dealer(self.speaker.name(seat), place, seat == self.standing.dealer) for seat, place in each]

    @property
    def dealer(self) -> Words:
        """Who dealt."""
        return self.speaker.name(self.standing.dealer)

    @property
    def points_count(self) -> bool:
        """Whether the totals of this game are points, and worth showing."""
        return self.game.has_totals

    @property
    def seen(self) -> Foreseen | None:
        """What would change; nothing where nothing would, or while it cannot be."""
        return self.foreseen if self.truth.differs else None

    @property
    def faults(self) -> list[Markup]:
        """Why it cannot have been so."""
        found = tuple(found for found in self.problems if found.code != "missing")
        return [self.speaker.say(problem) for problem in plain_problems(found)]

    @property
    def why_not(self) -> str:
        """Why there is nothing to be taken yet; empty when there is."""
        if self.foreseen and not self.truth.open:
            return "" if self.truth.differs else gettext("Nothing is changed yet")
        return gettext("That isn’t possible") if self.faults else gettext("Something is still missing")

    @property
    def said(self) -> list[tuple[str, str]]:
        """The whole deal as a form says it."""
        form = entry_to_form(self.game.fields(self.standing), self.truth.entry)
        form["dealer"] = [str(self.truth.dealer)]
        return [(name, text) for name, texts in form.items() for text in texts]

    @property
    def then(self) -> Markup:
        """The totals that would change, before and after."""
        moves = [move for move in self.seen.totals if move.before != move.after] if self.seen else []
        if self.seen and not moves and self.points_count:
            return html(gettext("No total changes"))
        arrow = speaking().arrow
        told = [[mark(move.side), f" {num(move.before)} {arrow} {num(move.after)} "] for move in moves]
        return html([node("span", {}, one) for one in told])
