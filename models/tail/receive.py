"""receive(): takes the tail of a phone in one transaction: into the log as far as it can be joined, else a branch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from models.base import canonical_json, now, to_millis
from models.log.append import check_conflict, next_state_and_row, read_beforehand, store_head
from models.log.errors import DuplicateUid, Refused
from models.log.granted_match import GrantedMatch
from models.log.hash_chain import Trace
from models.log.read import read
from models.log.state import MatchState, Replay, advance, at_version, state_cache
from models.log.validate import MAX_RECORDS, encode_body
from models.tables import Match, records
from models.tail.branches import (
    CONFLICT,
    NOTHING,
    REFERENCES,
    REFUSED,
    UNKNOWN_BASE,
    Branch,
    TailRecord,
    branch_uid,
    match_branches,
    replay_tail,
    store_branches,
)
from models.tail.join import Join, Joining
from models.transaction import write_connection
from scoring.deals import CONFIRMATION_KINDS, REVISING_KINDS, with_dealer
from scoring.words import Problem, Sheet, problem

IDLE_KINDS = ("bid", *CONFIRMATION_KINDS)  # nobody has to decide about these
MAX_REPLAYED = 200_000  # records that the tail makes replay, about: each that looks back replays all before it
MAX_BRANCHES = 2_000_000  # characters of all branches of a match
OF_OTHERS = select(records.c.uid).where(
    records.c.uid.in_(bindparam("uids", expanding=True)), records.c.match_id != bindparam("match")
)
HASH_AT = select(records.c.hash).where(records.c.match_id == bindparam("match"), records.c.seq == bindparam("seq"))
PEOPLE = ("player", "player_uid")  # keys of a body: who sat down, whom the log may have under another name
HASH_LENGTH = 16  # letters of a hash that suffice
DAY, CLOCKS_APART = 24 * 60 * 60 * 1000, 5 * 60 * 1000  # ms


class Taking:
    """A tail under way into the log of a match whose row is locked; `state` is that of the log so far.

    waiting: by uid of a record the uid of the branch where it waits; twins: by uid the record of the log that stands
    for it; rows: to be inserted; touched: branches to be written; author: who sends it, and when.
    """

    def __init__(
        self,
        connection: Connection,
        match_id: int,
        state: MatchState,
        held: Sequence[Branch],
        author: Trace,
        base: int,
    ) -> None:
        self.connection, self.match_id, self.author, self.base = connection, match_id, author, base
        self.state = self.theirs = state
        self.branches = {branch.uid: branch for branch in held}
        self.twins = {uid: twin for branch in held for uid, twin in branch.twins.items()}
        self.held = {record.uid: branch.uid for branch in held for record in branch.records}
        self.rows: list[dict[str, Any]] = []
        self.touched: set[str] = set()

    @property
    def waiting(self) -> dict[str, str]:
        return {uid: branch for uid, branch in self.held.items() if self.branches[branch].waits}

    def take(self, tail: Sequence[TailRecord], known_base: bool) -> None:
        """Take the records that are new; behind one that waits all wait. Refused when they ask for too much work."""
        log = {record.uid for record in self.state.records}
        new = [record for record in tail if record.uid not in log and record.uid not in self.held]
        if self.state.version * sum(record.kind in REVISING_KINDS for record in new) > MAX_REPLAYED:
            raise Refused((problem("match", "match_full"),))
        known = tail[: tail.index(new[0])] if new else tail
        waiting = next((self.waiting[record.uid] for record in tail if record.uid in self.waiting), None)
        if waiting and new:
            grown = self.branches[waiting]
            self.put(grown._replace(records=(*grown.records, *new)))
        elif new and not known_base:
            self.set_aside(known, new, UNKNOWN_BASE)
        elif new:
            self.join(known, new)

    def join(self, known: Sequence[TailRecord], new: Sequence[TailRecord]) -> None:
        """Append what can be joined; what is left becomes a branch, open or settled."""
        named = [record.renamed(self.twins) for record in new]
        base = self.shared_state(known)
        shared = {record.uid for record in base.records}
        problems: tuple[Problem, ...] = ()  # of the first record that is not legal
        if all(record.uid in shared for record in self.theirs.records_after(self.base)):
            joined = Join(tuple(named), {}, len(named))
        else:
            ours = replay_tail(base, named)
            joined = Joining(base, self.theirs, ours.state, named[: ours.legal]).join()
            problems = ours.problems if joined.conflict == ours.legal else ()
        end = joined.conflict
        for record in joined.keep:
            try:
                self.append(record.renamed(joined.twins))
            except Refused as refused:
                if record.kind not in CONFIRMATION_KINDS:  # which are left out
                    end, problems = [other.uid for other in named].index(record.uid), refused.problems
                    break
        twins = {record.uid: joined.twins[record.uid] for record in named[:end] if record.uid in joined.twins}
        self.twins |= twins
        log = {row["uid"] for row in self.rows}
        self.set_aside(known, [record for record in new[:end] if record.uid not in log], NOTHING, twins)
        reason = REFUSED if problems else CONFLICT
        idle = all(record.kind in IDLE_KINDS for record in new[end:])
        told = () if idle else tuple(map(list, problems))
        self.set_aside((*known, *new[:end]), new[end:], NOTHING if idle else reason, refused=told)

    def shared_state(self, known: Sequence[TailRecord]) -> MatchState:
        """The base with the known records of the tail, as the log has them: what both sides know."""
        log = {
            record.uid: (record, trace) for record, trace in zip(self.theirs.records, self.theirs.traces, strict=True)
        }
        base = at_version(self.theirs, self.base)
        seen = {record.uid for record in base.records}
        uids = dict.fromkeys(self.twins.get(record.uid, record.uid) for record in known)
        sent = [log[uid] for uid in uids if uid in log and uid not in seen]
        return advance(base, [record for record, _ in sent], [trace for _, trace in sent], "") if sent else base

    def append(self, record: TailRecord) -> None:
        """Append one record; Refused when it breaks a rule."""
        trace = self.author._replace(made_at=record.made_at)
        self.state, row = next_state_and_row(self.connection, self.match_id, self.state, *record[:3], trace)
        self.rows.append(row)

    def set_aside(
        self,
        known: Sequence[TailRecord],
        new: Sequence[TailRecord],
        reason: str,
        twins: dict[str, str] | None = None,
        refused: tuple[Any, ...] = (),
    ) -> None:
        """Make records a branch, which is settled where there is nothing to decide."""
        if not new:
            return
        grant, device, _, at = self.author
        uid = branch_uid(self.state.uid, device, self.base, new[0].uid)
        settled_at = at if reason == NOTHING else None
        lists = tuple(known), tuple(new), twins or {}
        self.put(Branch(uid, self.base, device, grant, at, settled_at, reason, *lists, refused=refused))

    def put(self, branch: Branch) -> None:
        """Keep a branch, to be written at the end."""
        self.branches[branch.uid] = branch
        self.held |= {record.uid: branch.uid for record in branch.records}
        self.touched.add(branch.uid)

    def store(self, match: Match | GrantedMatch) -> None:
        """Write what was appended, the head of the match behind it, and the branches."""
        if self.rows:
            self.connection.execute(insert(records), self.rows)
            store_head(self.connection, match, self.theirs, self.state)
        store_branches(self.connection, self.match_id, [self.branches[uid] for uid in sorted(self.touched)])


class Tail(NamedTuple):
    """What a phone sends: its records behind the last seq that it knew, and the (beginning of the) hash there.

    last: instead of the hash the uid of the record there, nothing for seq 0: a log that was restored from an older copy
    and went on since shares only its beginning with the phone's, of which the phone knows no hash.
    """

    base: int
    hash: str
    records: Sequence[TailRecord]
    last: str | None = None


class TailReceipt(NamedTuple):
    """What became of a tail.

    taken: seqs by uid; same: by uid the record that stands for it; branch: the one that holds the rest, if any;
    counts: where nobody else had recorded anything before a record, by its uid the sheet after it, how many records
    (without confirmations) led there, and what the phone had counted.
    """

    state: MatchState
    taken: dict[str, int]
    same: dict[str, str]
    branch: Branch | None
    counts: dict[str, tuple[Sheet, int, str]]


def receive(match: Match | GrantedMatch, tail: Tail, *, grant: str | None, device: str | None) -> TailReceipt:
    """Take a tail. Idempotent: the same tail again changes nothing and has the same receipt.

    Raises, with nothing stored: Refused when a record cannot be one of any match, or the match holds too much for it;
    DuplicateUid when a uid names another record; BrokenChain when the match is damaged.
    """
    for record in tail.records:
        encode_body(record.uid, record.kind, record.body)
    read_beforehand(match)
    at = to_millis(now())
    earliest, latest = to_millis(match.started_at) - DAY, at + CLOCKS_APART  # if the phone's clock can be right
    believed = [
        record if record.made_at is None or earliest <= record.made_at <= latest else record._replace(made_at=None)
        for record in tail.records
    ]
    try:
        with write_connection() as connection:
            state = read(match, connection)
            _check_uids(connection, match.id, state, believed)
            held = match_branches(connection, match.id, match.uid)
            taking = Taking(connection, match.id, state, held, Trace(grant, device, None, at), tail.base)
            taking.take(believed, _is_base(connection, match.id, state, tail))
            bodies = [branch.body for branch in taking.branches.values()]
            if taking.touched and (sum(map(len, bodies)) > MAX_BRANCHES or len(bodies) > MAX_RECORDS):
                raise Refused((problem("match", "match_full"),))
            taking.store(match)
    except IntegrityError as error:
        check_conflict(match.uid, error)
        raise DuplicateUid(tail.records[0].uid) from None  # recorded at the same moment in another match
    state_cache.put(match.uid, taking.state)
    seqs = {record.uid: record.seq for record in taking.state.records}
    taken = {record.uid: seqs[record.uid] for record in tail.records if record.uid in seqs}
    left = [record.uid for record in tail.records if record.uid not in seqs]
    waiting = taking.waiting
    same = {uid: taking.twins.get(uid, uid) for uid in left if uid not in waiting}  # undone ones stand for themselves
    branch = next((taking.branches[waiting[uid]] for uid in reversed(left) if uid in waiting), None)
    return TailReceipt(taking.state, taken, same, branch, _counts(taking.state, tail))


def _check_uids(connection: Connection, match_id: int, state: MatchState, tail: Sequence[TailRecord]) -> None:
    """DuplicateUid when a uid stands twice in the tail, or names another record of this or of another match."""
    uids = [record.uid for record in tail]
    log = {record.uid: record for record in state.records}
    for place, record in enumerate(tail):
        stored_record = log.get(record.uid)
        if record.uid in uids[:place] or (
            stored_record and not _is_same(record, stored_record.kind, stored_record.body)
        ):
            raise DuplicateUid(record.uid)
    new = [uid for uid in uids if uid not in log]
    strange = connection.execute(OF_OTHERS, {"uids": new, "match": match_id}).first() if new else None
    if strange:
        raise DuplicateUid(strange[0])


def _is_same(record: TailRecord, kind: str, body: dict[str, object]) -> bool:
    """Whether a sent record is the stored one, which names its dealer in any case, and people as the circle does."""
    sent = with_dealer(record.body, body["dealer"]) if kind == "deal" and "dealer" in body else record.body  # type: ignore[arg-type]
    sent = sent | {key: body[key] for key in REFERENCES if key in body and key in sent}
    texts = {canonical_json({key: said[key] for key in said if key not in PEOPLE}) for said in (sent, body)}
    return record.kind == kind and len(texts) == 1


def _is_base(connection: Connection, match_id: int, state: MatchState, tail: Tail) -> bool:
    """Whether the log has the last record that the phone knew."""
    if not 0 <= tail.base <= state.version:
        return False
    if tail.last is not None:
        return tail.last == (state.records[tail.base - 1].uid if tail.base else "")
    if len(tail.hash) < HASH_LENGTH:
        return False
    asked = {"match": match_id, "seq": tail.base}
    stored_hash = connection.execute(HASH_AT, asked).scalar_one() if tail.base else state.first
    return stored_hash.startswith(tail.hash)


def _counts(state: MatchState, tail: Tail) -> dict[str, tuple[Sheet, int, str]]:
    """What the records of a tail came to, as far as they follow their base without one of somebody else."""
    sent, counts, number = {record.uid: record.counted for record in tail.records}, {}, 0
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
            counts[record.uid] = log.sheet, number, phone
    return counts
