"""A match as it stands: its log with what follows from it, what may be done with it, and the one that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import (
    STRUCK,
    add_records,
    current_confirmations,
    entry_in,
    in_sheet_order,
    log_state,
    players_now,
    revises_log,
    struck_uids,
    without_confirmations,
)
from scoring.sheet import bid_problems, extend, replay
from scoring.words import LogState, Record, Sheet, Standing
from table.result import losing_dealer, next_dealer
from table.status import extended_minutes, minutes_gone

if TYPE_CHECKING:
    from typing import Any

    from scoring.deals import Confirmations
    from scoring.game import Game
    from scoring.words import Deal, Entry, Problem, Rules, Table, Values
    from table.status import Clock

Snapshot = NamedTuple(
    "Snapshot",
    [("records", "list[Record]"), ("live", "LogState"), ("sheet", "Sheet"), ("confirmations", "Confirmations")],
)
"""The records of a match with all that follows from them."""


def records_of(rows: list[Any]) -> list[Record]:
    """Records as the server sends them."""
    return [Record(seq, uid, kind, body) for kind, body, uid, seq in rows]


def snapshot(game: Game, table: Table, rules: Rules, records: list[Record]) -> Snapshot:
    """The state of a match after these records."""
    state = log_state(records)
    sheet = replay(game, table, rules, state.deals, state.pending)
    return Snapshot(records, state, sheet, current_confirmations(records, state.deals, table.players))


def snapshot_after(game: Game, table: Table, rules: Rules, before: Snapshot, record: Record) -> Snapshot:
    """The state of a match after one more record."""
    records = before.records + [record]
    if revises_log(record):
        return snapshot(game, table, rules, records)
    state = add_records(before.live, [record])
    sheet = extend(game, before.sheet, state.deals[len(before.live.deals) :], state.pending)
    return Snapshot(records, state, sheet, before.confirmations)


def record_problems(game: Game, before: Snapshot, record: Record, after: Snapshot) -> tuple[Problem, ...]:
    """What is wrong with a bid, a deal or a change of the house rules that leads from one state to the next."""
    if record.kind == "bid":
        return bid_problems(game, before.sheet.standing, record.body)
    at_end = record.kind == "rules" or (record.kind == "deal" and "before" not in record.body)
    return after.sheet.lines[-1].problems if at_end else ()


def follows(game: Game, before: Snapshot, record: Record, after: Snapshot) -> bool:
    """Whether a record can stand where it stands: a legal bid or deal of a match that goes on, or about a known one."""
    if record.kind in ("bid", "deal"):
        return before.sheet.outcome is None and not record_problems(game, before, record, after)
    of = record.body.get("of")
    return of is None or any(known.uid == of for known in before.records)


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


ACTS = ("close", "reopen", "longer")  # the last part of the addresses


def act_of(where: str, game: Game, sheet: Sheet, began: Clock, now: int | None) -> tuple[str, Values] | None:
    """Kind and body of what an address records; None where it cannot be. now: milliseconds since 1970, if known."""
    closed, minutes = sheet.standing.closed, game.minutes(sheet.standing.rules)
    if where == "close":
        return None if closed or sheet.outcome else ("close", {})
    if where == "reopen":
        return ("reopen", {}) if closed else None
    if minutes is None or now is None:
        return None
    return "rules", {"rules": {"length_value": extended_minutes(minutes, minutes_gone(began, now))}}


def rematch(log: MatchLog, people: list[str], evening: str, losers: bool) -> Values:
    """The match that follows, in the evening at this address. losers: somebody of the side that came last deals.

    people: the uids of who sat in each seat at first; none in a log that an earlier version stored.
    """
    known = people or [""] * len(log.table.players)
    seats = tuple([(known[n], name) for n, name in enumerate(log.table.players)])
    return {
        "game": log.game.key,
        "rules": log.sheet.standing.rules,
        "first_dealer": losing_dealer(log.game, log.sheet) if losers else next_dealer(log.sheet),
        "evening": evening.split("/")[-1],
        "seats": [{"uid": uid or None, "name": name} for uid, name in players_now(seats, log.live.deals)],
    }
