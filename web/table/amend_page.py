"""The amend page: a deal, or one that was forgotten before it, on the game's own pad, with a preview of the change."""

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
from web.i18n.locale import current_language, gettext, num
from web.i18n.messages import MarkupFormatter, problem_messages
from web.preview.page import Preview
from web.table.deal_page import dealer_of, entry_of_record, sheet_before
from web.tree_html import html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from drawing.form_entry import Form
    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from scoring.game import Game
    from scoring.words import Entry, Problem, Record, Sheet, Standing
    from web.history.entry_text import Words

NOTHING, BLANK = "-", "."  # in an address: an empty entry, and one that was not begun


DEALER_FIELDS = ("calls", "declarer")  # fields whose meaning depends on who dealt


class Amendment(NamedTuple):
    """A deal as it is to be: its record, the sheet before it with the dealer, and the entry so far.

    forgotten: it is not this deal but one before it that was never recorded. usual: the seat that dealt unless
    somebody says otherwise, as recorded or by turn. blank: nothing was entered yet.
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
        """The entry as recorded; empty for a forgotten deal."""
        return {} if self.forgotten else entry_of_record(self.state, self.record)

    @property
    def dealer(self) -> int:
        """Who dealt."""
        return self.before.standing.dealer

    @property
    def differs(self) -> bool:
        """Whether it differs from what is recorded."""
        return self.forgotten or self.dealer != self.usual or without_nulls(self.entry) != without_nulls(self.recorded)

    @property
    def kind(self) -> str:
        """The kind of the record it becomes."""
        return "deal" if self.forgotten else "amend"

    @property
    def body(self) -> dict[str, Any]:
        """The body of the record it becomes."""
        if self.forgotten:
            return {**without_nulls(self.entry), "before": self.record.uid, "dealer": self.dealer}
        dealer = {} if self.dealer == self.usual else {"dealer": self.dealer}
        return {"of": self.record.uid, "entry": self.entry, **dealer}

    @property
    def written(self) -> str:
        """The entry as part of an address."""
        form = entry_to_form(self.state.game.fields(self.before.standing), self.entry)
        dealer = {} if self.dealer == self.usual else {"dealer": self.dealer}
        nothing = {} if form else {BLANK if self.blank else NOTHING: ""}
        return urlencode({**form, **nothing, **dealer}, doseq=True, safe=",")

    def dealt_by(self, seat: int) -> Amendment:
        """The same deal from another dealer, without what cannot be in that order."""
        before = self.before._replace(standing=self.before.standing._replace(dealer=seat))
        return self._replace(before=before, entry=fit_to_dealer(self.state.game, before.standing, self.entry))

    @property
    def open(self) -> bool:
        """Whether the pad still needs something before it can be recorded."""
        return pad_of(self.state.game.key).has_open_question(self.before.standing, self.entry, self.recorded)

    def with_form(self, form: Form) -> tuple[str, Amendment]:
        """What a form of this deal's pad says (its bid, or the whole deal), and the deal with that put in."""
        kind, entry = amended_entry(self.state.game, self.before, self.entry, form)
        return kind, self._replace(entry=entry, blank=False)

    def preview_change(self) -> tuple[Preview | None, tuple[Problem, ...]]:
        """The preview of it, or its problems; neither while it is blank."""
        if self.blank:
            return None, ()
        try:
            return Preview(self.state, dry_run(self.state, self.kind, self.body)), ()
        except Refused as refused:
            return None, refused.problems


def make_amendment(state: MatchState, record: Record, form: Form | None, forgotten: bool = False) -> Amendment:
    """A deal as recorded, or as a form or an address says; or one that was forgotten before it."""
    before = sheet_before(state, record, None if forgotten else dealer_of(state, record))
    usual, seat = before.standing.dealer, parse_int(first(form or {}, "dealer"))
    dealer = seat if type(seat) is int and 0 <= seat < len(before.standing.table.players) else usual
    standing = before.standing._replace(closed=False, dealer=dealer)
    if form is None:
        entry = {} if forgotten else entry_of_record(state, record)
    else:
        entry = parse_entry(state.game.fields(standing), form, len(standing.table.players))
    blank = forgotten and not entry and (form is None or BLANK in form)
    return Amendment(state, record, before._replace(outcome=None, standing=standing), entry, usual, forgotten, blank)


