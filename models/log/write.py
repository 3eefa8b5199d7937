"""Writing to a log: the row of the next record, the head of the match."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.attributes import set_committed_value

from models.base import canonical_json, from_millis
from models.log.errors import BrokenChain, Refused
from models.log.granted_match import GrantedMatch
from models.log.hash_chain import Trace, head_seal, record_hash
from models.log.match_state import OVER, MatchState, state_cache
from models.log.read import THIS_MATCH, Head, read
from models.log.validate import next_state
from models.review.stored.win_chances import note_end
from models.review.stored.write import write_derived
from models.tables.circle import players
from models.tables.match import Match, matches, records
from models.tables.result import CIRCLE_PLAYERS
from scoring.deals import with_dealer
from scoring.words import Problem, Record, problem

CIRCLE_PLAYER = CIRCLE_PLAYERS.where(players.c.uid == bindparam("uid"))
INSERT_RECORD = insert(records)
SEQ_CONFLICTS = ("records.seq", "pk_records")  # in database messages; a sign of damage, as the match is locked
UPDATE_HEAD = update(matches).where(THIS_MATCH)


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


def read_beforehand(match: Match | GrantedMatch) -> None:
    """Replay a match that is not cached, so that this slow part is done before the write lock is taken."""
    if state_cache.get(match.uid) is None:
        read(match)


def check_conflict(uid: str, error: IntegrityError) -> None:
    """BrokenChain when a record could not be inserted because there is one behind the last of its match."""
    if any(words in str(error.orig) for words in SEQ_CONFLICTS):
        state_cache.pop(uid)
        raise BrokenChain(uid, "a record behind its last") from None


def name_dealer(new: NewRecord, state: MatchState) -> NewRecord:
    """The record with the dealer in its body, if it is a deal: whose turn it is, unless it names somebody."""
    if new.kind != "deal":
        return new
    body = with_dealer(new.body, state.sheet.standing.dealer)
    return new._replace(body=body, text=canonical_json(body))


def next_state_and_row(
    connection: Connection, match_id: int, new: NewRecord, state: MatchState, at: int
) -> tuple[MatchState, dict[str, Any]]:
    """The state with this record in it, and the row to insert; Refused when it breaks a rule."""
    uid, kind, text = new.uid, new.kind, new.text
    seq = state.version + 1
    trace = Trace(new.grant, new.device, new.made_at, at)
    last = record_hash(state.hash, seq, uid, kind, text, trace)
    after = next_state(state, Record(seq, uid, kind, json.loads(text)), trace, last)
    found = _player_problems(connection, match_id, new)
    if found:
        raise Refused(found)
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
        note_end(match.id)


def _player_problems(connection: Connection, match_id: int, new: NewRecord) -> tuple[Problem, ...]:
    """A problem when a seat record names a player by a uid that is not of this circle."""
    who = new.body.get("player_uid") if new.kind == "seat" else None
    if who is None or connection.execute(CIRCLE_PLAYER, {"match": match_id, "uid": who}).first():
        return ()
    return (problem("player_uid", "no_such_player"),)
