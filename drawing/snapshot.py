"""The state of a match after some of its records, as the phone keeps it: all that follows from them, and one more."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import add_records, current_confirmations, log_state, revises_log
from scoring.sheet import bid_problems, extend, replay
from scoring.words import LogState, Record

if TYPE_CHECKING:
    from typing import Any

    from scoring.deals import Confirmations
    from scoring.game import Game
    from scoring.words import Problem, Rules, Sheet, Table

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
