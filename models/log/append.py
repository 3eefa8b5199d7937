"""append(): adds one record to a log, in one transaction with few statements (models/tail/ adds those of a phone).

dry_run() is the state of a match as it would be with a record, for previews.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.attributes import set_committed_value

from models.base import canonical_json, db, from_millis, new_uid, now, to_millis
from models.log.errors import BrokenChain, DuplicateUid, Refused, StaleVersion
from models.log.granted_match import GrantedMatch, SessionGrant
from models.log.hash_chain import Head, Trace, head_seal, record_hash
from models.log.read import THIS_MATCH, read
from models.log.results import write_derived
from models.log.state import OVER, MatchState, state_cache
from models.log.validate import encode_body, next_state
from models.tables import Grant, Match, evenings, matches, players, records
from models.transaction import write_connection
from scoring.deals import CONFIRMATION_KINDS, with_dealer
from scoring.words import Record, problem

CIRCLE_PLAYER = (
    select(players.c.id)
    .join(evenings, evenings.c.circle_id == players.c.circle_id)
    .join(matches, matches.c.evening_id == evenings.c.id)
    .where(matches.c.id == bindparam("match"), players.c.uid == bindparam("uid"))
)
SEQ_CONFLICTS = ("records.seq", "pk_records")  # in database messages; a sign of damage, as the match is locked
UPDATE_HEAD = update(matches).where(THIS_MATCH)
ENDED = "ended matches"  # of this request, in the session


def read_beforehand(match: Match | GrantedMatch) -> None:
    """Replay a match that is not cached, so that this slow part is done before the write lock is taken."""
    if state_cache.get(match.uid) is None:
        read(match)


def check_conflict(uid: str, error: IntegrityError) -> None:
    """BrokenChain when a record could not be inserted because there is one behind the last of its match."""
    if any(words in str(error.orig) for words in SEQ_CONFLICTS):
        state_cache.pop(uid)
        raise BrokenChain(uid, "a record behind its last") from None


def next_state_and_row(
    connection: Connection, match_id: int, state: MatchState, uid: str, kind: str, body: Any, trace: Trace
) -> tuple[MatchState, dict[str, Any]]:
    """The state with this record in it, and the row to insert; Refused when it breaks a rule."""
    # a deal says who dealt: whose turn it is, unless it names somebody
    text = canonical_json(with_dealer(body, state.sheet.standing.dealer) if kind == "deal" else body)
    seq = state.version + 1
    last = record_hash(state.hash, seq, uid, kind, text, trace)
    after = next_state(state, Record(seq, uid, kind, json.loads(text)), trace, last)
    player = body.get("player_uid") if kind == "seat" else None
    if player is not None and not connection.execute(CIRCLE_PLAYER, {"match": match_id, "uid": player}).first():
        raise Refused((problem("player_uid", "no_such_player"),))
    row = {"match_id": match_id, "seq": seq, "uid": uid, "kind": kind, "body": text}
    return after, row | trace._asdict() | {"previous": state.hash, "hash": last}


def store_head(connection: Connection, match: Match | GrantedMatch, state: MatchState, after: MatchState) -> None:
    """Update the head of the match's row, and what is derived from it where the outcome may have changed."""
    sealed = head_seal(after.first, after.version, after.hash, after.status, after.ended_at)
    head = Head(after.version, after.hash, after.status, after.ended_at, sealed)._asdict()
    connection.execute(UPDATE_HEAD, {"match": match.id} | head)
    if isinstance(match, Match):
        for name, value in head.items():
            set_committed_value(match, name, from_millis(value) if name == "ended_at" and value is not None else value)
    if OVER in (state.status, after.status) and after.live is not state.live:
        write_derived(connection, {match.id: after})
        db.session().info.setdefault(ENDED, []).append(match.id)


def ended_matches() -> list[int]:
    """The matches that this request ended, told once."""
    return db.session().info.pop(ENDED, []) if db.session.registry.has() else []


class Receipt(NamedTuple):
    """Result of append(): the record's place in the log, when it came in, and the state of the match now."""

    seq: int
    uid: str
    at: datetime
    state: MatchState


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
    encode_body(uid, kind, body)
    by, made = grant.uid if grant else None, to_millis(made_at) if made_at else None
    read_beforehand(match)
    try:
        with write_connection() as connection:
            state = read(match, connection)
            stored = next((record for record in state.records if record.uid == uid), None)
            if stored:
                said = with_dealer(body, stored.body["dealer"]) if stored.kind == kind == "deal" else body
                if (stored.kind, canonical_json(stored.body)) != (kind, canonical_json(said)):
                    raise DuplicateUid(uid)
                return Receipt(stored.seq, uid, from_millis(state.traces[stored.seq - 1].at), state)
            if kind not in CONFIRMATION_KINDS and (not 0 <= after <= state.version or state.records_after(after)):
                raise StaleVersion(state.version, state.records[max(after, 0) :])
            if check:
                check(state)
            came = to_millis(at or now())
            new, row = next_state_and_row(connection, match.id, state, uid, kind, body, Trace(by, device, made, came))
            connection.execute(insert(records), row)
            store_head(connection, match, state, new)
    except IntegrityError as error:
        check_conflict(match.uid, error)
        raise DuplicateUid(uid) from None  # it is in another match
    state_cache.put(match.uid, new)
    return Receipt(new.version, uid, from_millis(came), new)


def dry_run(state: MatchState, kind: str, body: Any, uid: str | None = None) -> MatchState:
    """The state after this record; Refused with every problem when it could not be recorded.

    uid: that of the record, else a new one. Checks that need the database are left out (whether a player belongs to the
    circle). The hash stays the current one.
    """
    uid, at = uid or new_uid(), to_millis(now())
    encode_body(uid, kind, body)
    full = with_dealer(body, state.sheet.standing.dealer) if kind == "deal" else body
    return next_state(state, Record(state.version + 1, uid, kind, full), Trace(None, None, None, at), state.hash)
