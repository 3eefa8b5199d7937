"""append(): adds one record to a log, in one transaction with few statements (models/tail/ adds those of a phone)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import IntegrityError

from models.base import canonical_json, db, from_millis, now, to_millis
from models.db.transaction import write_connection
from models.log.corruption import detect_corruption
from models.log.errors import DuplicateUid, StaleVersion
from models.log.granted_match import GrantedMatch, SessionGrant
from models.log.match_state import MatchState, state_cache
from models.log.read import HEAD_COLUMNS, THIS_MATCH, Head, state_at
from models.log.validate import encode_body
from models.log.write import (
    INSERT_RECORD,
    NewRecord,
    check_conflict,
    name_dealer,
    next_state_and_row,
    read_beforehand,
    store_head,
)
from models.tables.grant import Grant
from models.tables.match import Match, matches, records
from scoring.deals import CONFIRMATION_KINDS

EXISTING_COLUMNS = (records.c.match_id, records.c.kind, records.c.body, records.c.seq, records.c.at)
EXISTING = select(*EXISTING_COLUMNS).where(records.c.uid == bindparam("uid"))
HEAD_AND_EXISTING = (
    select(*HEAD_COLUMNS, *EXISTING_COLUMNS)
    .select_from(matches.outerjoin(records, records.c.uid == bindparam("uid")))
    .where(THIS_MATCH)
    .with_for_update(of=matches)
)


class Receipt(NamedTuple):
    """Result of append(): the record's place in the log, when it came in, and the state of the match now."""

    seq: int
    uid: str
    at: datetime
    state: MatchState


class ExistingRecord(NamedTuple):
    """A stored record that has the uid of the new one."""

    match_id: int
    kind: str
    body: str
    seq: int
    at: int


def append(
    match: Match | GrantedMatch,
    kind: str,
    uid: str,
    body: Any,
    after: int,
    *,
    grant: Grant | SessionGrant | None = None,
    device: str | None = None,
    made_at: datetime | None = None,
    at: datetime | None = None,
    check: Callable[[MatchState], None] | None = None,
) -> Receipt:
    """Append a record. Idempotent: the same record again, however late, changes nothing and has the same receipt.

    after: the last seq that the author knew. at: when it came in, else now. check: called with the state once nobody
    else can write on the match; what it raises keeps the record out. Joins a transaction that is under way.
    Raises, with nothing recorded: Refused when the record breaks a rule; StaleVersion when anything but confirmations
    was recorded since `after`; DuplicateUid when the uid names another record; BrokenChain when the match is damaged.
    A confirmation is never stale: it is refused when the line it speaks of has changed.
    """
    text = encode_body(uid, kind, body)
    by = grant.uid if grant else None
    new = NewRecord(uid, kind, body, text, after, by, device, to_millis(made_at) if made_at else None)
    read_beforehand(match)
    try:
        return _append(match, new, check, at)
    except IntegrityError as error:
        check_conflict(match.uid, error)
        if db.session.info.get("writing"):
            raise
        return _append(match, new, check, at)  # the same uid was recorded at the same moment


def _append(
    match: Match | GrantedMatch, new: NewRecord, check: Callable[[MatchState], None] | None, came: datetime | None
) -> Receipt:
    with write_connection() as connection:
        before, state = _existing_and_state(connection, match, new)
        if before:
            return _repeat_receipt(match.id, new, before, state)
        if is_stale(state, new.kind, new.after):
            raise StaleVersion(state.version, state.records[max(new.after, 0) :])
        if check:
            check(state)
        at = to_millis(came or now())
        after, values = next_state_and_row(connection, match.id, name_dealer(new, state), state, at)
        connection.execute(INSERT_RECORD, values)
        store_head(connection, match, state, after)
    state_cache.put(match.uid, after)
    return Receipt(after.version, new.uid, from_millis(at), after)


def is_stale(state: MatchState, kind: str, after: int) -> bool:
    """Whether a record of this kind, made on version `after`, comes too late (or from a version that never was)."""
    if kind in CONFIRMATION_KINDS or after == state.version:
        return False
    return not 0 <= after < state.version or bool(state.records_after(after))


def _existing_and_state(
    connection: Connection, match: Match | GrantedMatch, new: NewRecord
) -> tuple[ExistingRecord | None, MatchState]:
    """The stored record of this uid, if there is one, and the state of the match, whose row is locked now."""
    with detect_corruption(match.uid):
        found = connection.execute(HEAD_AND_EXISTING, {"match": match.id, "uid": new.uid}).one()
        state = state_at(connection, match.id, match.uid, Head._make(found[:5]))
    if found[5] is None and new.after != state.version:  # it may have been recorded while we waited for the row
        again = connection.execute(EXISTING, {"uid": new.uid}).one_or_none()
        return ExistingRecord._make(again) if again else None, state
    return ExistingRecord._make(found[5:]) if found[5] is not None else None, state


def _repeat_receipt(match_id: int, new: NewRecord, before: ExistingRecord, state: MatchState) -> Receipt:
    text = new.text
    if new.kind == "deal" and before.kind == "deal" and "dealer" not in new.body:
        found = json.loads(before.body)
        text = canonical_json({**new.body, **({"dealer": found["dealer"]} if "dealer" in found else {})})
    if (before.match_id, before.kind, before.body) != (match_id, new.kind, text):
        raise DuplicateUid(new.uid)
    return Receipt(before.seq, new.uid, from_millis(before.at), state)
