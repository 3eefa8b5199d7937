"""The taking of a tail under way: what is known of it already, what is appended now, what becomes a branch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from models.base import canonical_json
from models.log.append import INSERT_RECORD, NewRecord, name_dealer, next_state_and_row, store_head
from models.log.errors import Refused, detect_corruption
from models.log.granted_match import GrantedMatch
from models.log.read import HEAD, Head, state_at
from models.log.state import MatchState, advance, at_version
from models.tables import Match
from models.tail.branches import CONFLICT, NOTHING, REFUSED, UNKNOWN_BASE, Branch, branch_uid, store_branches
from models.tail.join import Join, join
from models.tail.tail_record import TailRecord, replay_tail
from scoring.deals import CONFIRMATION_KINDS
from scoring.words import Problem

LOCKED_HEAD = HEAD.with_for_update()
IDLE_KINDS = ("bid", *CONFIRMATION_KINDS)  # nobody has to decide about these


class Author(NamedTuple):
    """Who sends a tail: the uid of the grant, the device, and when it came, in milliseconds."""

    grant: str | None
    device: str | None
    at: int


class Refusal(NamedTuple):
    """The place in the new records of one that is not legal, and its problems."""

    place: int
    problems: tuple[Problem, ...]


class Taking:
    """A tail under way into the log of a match whose row is locked; `state` is that of the log so far.

    waiting: by uid of a record the uid of the branch where it waits; twins: by uid the record of the log that stands
    for it; rows: to be inserted; changed: branches to be written.
    """

    def __init__(
        self,
        connection: Connection,
        match_id: int,
        state: MatchState,
        held: Sequence[Branch],
        author: Author,
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
    def changed(self) -> list[Branch]:
        """The branches that are new or have grown."""
        return [self.branches[uid] for uid in sorted(self.touched)]

    @property
    def waiting(self) -> dict[str, str]:
        return {uid: branch for uid, branch in self.held.items() if self.branches[branch].waits}

    def new_of(self, tail: Sequence[TailRecord]) -> list[TailRecord]:
        """The records of a tail that are neither in the log nor in a branch."""
        log = {record.uid for record in self.state.records}
        return [record for record in tail if record.uid not in log and record.uid not in self.held]

    def take(self, tail: Sequence[TailRecord], known_base: bool) -> None:
        """Take the records that are new; behind one that waits all wait."""
        new = self.new_of(tail)
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
        if all(record.uid in shared for record in self.theirs.records_after(self.base)):
            joined, refusal = Join(tuple(named), {}, len(named)), None
        else:
            ours = replay_tail(base, named)
            joined = join(base, self.theirs, ours.state, named[: ours.legal])
            refusal = Refusal(ours.legal, ours.problems) if joined.conflict == ours.legal < len(named) else None
        refusal = self.append_all(joined, named) or refusal
        end = refusal.place if refusal else joined.conflict
        twins = {record.uid: joined.twins[record.uid] for record in named[:end] if record.uid in joined.twins}
        self.leave(known, new, end, twins, refusal)

    def shared_state(self, known: Sequence[TailRecord]) -> MatchState:
        """The base with the known records of the tail, as the log has them: what both sides know."""
        log = {
            record.uid: (record, trace) for record, trace in zip(self.theirs.records, self.theirs.traces, strict=True)
        }
        base = at_version(self.theirs, self.base)
        seen = {record.uid for record in base.records}
        uids = dict.fromkeys(self.twins.get(record.uid, record.uid) for record in known)
        found = [log[uid] for uid in uids if uid in log and uid not in seen]
        return advance(base, [record for record, _ in found], [trace for _, trace in found], "") if found else base

    def append_all(self, joined: Join, tail: Sequence[TailRecord]) -> Refusal | None:
        """Append records up to one that is not legal; confirmations may be, those are left out."""
        for record in joined.keep:
            try:
                self.append(record.renamed(joined.twins))
            except Refused as refused:
                if record.kind not in CONFIRMATION_KINDS:
                    return Refusal(uids_of(tail).index(record.uid), refused.problems)
        return None

    def append(self, record: TailRecord) -> None:
        """Append one record; Refused when it breaks a rule."""
        grant, device, at = self.author
        new = NewRecord(
            record.uid, record.kind, record.body, canonical_json(record.body), 0, grant, device, record.made_at
        )
        named = name_dealer(new, self.state)
        self.state, row = next_state_and_row(self.connection, self.match_id, named, self.state, at)
        self.rows.append({"match_id": self.match_id} | row)

    def leave(
        self,
        known: Sequence[TailRecord],
        new: Sequence[TailRecord],
        end: int,
        twins: dict[str, str],
        refusal: Refusal | None,
    ) -> None:
        """Store what was not appended: before `end` it has a twin or was undone, from there on it waits."""
        log = {row["uid"] for row in self.rows}
        self.twins |= twins
        self.set_aside(known, [record for record in new[:end] if record.uid not in log], NOTHING, twins)
        problems = tuple(list(found) for found in refusal.problems) if refusal else ()
        rest = new[end:]
        if all(record.kind in IDLE_KINDS for record in rest):
            self.set_aside((*known, *new[:end]), rest, NOTHING)
        else:
            self.set_aside((*known, *new[:end]), rest, REFUSED if refusal else CONFLICT, refused=problems)

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
        grant, device, at = self.author
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
            self.connection.execute(INSERT_RECORD, self.rows)
            store_head(self.connection, match, self.theirs, self.state)
        store_branches(self.connection, self.match_id, self.changed)


def locked_state(connection: Connection, match: Match | GrantedMatch) -> MatchState:
    """The state of a match whose row is locked from now on; BrokenChain when it is damaged."""
    with detect_corruption(match.uid):
        head = Head._make(connection.execute(LOCKED_HEAD, {"match": match.id}).one())
        return state_at(connection, match.id, match.uid, head)


def uids_of(tail: Sequence[TailRecord]) -> list[str]:
    """The uids of records."""
    return [record.uid for record in tail]
