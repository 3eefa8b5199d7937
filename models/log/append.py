"""append(): the only door of the log. One transaction and few statements for each saying."""

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
from models.tables.circle import players
from models.tables.match import Match, matches, records
from models.tables.result import CIRCLE_PLAYERS, write_results
from scoring.confirmations import ANSWERS
from scoring.deals import dealt_by
from scoring.words import Record as Said
from scoring.words import problem

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
SEQ_CONFLICTS = ("records.seq", "pk_records")  # in the databases' words: nobody else can write on the match meanwhile
CIRCLE_PLAYER = CIRCLE_PLAYERS.where(players.c.uid == bindparam("uid"))
INSERT_RECORD = insert(records)
UPDATE_HEAD = update(matches).where(THIS_MATCH)


class Receipt(NamedTuple):
    """What append() answers: the record's place in the log and when it came in, and the match as it stands now."""

    seq: int
    uid: str
    at: datetime
    state: MatchState


class NewRecord(NamedTuple):
    """What somebody wants recorded: the body as data and as stored text, and the last seq that they knew."""

    uid: str
    kind: str
    body: Any
    text: str
    after: int
    grant: str | None
    device: str | None
    made_at: int | None


class ExistingRecord(NamedTuple):
    """The record that has this uid already."""

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
    """Record a saying; the same one again, however late, changes nothing and has the same receipt.

    Refused when it breaks a rule, Stale when anything but answers was said after `after`, Clash when the uid names
    another saying, BrokenChain when the match is damaged: nothing is recorded then. An answer is never stale: it is
    refused when the line that it answers has changed. It joins a unit of work that is under way.
    check: looks at the match once nobody else can write on it; what it raises keeps the saying out.
    """
    text = encode_body(uid, kind, body)
    by = grant.uid if grant else None
    saying = NewRecord(uid, kind, body, text, after, by, device, to_millis(made_at) if made_at else None)
    _verify_stored(match)  # the long part, before it is our turn to write
    try:
        return _append(match, saying, check)
    except IntegrityError as error:
        if any(words in str(error.orig) for words in SEQ_CONFLICTS):
            state_cache.pop(match.uid)
            raise BrokenChain(match.uid, "a record behind its last") from None
        if db.session.info.get("writing"):
            raise
        return _append(match, saying, check)  # the same uid came in at the same moment


def _verify_stored(match: Match | GrantedMatch) -> None:
    """BrokenChain when what is stored of the match is damaged, whatever is remembered of it: that is forgotten then."""
    try:
        if state_cache.get(match.uid) is None:
            read(match)
        else:
            read_verified(db.session.connection(), match.id, match.uid)
    except BrokenChain:
        state_cache.pop(match.uid)
        raise


def _append(match: Match | GrantedMatch, saying: NewRecord, check: Callable[[MatchState], None] | None) -> Receipt:
    with write_connection() as connection:
        before, state = _existing_and_state(connection, match, saying)
        if before:
            return _repeat_receipt(match.id, saying, before, state)
        if is_stale(state, saying.kind, saying.after):
            raise StaleVersion(state.version, state.records[max(saying.after, 0) :])
        if check:
            check(state)
        at = to_millis(now())
        after, values = _next_state_and_row(connection, match.id, _with_dealer(saying, state), state, at)
        connection.execute(INSERT_RECORD, values)
        _store_head(connection, match, state, after)
    state_cache.put(match.uid, after)
    return Receipt(after.version, saying.uid, from_millis(at), after)


def is_stale(state: MatchState, kind: str, after: int) -> bool:
    """Whether a saying of this kind that was made on version `after` comes too late (or from nowhere)."""
    if kind in ANSWERS or after == state.version:
        return False
    return not 0 <= after < state.version or bool(state.news(after))


def _existing_and_state(
    connection: Connection, match: Match | GrantedMatch, saying: NewRecord
) -> tuple[ExistingRecord | None, MatchState]:
    """The record of this uid if there is one, and the match as it stands now that it is our turn."""
    with detect_corruption(match.uid):
        found = connection.execute(HEAD_AND_EXISTING, {"match": match.id, "uid": saying.uid}).one()
        state = state_at(connection, match.id, match.uid, Head._make(found[:5]))
    if found[5] is None and saying.after != state.version:  # it may have come in while we waited for the row
        again = connection.execute(EXISTING, {"uid": saying.uid}).one_or_none()
        return ExistingRecord._make(again) if again else None, state
    return ExistingRecord._make(found[5:]) if found[5] is not None else None, state


def _with_dealer(saying: NewRecord, state: MatchState) -> NewRecord:
    """A deal says who dealt: unless it names somebody, whose turn it is now."""
    if saying.kind != "deal":
        return saying
    body = dealt_by(saying.body, state.sheet.standing.dealer)
    return saying._replace(body=body, text=canonical_json(body))


def _repeat_receipt(match_id: int, saying: NewRecord, before: ExistingRecord, state: MatchState) -> Receipt:
    text = saying.text
    if saying.kind == "deal" and before.kind == "deal" and "dealer" not in saying.body:
        found = json.loads(before.body)
        text = canonical_json({**saying.body, **({"dealer": found["dealer"]} if "dealer" in found else {})})
    if (before.match_id, before.kind, before.body) != (match_id, saying.kind, text):
        raise DuplicateUid(saying.uid)
    return Receipt(before.seq, saying.uid, from_millis(before.at), state)


def _next_state_and_row(
    connection: Connection, match_id: int, saying: NewRecord, state: MatchState, at: int
) -> tuple[MatchState, dict[str, Any]]:
    """The reading with this saying in it, and its row; Refused when it breaks a rule."""
    uid, kind, text = saying.uid, saying.kind, saying.text
    found = body_problems(state, kind, saying.body) or _player_problems(connection, match_id, saying)
    if found:
        raise Refused(found)
    seq = state.version + 1
    trace = Trace(saying.grant, saying.device, saying.made_at, at)
    last = record_hash(state.hash, seq, uid, kind, text, trace)
    after = advance(state, (Said(seq, uid, kind, json.loads(text)),), (trace,), last)
    found = sheet_problems(after, saying.body["of"] if kind == "amend" else uid)
    if found:
        raise Refused(found)
    if after.status != state.status:
        after = after._replace(ended_at=None if after.status == PLAY else at)
    row = {"match_id": match_id, "seq": seq, "uid": uid, "kind": kind, "body": text}
    return after, row | trace._asdict() | {"previous": state.hash, "hash": last}


def _store_head(connection: Connection, match: Match | GrantedMatch, state: MatchState, after: MatchState) -> None:
    """Let the match end at its new last record, and write its results where its outcome may have changed."""
    sealed = head_seal(after.first, after.version, after.hash, after.status, after.ended_at)
    head = Head(after.version, after.hash, after.status, after.ended_at, sealed)._asdict()
    connection.execute(UPDATE_HEAD, {"match": match.id} | head)
    if isinstance(match, Match):
        for name, value in head.items():
            set_committed_value(match, name, from_millis(value) if name == "ended_at" and value is not None else value)
    if OVER in (state.status, after.status) and after.live is not state.live:
        write_results(connection, match.id, after)


def _player_problems(connection: Connection, match_id: int, saying: NewRecord) -> tuple[Problem, ...]:
    """Whether a new player in a seat plays in this circle, where the player is named by uid."""
    who = saying.body.get("player_uid") if saying.kind == "seat" else None
    if who is None or connection.execute(CIRCLE_PLAYER, {"match": match_id, "uid": who}).first():
        return ()
    return (problem("player_uid", "no_such_player"),)
