"""Amending a deal on the phone, from the log of its match: the page, and the record that it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.amend_page import AmendPage
from drawing.amendment import make_amendment
from drawing.form_action import is_incomplete
from drawing.match_log import log_after, standing_deals
from drawing.messages import MessageFormatter
from drawing.node import node
from drawing.preview.preview import Preview
from scoring.deals import tables_by_uid
from scoring.sheet import bid_problems
from scoring.words import Record

if TYPE_CHECKING:
    from drawing.amendment import Amendment
    from drawing.form_entry import Form
    from drawing.locale import Language
    from drawing.match_log import MatchLog
    from scoring.words import Line, Problem, Values

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
