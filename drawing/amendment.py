"""A deal as it is to be: amended, or one that was forgotten before it; its entry so far stands in an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.amend_pad import amended_entry
from drawing.form_entry import encode_query, entry_to_form, first, parse_entry, parse_int
from drawing.match_log import dealer_of, entry_of_record, sheet_before, with_standing
from drawing.pads.registry import pad_of
from scoring.entry_shape import without_nulls
from scoring.sheet import problems
from scoring.words import Sheet

if TYPE_CHECKING:
    from drawing.form_entry import Form
    from drawing.match_log import MatchLog
    from scoring.game import Game
    from scoring.words import Entry, Record, Standing, Values

NOTHING, BLANK = "-", "."  # in an address: an empty entry, and one that was not begun
DEALER_FIELDS = ("calls", "declarer")  # fields whose meaning depends on who dealt


class Amendment:
    """A deal as it is to be: its record, the sheet before it with the dealer, and the entry so far.

    forgotten: it is not this deal but one before it that was never recorded. usual: the seat that dealt unless
    somebody says otherwise, as recorded or by turn. blank: nothing was entered yet.
    """

    def __init__(
        self, log: MatchLog, record: Record, before: Sheet, entry: Entry, usual: int, forgotten: bool, blank: bool
    ) -> None:
        self.log, self.game, self.record, self.before, self.entry = log, log.game, record, before, entry
        self.usual, self.forgotten, self.blank = usual, forgotten, blank

    @property
    def recorded(self) -> Entry:
        """The entry as recorded; empty for a forgotten deal."""
        return {} if self.forgotten else entry_of_record(self.log, self.record)

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
    def body(self) -> Values:
        """The body of the record it becomes."""
        body: Values = {}
        if self.forgotten:
            body.update(without_nulls(self.entry))
            body.update({"before": self.record.uid, "dealer": self.dealer})
            return body
        body.update({"of": self.record.uid, "entry": self.entry})
        if self.dealer != self.usual:
            body["dealer"] = self.dealer
        return body

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The entry as names and texts of a form."""
        form = entry_to_form(self.game.fields(self.before.standing), self.entry)
        return [(name, text) for name in sorted(form) for text in form[name]]

    @property
    def written(self) -> str:
        """The entry as part of an address."""
        pairs = self.pairs or [(BLANK if self.blank else NOTHING, "")]
        return encode_query(pairs + ([] if self.dealer == self.usual else [("dealer", str(self.dealer))]))

    def place(self, here: str) -> str:
        """The address of the page of this amendment; here is the address of the table."""
        return f"{deal_place(here, self.record)}/{self.way}/{self.written.replace('%', '%25')}"

    @property
    def way(self) -> str:
        """The part of the address that tells an amended deal from a forgotten one."""
        return "before" if self.forgotten else "amend"

    def dealt_by(self, seat: int) -> Amendment:
        """The same deal from another dealer, without what cannot be in that order."""
        before = with_standing(self.before, seat, self.before.standing.closed)
        entry = fit_to_dealer(self.game, before.standing, self.entry)
        return Amendment(self.log, self.record, before, entry, self.usual, self.forgotten, self.blank)

    @property
    def open(self) -> bool:
        """Whether the pad still needs something before it can be recorded."""
        return pad_of(self.game.key).has_open_question(self.before.standing, self.entry, self.recorded)

    def with_form(self, form: Form) -> tuple[str, Amendment]:
        """What a form of this deal's pad says (its bid, or the whole deal), and the deal with that put in."""
        kind, entry = amended_entry(self.game, self.before, self.entry, form)
        return kind, Amendment(self.log, self.record, self.before, entry, self.usual, self.forgotten, False)


def make_amendment(log: MatchLog, record: Record, form: Form | None, forgotten: bool = False) -> Amendment:
    """A deal as recorded, or as a form or an address says; or one that was forgotten before it."""
    before = sheet_before(log, record, None if forgotten else dealer_of(log, record))
    usual, seat = before.standing.dealer, parse_int(first(form or {}, "dealer"))
    dealer = seat if type(seat) is int and 0 <= seat < len(before.standing.table.players) else usual
    before = with_standing(before, dealer, False)
    if form is None:
        entry = {} if forgotten else entry_of_record(log, record)
    else:
        entry = parse_entry(log.game.fields(before.standing), form, len(before.standing.table.players))
    blank = forgotten and not entry and (form is None or BLANK in form)
    going_on = Sheet(before.game, before.lines, before.standing, None, before.pending)
    return Amendment(log, record, going_on, entry, usual, forgotten, blank)


def fit_to_dealer(game: Game, standing: Standing, entry: Entry) -> Entry:
    """The entry without its calls, or also its declarer, where that makes it valid from this dealer."""
    ways = [{key: entry[key] for key in entry if key not in DEALER_FIELDS[:n]} for n in range(len(DEALER_FIELDS) + 1)]
    return next((way for way in ways if not problems(game, standing, way)), entry)


def deal_place(here: str, record: Record) -> str:
    """The address of the page of a deal."""
    return f"{here}/deal/{record.uid}"
