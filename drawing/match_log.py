"""The log of a match with what follows from it, and the match as it stood before one of its records."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import STRUCK, entry_in, in_sheet_order, log_state, struck_uids, without_confirmations
from scoring.sheet import replay
from scoring.words import Sheet, Standing

if TYPE_CHECKING:
    from scoring.game import Game
    from scoring.words import Deal, Entry, LogState, Record, Rules, Table

MatchLog = NamedTuple(
    "MatchLog",
    [
        ("game", "Game"),
        ("table", "Table"),
        ("rules", "Rules"),
        ("records", "list[Record]"),
        ("live", "LogState"),
        ("sheet", "Sheet"),
    ],
)
"""Table and rules are those of the start."""


def log_after(log: MatchLog, record: Record) -> MatchLog:
    """The log with one more record."""
    records = log.records + [record]
    live = log_state(records)
    sheet = replay(log.game, log.table, log.rules, live.deals, live.pending)
    return MatchLog(log.game, log.table, log.rules, records, live, sheet)


def sheet_before(log: MatchLog, record: Record, dealer: int | None = None) -> Sheet:
    """The sheet in front of a record, by all that stands before it; with this dealer where one is given."""
    order = [known.uid for known in in_sheet_order(without_confirmations(log.records))]
    earlier = order[: order.index(record.uid)]
    deals = tuple([deal for deal in standing_deals(log) if deal.uid in earlier])
    sheet = replay(log.game, log.table, log.rules, deals)
    return sheet if dealer is None else with_standing(sheet, dealer, sheet.standing.closed)


def with_standing(sheet: Sheet, dealer: int, closed: bool) -> Sheet:
    """A sheet with another dealer, closed or not."""
    was = sheet.standing
    standing = Standing(was.table, was.rules, was.number, dealer, was.totals, was.carry, closed)
    return Sheet(sheet.game, sheet.lines, standing, sheet.outcome, sheet.pending)


def standing_deals(log: MatchLog) -> tuple[Deal, ...]:
    """The deals of a log that stand; those crossed out on the sheet are left out."""
    return tuple([deal for deal in log.live.deals if deal.kind != STRUCK])


def dealer_of(log: MatchLog, record: Record) -> int | None:
    """Who dealt a deal, as last amended; None for a record that is no deal."""
    known = [deal.dealer for deal in log.live.deals if deal.uid == record.uid]
    return (known or [record.body["dealer"] if record.kind == "deal" else None])[0]


def entry_of_record(log: MatchLog, record: Record) -> Entry:
    """The entry of a record, as last amended."""
    live = [deal.entry for deal in log.live.deals if deal.uid == record.uid]
    amended = [amend.body["entry"] for amend in log.records if amend.kind == "amend" and amend.body["of"] == record.uid]
    found = live or [entry_in(record.body) if record.kind == "deal" else record.body]
    last: Entry = (found + amended)[-1]
    return last


def last_amendment(records: list[Record], of: str, struck: bool) -> Record | None:
    """The newest amendment of a deal that is struck, or that is not; None where there is none."""
    gone = struck_uids(records)
    amendments = [record for record in records if record.kind == "amend" and record.body["of"] == of]
    found = [amend for amend in amendments if (amend.uid in gone) == struck]
    return found[-1] if found else None
