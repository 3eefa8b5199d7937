"""append(): the only function that adds records to a log, in one transaction with few statements."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.attributes import set_committed_value

from models.base import canonical_json, db, from_millis, now, to_millis
from models.db.transaction import write_connection
from models.log.corruption import detect_corruption
from models.log.errors import BrokenChain, DuplicateUid, Refused, StaleVersion
from models.log.hash_chain import Trace, head_seal, record_hash
from models.log.match_state import OVER, PLAY, MatchState, advance, state_cache
from models.log.read import HEAD_COLUMNS, THIS_MATCH, Head, read, state_at
from models.log.read_verified import read_verified
from models.log.validate import body_problems, encode_body, sheet_problems
from models.log.verified_rows import is_sound
from models.review.stored.write import write_derived
from models.tables.circle import players
from models.tables.match import Match, matches, records
from models.tables.result import CIRCLE_PLAYERS
from scoring.confirmations import CONFIRMATION_KINDS
from scoring.deals import with_dealer
from scoring.words import Record, problem

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import Any

    from sqlalchemy import Connection

    from models.log.granted_match import GrantedMatch, SessionGrant
    from models.tables.grant import Grant
    from scoring.words import Problem

EXISTING_COLUMNS = (records.c.match_id, records.c.kind, records.c.body, records.c.seq, records.c.at)
EXISTING = select(*EXISTING_COLUMNS).where(records.c.uid == bindparam("uid"))
HEAD_AND_EXISTING = (
    select(*HEAD_COLUMNS, *EXISTING_COLUMNS)
    .select_from(matches.outerjoin(records, records.c.uid == bindparam("uid")))
    .where(THIS_MATCH)
    .with_for_update(of=matches)
)
SEQ_CONFLICTS = ("records.seq", "pk_records")  # in database messages; a sign of damage, as the match is locked
CIRCLE_PLAYER = CIRCLE_PLAYERS.where(players.c.uid == bindparam("uid"))
INSERT_RECORD = insert(records)
UPDATE_HEAD = update(matches).where(THIS_MATCH)


class Receipt(NamedTuple):
    """Result of append(): the record's place in the log, when it came in, and the state of the match now."""

    seq: int
    uid: str
    at: datetime
    state: MatchState


class NewRecord(NamedTuple):
    """A record to be appended: its body as data and as JSON text, and `after`, the last seq that its author knew."""

    uid: str
    kind: str
    body: Any
    text: str
    after: int
    grant: str | None
    device: str | None
    made_at: int | None


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
    check: Callable[[MatchState], None] | None = None,
) -> Receipt:
    """Append a record. Idempotent: the same record again, however late, changes nothing and has the same receipt.

    after: the last seq that the author knew. check: called with the state once nobody else can write on the match;
    what it raises keeps the record out. Joins a transaction that is under way.
    Raises, with nothing recorded: Refused when the record breaks a rule; StaleVersion when anything but confirmations
    was recorded since `after`; DuplicateUid when the uid names another record; BrokenChain when the match is damaged.
    A confirmation is never stale: it is refused when the line it speaks of has changed.
    """
    text = encode_body(uid, kind, body)
    by = grant.uid if grant else None
    new = NewRecord(uid, kind, body, text, after, by, device, to_millis(made_at) if made_at else None)
    _verify_stored(match)  # the slow part, before the write lock is taken
    try:
        return _append(match, new, check)
    except IntegrityError as error:
        _raise_unless_repeatable(match, error)
        return _append(match, new, check)  # the same uid was recorded at the same moment


def _raise_unless_repeatable(match: Match | GrantedMatch, error: IntegrityError) -> None:
    """BrokenChain for a place in the log that is taken; the error itself inside a transaction that is under way."""
    if any(words in str(error.orig) for words in SEQ_CONFLICTS):
        state_cache.pop(match.uid)
        raise BrokenChain(match.uid, "a record behind its last") from None
    if db.session.info.get("writing"):
        raise error