def fit_to_dealer(game: Game, standing: Standing, entry: Entry) -> Entry:
    """The entry without its calls, or also its declarer, where that makes it valid from this dealer."""
    ways = [{key: entry[key] for key in entry if key not in DEALER_FIELDS[:n]} for n in range(len(DEALER_FIELDS) + 1)]
    return next((way for way in ways if not problems(game, standing, way)), entry)


class DealerChoice(NamedTuple):
    """A player who can have dealt: the name, the address that says so, whether they did."""

    name: Words
    place: str
    dealt: bool


def form_in_address(text: str) -> Form:
    """The form in an address."""
    return parse_qs(readable(text), keep_blank_values=True)


def address_kind(amendment: Amendment) -> str:
    """The part of the address that tells an amended deal from a forgotten one."""
    return "before" if amendment.forgotten else "amend"


class AmendPage:
    """What the template reads; form is the draft on the pad."""

    def __init__(self, match: GrantedMatch, amendment: Amendment, form: Form, updates: Sequence[Words] = ()) -> None:
        self.uid, self.of, self.updates, self.version = (
            match.uid,
            amendment.record.uid,
            updates,
            amendment.state.version,
        )
        self.game, self.state, self.form = amendment.state.game, amendment.state, with_button_values(form)
        self.standing = amendment.before.standing
        self.formatter = MarkupFormatter(self.game.key, self.standing.table.players, self.standing.table.sides)
        complete = has_draft(form) and "auction" not in form
        self.amendment = amendment.with_form(self.form)[1] if complete else amendment
        self.full_preview, self.problems = self.amendment.preview_change()
        sure = self.amendment if self.full_preview else amendment
        self.sure, self.forgotten, self.way = sure, amendment.forgotten, address_kind(amendment)
        self.here = self.place_of(sure)
        self.drawn = amend_pad(
            self.game, amendment.before, sure.entry, self.form, current_language(), self.here, SENTENCES
        )

    @property
    def pad(self) -> Markup:
        """The pad."""
        return html(self.drawn.draw())

    def place_of(self, amendment: Amendment) -> str:
        """The address of this page for an amendment."""
        return url_for("amend.show_amendment", uid=self.uid, of=self.of, way=self.way, entry=amendment.written)

    @property
    def title(self) -> str:
        """The title of the page."""
        if self.forgotten:
            return gettext("A forgotten deal")
        return gettext("Amend deal {n}", n=self.standing.number)

    @property
    def dealers(self) -> list[DealerChoice]:
        """Everybody who can have dealt."""
        seats = range(len(self.standing.table.players))
        each = [(seat, self.place_of(self.sure.dealt_by(seat))) for seat in seats]
        return [DealerChoice(self.formatter.name(seat), place, seat == self.standing.dealer) for seat, place in each]

    @property
    def dealer(self) -> Words:
        """Who dealt."""
        return self.formatter.name(self.standing.dealer)

    @property
    def points_count(self) -> bool:
        """Whether the totals of this game are points, and worth showing."""
        return self.game.has_totals

    @property
    def preview(self) -> Preview | None:
        """What would change; None where nothing would, or while it is incomplete."""
        return self.full_preview if self.amendment.differs else None

    @property
    def faults(self) -> list[Markup]:
        """Why the entry is impossible."""
        found = tuple(found for found in self.problems if found.code != "missing")
        return [self.formatter.format(problem) for problem in problem_messages(found)]

    @property
    def why_not(self) -> str:
        """Why it cannot be recorded yet; empty when it can."""
        if self.full_preview and not self.amendment.open:
            return "" if self.amendment.differs else gettext("Nothing is changed yet")
        return gettext("That isn’t possible") if self.faults else gettext("Something is still missing")

    @property
    def form_fields(self) -> list[tuple[str, str]]:
        """The whole deal as form fields."""
        form = entry_to_form(self.game.fields(self.standing), self.amendment.entry)
        form["dealer"] = [str(self.amendment.dealer)]
        return [(name, text) for name, texts in form.items() for text in texts]

    @property
    def then(self) -> Markup:
        """The totals that would change, before and after."""
        moved = self.preview.drawn.totals if self.preview else []
        moves = [(side, before, after) for side, before, after in moved if before != after]
        if self.preview and not moves and self.points_count:
            return html(gettext("No total changes"))
        arrow = current_language().arrow
        changed = [[mark(side), f" {num(before)} {arrow} {num(after)} "] for side, before, after in moves]
        return html([node("span", {}, one) for one in changed])
