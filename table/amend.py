"""The page on which a recorded deal is amended, or a forgotten one inserted, on its own pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.deals import tables_by_uid
from scoring.sheet import bid_problems
from scoring.words import Record
from table.amendment import amend_pad, deal_place, has_draft, make_amendment
from table.icons import icon, mark
from table.language import MessageFormatter, fill_in
from table.match import log_after, standing_deals
from table.node import HIDDEN_FIELDS, node
from table.pads.parts import hidden
from table.preview import Preview
from table.sheet import changed_totals
from table.taps import is_incomplete, with_button_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.words import Line, Problem, Values, Wording
    from table.amendment import Amendment
    from table.form_entry import Form
    from table.language import Language
    from table.match import MatchLog
    from table.node import Content, Node

    TryOut = Callable[[Amendment], tuple[Preview | None, tuple[Problem, ...]]]


class AmendPage:
    """Draws the page. here: address of the table; form: the draft on the pad; more: wordings beyond the game's own.

    try_out: the preview of an amendment, or its problems; neither while it is blank.
    """

    def __init__(
        self,
        language: Language,
        here: str,
        amendment: Amendment,
        form: Form,
        try_out: TryOut,
        more: dict[str, Wording] | None = None,
    ) -> None:
        self.language, self.table_place, self.form = language, here, with_button_values(form)
        self.game, self.standing = amendment.game, amendment.before.standing
        self.formatter = MessageFormatter(language, self.game.key, self.standing.table, more)
        complete = has_draft(form) and "auction" not in form
        self.amendment = amendment.with_form(self.form)[1] if complete else amendment
        self.full_preview, self.problems = try_out(self.amendment)
        self.sure = self.amendment if self.full_preview else amendment
        self.forgotten, self.here = amendment.forgotten, self.sure.place(here)
        self.pad = amend_pad(self.game, amendment.before, self.sure.entry, self.form, language, self.here, more)
        self.preview = self.full_preview if self.amendment.differs else None

    @property
    def heading(self) -> str:
        """The title of the page."""
        if self.forgotten:
            return self.language.gettext("A forgotten deal")
        return self.language.gettext("Amend deal {n}", n=self.standing.number)

    def header(self) -> list[Content]:
        """The header: back to the deal, the title, the game."""
        place = deal_place(self.table_place, self.sure.record)
        back = node(
            "a", {"class": "icon", "href": place, "aria-label": self.language.gettext("The deal")}, icon("back")
        )
        small = node("small", {}, self.language.gettext(self.game.name))
        return [back, node("h1", {}, self.heading, " ", small)]

    def main(self, updates: Content = None) -> list[Content]:
        """The page below its header. updates: what others recorded meanwhile."""
        pad = node("div", {"class": "pad amends", "id": "truth"}, self.pad.draw())
        return [updates, self.stands_before(), self.dealers(), pad, self.seen(), self.record_form()]

    def stands_before(self) -> Node:
        """How the match stood before the deal, and who dealt it."""
        gettext, totals = self.language.gettext, self.standing.totals
        dealt = fill_in(gettext("{name} dealt"), {"name": self.formatter.name(self.standing.dealer)})
        words = node("span", {}, gettext("Before this deal"), node("small", {}, dealt))
        sums = changed_totals(self.language, totals, totals) if self.game.has_totals else None
        return node("ul", {}, node("li", {"class": "line"}, node("b", {}), words, sums))

    def dealers(self) -> Node:
        """Everybody who can have dealt, as links."""
        words = self.language.gettext("Who dealt?")
        seats = range(len(self.standing.table.players))
        nav = node("nav", {"class": "people", "aria-label": words}, [self.dealer_chip(seat) for seat in seats])
        tools = {"class": "tools", "id": "dealt", "open": self.forgotten}
        return node("details", tools, node("summary", {}, words), nav)

    def dealer_chip(self, seat: int) -> Node:
        """The link to the same deal from this dealer."""
        dealt = "true" if seat == self.standing.dealer else None
        place = {"class": "chip", "href": self.sure.dealt_by(seat).place(self.table_place), "aria-current": dealt}
        return node("a", place, self.formatter.name(seat))

    def seen(self) -> Node:
        """Why the entry is impossible, and what it would change."""
        faults: list[Content] = [node("p", {"class": "fault"}, fault) for fault in self.faults()]
        head = node("h2", {}, self.language.gettext("What would change"))
        changes = [head, self.preview.parts()] if self.preview else None
        return node("section", {"class": "stack", "id": "seen", "aria-live": "polite"}, faults, changes)

    def faults(self) -> list[Content]:
        """Why the entry is impossible."""
        found = [problem for problem in self.problems if problem.code != "missing"]
        return [self.formatter.format({"code": problem.code, "values": problem.values}) for problem in found]

    def record_form(self) -> Node:
        """The form that records: the whole deal in hidden fields, the way back, and the last button."""
        gettext, record = self.language.gettext, self.sure.record
        place = deal_place(self.table_place, record)
        attributes = {
            "class": "dock",
            "id": "take",
            "data-here": self.here,
            "data-silence": gettext("No connection. Nothing is lost: tap again."),
            "data-kept": gettext("No connection. This deal is saved on your phone."),
            "method": "post",
            "action": f"{place}/{self.sure.way}",
        }
        pairs = self.amendment.pairs + [("dealer", str(self.amendment.dealer))]
        leave = gettext("Leave it out") if self.forgotten else gettext("Leave it as it is")
        take = gettext("Write it down here") if self.forgotten else gettext("Change it to this")
        why_not = self.why_not()
        status = node("small", {"role": "status"}, why_not or self.then())
        return node(
            "form",
            attributes,
            HIDDEN_FIELDS,
            [hidden(name, text) for name, text in pairs],
            node("a", {"class": "go quiet", "href": place}, leave),
            node("button", {"class": "go", "disabled": why_not != ""}, take, status),
        )

    def why_not(self) -> str:
        """Why it cannot be recorded yet; empty when it can."""
        gettext = self.language.gettext
        if self.full_preview and not self.amendment.open:
            return "" if self.amendment.differs else gettext("Nothing is changed yet")
        return gettext("That isn’t possible") if self.faults() else gettext("Something is still missing")

    def then(self) -> Content:
        """The totals that would change, before and after."""
        moved = self.preview.totals if self.preview else []
        moves = [(side, before, after) for side, before, after in moved if before != after]
        if self.preview and not moves and self.game.has_totals:
            return self.language.gettext("No total changes")
        number, arrow = self.language.number, self.language.arrow
        return [
            node("span", {}, mark(side), f" {number(before)} {arrow} {number(after)} ") for side, before, after in moves
        ]


WAYS = ("amend", "before")
NEW = "new"  # the uid of what is only tried out


def amendment_of(log: MatchLog, of: str, way: str, form: Form | None) -> Amendment | None:
    """The deal of this uid as recorded or as a form says; None for none, or one that is struck."""
    stands = any(deal.uid == of and deal.kind == "deal" for deal in standing_deals(log))
    found = [record for record in log.records if record.uid == of]
    return make_amendment(log, found[0], form, way == "before") if stands and way in WAYS else None


def entered(amendment: Amendment, form: Form) -> Amendment | None:
    """The deal with a completed form of its pad put in; None where its bid lacks something still."""
    kind, changed = amendment.with_form(form)
    found = bid_problems(changed.game, changed.before.standing, changed.entry)
    return None if is_incomplete(kind, found) else changed


def amend_parts(language: Language, here: str, amendment: Amendment, form: Form) -> Values:
    """Title and trees of the page of an amendment. form: the draft on its pad; here: the address of the table."""
    draft: Form = {}
    draft.update(form)
    if draft and "step" not in draft:
        draft["step"] = ["play"]
    page = AmendPage(language, here, amendment, draft, lambda change: tried_out(language, change))
    trees = [
        node("header", {"class": "bar wrap"}, page.header()),
        node("main", {"class": "wrap stack"}, page.main()),
    ]
    return {"title": page.heading, "trees": trees}


def tried_out(language: Language, amendment: Amendment) -> tuple[Preview | None, tuple[Problem, ...]]:
    """The preview of an amendment, or its problems; neither while it is blank."""
    if amendment.blank:
        return None, ()
    log = amendment.log
    after, found = amended(amendment, NEW)
    if found:
        return None, found
    return preview_of(language, log, after), ()


def preview_of(language: Language, log: MatchLog, after: MatchLog) -> Preview:
    """A log compared with the one that has one more record, NEW."""
    tables, table = tables_by_uid(log.table, after.live.deals), after.sheet.standing.table
    key = log.game.key

    def formatter_then(line: Line) -> MessageFormatter:
        return MessageFormatter(language, key, tables.get(line.deal.uid, table))

    return Preview(MessageFormatter(language, key, table), formatter_then, log.sheet, after.sheet, NEW)


def amended(amendment: Amendment, uid: str) -> tuple[MatchLog, tuple[Problem, ...]]:
    """The log with the record of an amendment, and the problems of the deal then."""
    log = amendment.log
    after = log_after(log, Record(len(log.records) + 1, uid, amendment.kind, amendment.body))
    deal = uid if amendment.forgotten else amendment.record.uid
    lines = [line for line in after.sheet.lines if line.deal.uid == deal]
    return after, lines[0].problems if lines else ()


def amending_record(log: MatchLog, of: str, way: str, uid: str, form: Form) -> Record | None:
    """The record of the last button of the page of an amendment; None for what cannot be recorded."""
    change = amendment_of(log, of, way, form)
    if change is None or change.open or not change.differs or amended(change, uid)[1]:
        return None
    return Record(len(log.records) + 1, uid, change.kind, change.body)
