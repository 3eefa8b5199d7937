"""A recorded deal on its own pad again, and the record that amends it or inserts a forgotten one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.board import valid_part
from scoring.entry_shape import without_nulls
from scoring.sheet import problems
from scoring.words import Sheet
from table.form_entry import encode_query, entry_to_form, first, parse_entry, parse_int
from table.match import dealer_of, entry_of_record, sheet_before, with_standing
from table.pads.registry import pad_of
from table.screen import Place, Table
from table.taps import parse_record

if TYPE_CHECKING:
    from scoring.game import Game
    from scoring.words import Entry, Record, Standing, Values, Wording
    from table.form_entry import Form
    from table.language import Language
    from table.match import MatchLog
    from table.pads.pad import Pad


def bid_of(game: Game, standing: Standing, entry: Entry) -> Entry:
    """The values of an entry that are entered before play."""
    return {
        field.key: entry[field.key] for field in game.fields(standing) if field.step == "bid" and field.key in entry
    }


def amended_entry(game: Game, before: Sheet, entry: Entry, form: Form) -> tuple[str, Entry]:
    """The step of a form (bid, or deal for all of it), and the entry with the form's values put in."""
    bid = bid_of(game, before.standing, entry)
    kind, new_values = parse_record(game, with_bid(before, bid), form)
    if kind == "bid":
        whole = {key: entry[key] for key in entry if key not in bid}
        if not first(form, "calls") or all(
            new_values[key] == bid.get(key) for key in new_values if key not in ("calls", "trump")
        ):
            whole.update({key: bid[key] for key in pad_of(game.key).changeable if key in bid and key not in form})
        whole.update(new_values)
        whole.update(pad_of(game.key).entry_from_taps(before.standing, form, whole))
        new_values = whole
    return kind, without_nulls(pad_of(game.key).with_earlier_answers(before.standing, new_values, entry))


def amend_pad(
    game: Game,
    before: Sheet,
    entry: Entry,
    form: Form,
    language: Language,
    here: str,
    more: dict[str, Wording] | None = None,
) -> Pad:
    """The pad of a deal with a draft of its amendment, or else with its entry; here is the address that taps go to."""
    step = first(form, "step") or None
    bid = step == "bid" and not game.bid_done(before.standing, None)
    values = fill_form(game, before.standing, entry, bid, "auction" in form)
    if has_draft(form):
        values = {name: values[name] for name in values if name in pad_of(game.key).late_questions}
        values.update(form)
    sheet = with_bid(before, valid_part(game, before.standing, bid_of(game, before.standing, entry)) or {})
    table = Table(Place(here, ""), game, sheet, language, values, (), step, more)
    table.board["amends"] = True
    return table.pad()


def has_draft(form: Form) -> bool:
    """Whether a form holds more than its step and that the auction is not changed."""
    return any(name != "step" and (name != "auction" or any(form[name])) for name in form)


def fill_form(game: Game, standing: Standing, entry: Entry, bid: bool, chips: bool) -> Form:
    """The form of a deal's pad: all of it, or only the bid, with its calls unless chips are wanted."""
    values = bid_of(game, standing, entry) if bid else entry
    sound = valid_part(game, standing, values) or {}
    form = pad_of(game.key).fill_form(standing, sound, entry_to_form(game.fields(standing), values))
    if bid and values.get("calls") and not chips:
        form["auction"] = ["1"]
    return form


def with_bid(before: Sheet, bid: Entry) -> Sheet:
    """A sheet on which this is the bid of the deal in play."""
    return Sheet(before.game, before.lines, before.standing, None, bid or None)


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