def _verify_stored(match: Match | GrantedMatch) -> None:
    """BrokenChain when the stored rows of the match are damaged, even while its state is cached; the cache drops it."""
    try:
        if state_cache.get(match.uid) is None:
            read(match)
            return
        writing = db.session.info.get("writing")
        if not writing:
            db.session.commit()  # a thread holds one connection at a time, or many would wait for each other
        if writing or not is_sound(match.id, match.uid):
            read_verified(db.session.connection(), match.id, match.uid)
    except BrokenChain:
        state_cache.pop(match.uid)
        raise


def _append(match: Match | GrantedMatch, new: NewRecord, check: Callable[[MatchState], None] | None) -> Receipt:
    with write_connection() as connection:
        before, state = _existing_and_state(connection, match, new)
        if before:
            return _repeat_receipt(match.id, new, before, state)
        if is_stale(state, new.kind, new.after):
            raise StaleVersion(state.version, state.records[max(new.after, 0) :])
        if check:
            check(state)
        at = to_millis(now())
        after, values = _next_state_and_row(connection, match.id, _with_dealer(new, state), state, at)
        connection.execute(INSERT_RECORD, values)
        _store_head(connection, match, state, after)
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


def _with_dealer(new: NewRecord, state: MatchState) -> NewRecord:
    """The record with the dealer in its body, if it is a deal: whose turn it is, unless it names somebody."""
    if new.kind != "deal":
        return new
    body = with_dealer(new.body, state.sheet.standing.dealer)
    return new._replace(body=body, text=canonical_json(body))


def _repeat_receipt(match_id: int, new: NewRecord, before: ExistingRecord, state: MatchState) -> Receipt:
    text = new.text
    if new.kind == "deal" and before.kind == "deal" and "dealer" not in new.body:
        found = json.loads(before.body)
        text = canonical_json({**new.body, **({"dealer": found["dealer"]} if "dealer" in found else {})})
    if (before.match_id, before.kind, before.body) != (match_id, new.kind, text):
        raise DuplicateUid(new.uid)
    return Receipt(before.seq, new.uid, from_millis(before.at), state)


def _next_state_and_row(
    connection: Connection, match_id: int, new: NewRecord, state: MatchState, at: int
) -> tuple[MatchState, dict[str, Any]]:
    """The state with this record in it, and the row to insert; Refused when it breaks a rule."""
    uid, kind, text = new.uid, new.kind, new.text
    found = body_problems(state, kind, new.body) or _player_problems(connection, match_id, new)
    if found:
        raise Refused(found)
    seq = state.version + 1
    trace = Trace(new.grant, new.device, new.made_at, at)
    last = record_hash(state.hash, seq, uid, kind, text, trace)
    after = advance(state, (Record(seq, uid, kind, json.loads(text)),), (trace,), last)
    found = sheet_problems(after, new.body["of"] if kind == "amend" else uid)
    if found:
        raise Refused(found)
    if after.status != state.status:
        after = after._replace(ended_at=None if after.status == PLAY else at)
    row = {"match_id": match_id, "seq": seq, "uid": uid, "kind": kind, "body": text}
    return after, row | trace._asdict() | {"previous": state.hash, "hash": last}


def _store_head(connection: Connection, match: Match | GrantedMatch, state: MatchState, after: MatchState) -> None:
    """Update the head of the match's row, and what is derived from it where the outcome may have changed."""
    sealed = head_seal(after.first, after.version, after.hash, after.status, after.ended_at)
    head = Head(after.version, after.hash, after.status, after.ended_at, sealed)._asdict()
    connection.execute(UPDATE_HEAD, {"match": match.id} | head)
    if isinstance(match, Match):
        for name, value in head.items():
            set_committed_value(match, name, from_millis(value) if name == "ended_at" and value is not None else value)
    if OVER in (state.status, after.status) and after.live is not state.live:
        write_derived(connection, {match.id: after})


def _player_problems(connection: Connection, match_id: int, new: NewRecord) -> tuple[Problem, ...]:
    """A problem when a seat record names a player by a uid that is not of this circle."""
    who = new.body.get("player_uid") if new.kind == "seat" else None
    if who is None or connection.execute(CIRCLE_PLAYER, {"match": match_id, "uid": who}).first():
        return ()
    return (problem("player_uid", "no_such_player"),)
