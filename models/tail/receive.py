"""receive(): takes the tail of a phone in one transaction: into the log as far as it can be joined, else a branch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import IntegrityError

from models.base import canonical_json, now, to_millis
from models.log.append import check_conflict, read_beforehand
from models.log.errors import DuplicateUid, Refused
from models.log.granted_match import GrantedMatch
from models.log.state import MatchState, Replay, state_cache
from models.log.validate import MAX_RECORDS, encode_body
from models.tables import Match, records
from models.tail.branches import Branch, bytes_of, match_branches
from models.tail.tail_record import TailRecord
from models.tail.taking import Author, Taking, locked_state
from models.transaction import write_connection
from scoring.deals import CONFIRMATION_KINDS, REVISING_KINDS, with_dealer
from scoring.words import Sheet, problem

MAX_REPLAYED = 200_000  # records that the tail makes replay, about: each that looks back replays all before it
MAX_BRANCHES = 2_000_000  # characters of all branches of a match
OF_OTHERS = select(records.c.uid).where(
    records.c.uid.in_(bindparam("uids", expanding=True)), records.c.match_id != bindparam("match")
)
HASH_AT = select(records.c.hash).where(records.c.match_id == bindparam("match"), records.c.seq == bindparam("seq"))
PEOPLE = ("player", "player_uid")  # keys of a body: who sat down, whom the log may have under another name
HASH_LENGTH = 16  # letters of a hash that suffice
DAY, CLOCKS_APART = 24 * 60 * 60 * 1000, 5 * 60 * 1000  # ms


class Tail(NamedTuple):
    """What a phone sends: its records behind the last seq that it knew, and the (beginning of the) hash there.

    last: instead of the hash the uid of the record there, nothing for seq 0: a log that was restored from an older copy
    and went on since shares only its beginning with the phone's, of which the phone knows no hash.
    """

    base: int
    hash: str
    records: Sequence[TailRecord]
    last: str | None = None


class Counted(NamedTuple):
    """The sheet after a record, how many records (without confirmations) led to it, and what the phone had counted."""

    sheet: Sheet
    records: int
    phone: str


class TailReceipt(NamedTuple):
    """What became of a tail.

    taken: seqs by uid; same: by uid the record that stands for it; branch: the one that holds the rest, if any;
    counts: by uid what a record came to, where nobody else had recorded anything before it.
    """

    state: MatchState
    taken: dict[str, int]
    same: dict[str, str]
    branch: Branch | None
    counts: dict[str, Counted]


def receive(match: Match | GrantedMatch, tail: Tail, *, grant: str | None, device: str | None) -> TailReceipt:
    """Take a tail. Idempotent: the same tail again changes nothing and has the same receipt.

    Raises, with nothing stored: Refused when a record cannot be one of any match, or the match holds too much for it;
    DuplicateUid when a uid names another record; BrokenChain when the match is damaged.
    """
    for record in tail.records:
        encode_body(record.uid, record.kind, record.body)
    read_beforehand(match)
    at = to_millis(now())
    author = Author(grant, device, at)
    believed = [
        record._replace(made_at=believable(record.made_at, to_millis(match.started_at), at)) for record in tail.records
    ]
    try:
        with write_connection() as connection:
            receipt = _receive(connection, match, tail._replace(records=believed), author)
    except IntegrityError as error:
        check_conflict(match.uid, error)
        raise DuplicateUid(tail.records[0].uid) from None  # recorded at the same moment in another match
    state_cache.put(match.uid, receipt.state)
    return receipt


def believable(made_at: int | None, began: int, at: int) -> int | None:
    """When a phone says that it made a record, if its clock can be right."""
    return made_at if made_at is not None and began - DAY <= made_at <= at + CLOCKS_APART else None


def _receive(connection: Connection, match: Match | GrantedMatch, tail: Tail, author: Author) -> TailReceipt:
    state = locked_state(connection, match)
    _check_uids(connection, match.id, state, tail.records)
    held = match_branches(connection, match.id, match.uid)
    taking = Taking(connection, match.id, state, held, author, tail.base)
    if state.version * sum(record.kind in REVISING_KINDS for record in taking.new_of(tail.records)) > MAX_REPLAYED:
        raise Refused((problem("match", "match_full"),))
    taking.take(tail.records, _is_base(connection, match.id, state, tail))
    kept = taking.branches.values()
    if taking.changed and (bytes_of(kept) > MAX_BRANCHES or len(kept) > MAX_RECORDS):
        raise Refused((problem("match", "match_full"),))
    taking.store(match)
    return _receipt(taking, tail)


def _check_uids(connection: Connection, match_id: int, state: MatchState, tail: Sequence[TailRecord]) -> None:
    """DuplicateUid when a uid stands twice in the tail, or names another record of this or of another match."""
    uids = [record.uid for record in tail]
    log = {record.uid: record for record in state.records}
    for place, record in enumerate(tail):
        known = log.get(record.uid)
        if record.uid in uids[:place] or (known and not _is_same(record, known.kind, known.body)):
            raise DuplicateUid(record.uid)
    new = [uid for uid in uids if uid not in log]
    strange = connection.execute(OF_OTHERS, {"uids": new, "match": match_id}).first() if new else None
    if strange:
        raise DuplicateUid(strange[0])


def _is_same(record: TailRecord, kind: str, body: dict[str, object]) -> bool:
    """Whether a sent record is the stored one, which names its dealer in any case, and people as the circle does."""
    sent = with_dealer(record.body, body["dealer"]) if kind == "deal" and "dealer" in body else record.body  # type: ignore[arg-type]
    same_names = {key: body[key] for key in ("of", "before") if key in body and key in sent}
    return record.kind == kind and _without_people(sent | same_names) == _without_people(body)


def _without_people(body: dict[str, object]) -> str:
    """A body as text, whoever it names."""
    return canonical_json({key: body[key] for key in body if key not in PEOPLE})


def _is_base(connection: Connection, match_id: int, state: MatchState, tail: Tail) -> bool:
    """Whether the log has the last record that the phone knew."""
    if not 0 <= tail.base <= state.version:
        return False
    if tail.last is not None:
        return tail.last == (state.records[tail.base - 1].uid if tail.base else "")
    if len(tail.hash) < HASH_LENGTH:
        return False
    if tail.base in (0, state.version):
        found = state.hash if tail.base else state.first
    else:
        found = connection.execute(HASH_AT, {"match": match_id, "seq": tail.base}).scalar_one()
    return found.startswith(tail.hash)


def _receipt(taking: Taking, tail: Tail) -> TailReceipt:
    """The receipt; records that were undone on the phone stand for themselves."""
    seqs = {record.uid: record.seq for record in taking.state.records}
    taken, same, branch = {}, {}, None
    for record in tail.records:
        waiting = taking.waiting.get(record.uid)
        if record.uid in seqs:
            taken[record.uid] = seqs[record.uid]
        elif waiting:
            branch = taking.branches[waiting]
        else:
            same[record.uid] = taking.twins.get(record.uid, record.uid)
    return TailReceipt(taking.state, taken, same, branch, _counts(taking.state, tail))


def _counts(state: MatchState, tail: Tail) -> dict[str, Counted]:
    """What the records of a tail came to, as far as they follow their base without one of somebody else."""
    sent, found, number = {record.uid: record.counted for record in tail.records}, {}, 0
    log = Replay(state.game, state.table, state.rules)
    for record in state.records:
        if record.kind in CONFIRMATION_KINDS:
            continue
        if record.seq > tail.base and record.uid not in sent:
            break
        log.add(record)
        number += 1
        phone = sent.get(record.uid)
        if phone is not None:
            found[record.uid] = Counted(log.sheet, number, phone)
    return found
