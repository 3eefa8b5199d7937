"""Records that a phone sends with its tail, and stored branches: records that are not in the log of their match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, MsgspecError, Struct
from msgspec.json import Decoder
from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, delete, insert, select

from models.base import canonical_json
from models.log.append import dry_run
from models.log.errors import BrokenChain, Refused
from models.log.state import MatchState
from models.tables import branches
from scoring.deals import CONFIRMATION_KINDS
from scoring.words import Problem

REFERENCES = ("of", "before")  # keys of a body that name another record
CONFLICT, REFUSED, UNKNOWN_BASE, NOTHING = "conflict", "refused", "base", "nothing"
"""Why records became a branch: another phone says otherwise; one is not legal; their base is not in the log; no reason,
since they add nothing."""
WAITING = "what phones sent that is not in its log"  # where the damage is
COLUMN_NAMES = ("uid", "base_seq", "device", "grant", "came_at", "body", "settled_at", "seal")
COLUMNS = tuple(branches.c[name] for name in COLUMN_NAMES)
OF_MATCH = (
    select(*COLUMNS).where(branches.c.match_id == bindparam("match")).order_by(branches.c.came_at, branches.c.uid)
)


class TailRecord(NamedTuple):
    """A record of a tail. made_at: by the phone's clock, in milliseconds; counted: what the phone showed after it."""

    uid: str
    kind: str
    body: dict[str, Any]
    made_at: int | None = None
    counted: str | None = None

    def renamed(self, twins: Mapping[str, str]) -> TailRecord:
        """The record with those that it names under the uids which stand for them in the log."""
        uids = {key: self.body[key] for key in REFERENCES if type(self.body.get(key)) is str}
        named = {key: twins[uid] for key, uid in uids.items() if uid in twins}
        return self._replace(body=self.body | named) if named else self


class ReplayedTail(NamedTuple):
    """The state after records, and how many there were before one that is not legal, with its problems."""

    state: MatchState
    legal: int
    problems: tuple[Problem, ...]


def replay_tail(state: MatchState, tail: Sequence[TailRecord]) -> ReplayedTail:
    """The state as the phone had it after its records, up to the first that is not legal; confirmations may be."""
    for legal, record in enumerate(tail):
        try:
            state = dry_run(state, record.kind, record.body, record.uid)
        except Refused as refused:
            if record.kind in CONFIRMATION_KINDS:
                continue
            return ReplayedTail(state, legal, refused.problems)
    return ReplayedTail(state, len(tail), ())


class StoredBody(Struct, forbid_unknown_fields=True):
    """The body of a branch as it is stored."""

    reason: Literal["conflict", "refused", "base", "nothing"]
    known: tuple[TailRecord, ...]
    records: Annotated[tuple[TailRecord, ...], Meta(min_length=1)]
    twins: dict[str, str]
    settled: tuple[str, ...]
    refused: tuple[tuple[str, str, dict[str, Any]], ...]


BODY = Decoder(StoredBody)


class Branch(NamedTuple):
    """A branch as stored; times in milliseconds.

    known: the records of the same tail before these; twins: by uid the record that stands for one in the log; settled:
    the uids of the records which settled it; refused: the problems of the first record, as data.
    """

    uid: str
    base: int
    device: str | None
    grant: str | None
    came_at: int
    settled_at: int | None
    reason: str
    known: tuple[TailRecord, ...]
    records: tuple[TailRecord, ...]
    twins: dict[str, str]
    settled: tuple[str, ...] = ()
    refused: tuple[Any, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether somebody has to decide."""
        return self.settled_at is None

    @property
    def body(self) -> str:
        """What its row stores besides the other columns."""
        parts = {"known": [one[:4] for one in self.known], "records": [one[:4] for one in self.records]}
        more = {"reason": self.reason, "twins": self.twins, "settled": self.settled, "refused": self.refused}
        return canonical_json(parts | more)


def branch_uid(match: str, device: str | None, base: int, first: str) -> str:
    """The uid of a branch: a hash, so that the same tail is the same branch."""
    return seal_of([match, device, base, first])


def seal_of(values: Sequence[Any]) -> str:
    """The seal over the stored values of a branch, in the order of COLUMNS."""
    return sha256(canonical_json(list(values)).encode()).hexdigest()


def match_branches(connection: Connection, match_id: int, match: str) -> list[Branch]:
    """All branches of a match, oldest first; BrokenChain for a damaged one."""
    return [read_row(match, row) for row in connection.execute(OF_MATCH, {"match": match_id})]


def waiting_matches(connection: Connection, ids: list[int]) -> set[int]:
    """Those of these matches where a branch waits."""
    waits = select(branches.c.match_id).where(branches.c.match_id.in_(ids), branches.c.settled_at.is_(None))
    return {number for (number,) in connection.execute(waits)} if ids else set()


def read_row(match: str, row: Sequence[Any]) -> Branch:
    """A stored row (COLUMNS) as a branch; BrokenChain when it is not what was written."""
    uid, base, device, grant, came_at, body, settled_at, seal = row
    try:
        sound = seal == seal_of(row[:-1])
        stored_body = BODY.decode(body)
    except (MsgspecError, ValueError, TypeError, RecursionError):
        raise BrokenChain(match, WAITING) from None
    if not sound or uid != branch_uid(match, device, base, stored_body.records[0].uid):
        raise BrokenChain(match, WAITING)
    return Branch(uid, base, device, grant, came_at, settled_at, **asdict(stored_body))


def store_branches(connection: Connection, match_id: int, changed: Iterable[Branch]) -> None:
    """Write branches, new or changed."""
    for branch in changed:
        uid, base, device, grant, came_at, settled_at, *_ = branch
        values = (uid, base, device, grant, came_at, branch.body, settled_at)
        row = dict(zip(COLUMN_NAMES, (*values, seal_of(values)), strict=True))
        connection.execute(delete(branches).where(branches.c.uid == uid))
        connection.execute(insert(branches), row | {"match_id": match_id})
