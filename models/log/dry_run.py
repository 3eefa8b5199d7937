"""Dry run of a record: the state of a match as it would be with it, for previews. Nothing is stored."""

from __future__ import annotations

from typing import Any

from models.base import new_uid, now, to_millis
from models.log.errors import Refused
from models.log.hash_chain import Trace
from models.log.match_state import PLAY, MatchState, advance
from models.log.validate import body_problems, encode_body, sheet_problems
from scoring.deals import with_dealer
from scoring.words import Record


def dry_run(state: MatchState, kind: str, body: Any, uid: str | None = None) -> MatchState:
    """The state after this record; Refused with every problem when it could not be recorded.

    uid: that of the record, else a new one. Checks that need the database are left out (whether a player belongs to the
    circle). The hash stays the current one.
    """
    uid, at = uid or new_uid(), to_millis(now())
    encode_body(uid, kind, body)
    found = body_problems(state, kind, body)
    if found:
        raise Refused(found)
    full = with_dealer(body, state.sheet.standing.dealer) if kind == "deal" else body
    record = Record(state.version + 1, uid, kind, full)
    after = advance(state, (record,), (Trace(None, None, None, at),), state.hash)
    found = sheet_problems(after, body["of"] if kind == "amend" else uid)
    if found:
        raise Refused(found)
    return after if after.status == state.status else after._replace(ended_at=None if after.status == PLAY else at)
