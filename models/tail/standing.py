"""What stands in a log: the deals and rulings beyond a base, and the state of a line."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from models.log.state import MatchState
from scoring.deals import STRUCK, struck_uids
from scoring.entry_shape import without_nulls
from scoring.words import Deal, Record

Line = str  # the uid of the record that a line of the sheet, or a bid, comes from


def new_deals(state: MatchState, known: Container[str]) -> list[Deal]:
    """The deals and rulings that stand and are not of the known records, in the order of the sheet."""
    return [deal for deal in state.live.deals if deal.uid not in known and deal.kind != STRUCK]


def same_deal(one: Deal, other: Deal) -> bool:
    """Whether two deals (or rulings) say the same."""
    return (one.kind, one.dealer) == (other.kind, other.dealer) and entry_of(one) == entry_of(other)


def entry_of(deal: Deal) -> Any:
    """The entry without what is left open."""
    return without_nulls(deal.entry)


def changes_of(deal: Deal) -> dict[Any, Any]:
    """What a change of rules or of seats sets, by what it is about; empty for anything else."""
    if deal.kind == "rules":
        return {("rule", key): value for key, value in deal.entry["rules"].items()}
    if deal.kind != "seat":
        return {}
    if "dealer" in deal.entry:
        return {"dealer": deal.entry["dealer"]}
    return {("seat", deal.entry["seat"]): (deal.entry.get("player_uid") or "", deal.entry["player"])}


def line_of(records: Mapping[str, Record], uid: str) -> Line:
    """The line that a record is about: that of the deal which it amends, else its own."""
    record = records[uid]
    return str(record.body["of"]) if record.kind == "amend" else uid


def status_of(state: MatchState, line: Line) -> Any:
    """What stands of a line: its entry and dealer; of a bid, and of what is struck, whether it stands."""
    for deal in state.live.deals:
        if deal.uid == line:
            return False if deal.kind == STRUCK else (entry_of(deal), deal.dealer)
    return line not in struck_uids(state.records)
