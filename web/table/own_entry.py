"""This phone's entry that another phone has overtaken."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.form_action import parse_record
from drawing.form_entry import entry_to_form
from models.log.match_state import MatchState
from scoring.words import Record
from web.table.replay_steps import sheet_at

if TYPE_CHECKING:
    from drawing.form_entry import Form
    from scoring.words import Entry


class OwnEntry(NamedTuple):
    """What this phone wanted recorded: the kind of record, its entry, and the form that says it."""

    kind: str
    entry: Entry
    texts: Form


def is_past_bid(state: MatchState, after: int, own: OwnEntry) -> bool:
    """Whether this is the bid of a deal that another phone has recorded since."""
    return own.kind == "bid" and any(is_deal_in_play(record) for record in state.records[max(after, 0) :])


def is_deal_in_play(record: Record) -> bool:
    """Whether a record is the deal in play, not an earlier one that was forgotten."""
    return record.kind == "deal" and "before" not in record.body


def parse_own_entry(state: MatchState, after: int, form: Form) -> OwnEntry:
    """The entry of a form made on an older version of the log, complete: with the bid that stood then."""
    sheet = sheet_at(state, after)
    kind, entry = parse_record(state.game, sheet, form)
    if is_past_bid(state, after, OwnEntry(kind, entry, {})):
        entry = {key: entry[key] for key in entry if key != "calls"}  # who called sat elsewhere from that dealer
    texts = entry_to_form(state.game.fields(sheet.standing), entry)
    return OwnEntry(kind, entry, {**texts, "step": ["bid" if kind == "bid" else "play"]})
