"""Dry run of a record: the state of a match as it would be with it, for previews. Nothing is stored."""

from __future__ import annotations

from typing import Any

from models.base import new_uid, now, to_millis
from models.log.hash_chain import Trace
from models.log.match_state import MatchState
from models.log.validate import encode_body, next_state
from scoring.deals import with_dealer
from scoring.words import Record


def dry_run(state: MatchState, kind: str, body: Any, uid: str | None = None) -> MatchState:
    """The state after this record; Refused with every problem when it could not be recorded.

    uid: that of the record, else a new one. Checks that need the database are left out (whether a player belongs to the
    circle). The hash stays the current one.
    """
    uid, at = uid or new_uid(), to_millis(now())
    encode_body(uid, kind, body)
    full = with_dealer(body, state.sheet.standing.dealer) if kind == "deal" else body
    return next_state(state, Record(state.version + 1, uid, kind, full), Trace(None, None, None, at), state.hash)
