"""Both sides of a branch, deal by deal: what the log says, what the phone said, and which of it may be chosen."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import NamedTuple

from models.base import canonical_json
from models.log.state import MatchState, at_version
from models.tail.branches import Branch
from models.tail.standing import entry_of, new_deals, status_of
from models.tail.tail_record import TailRecord, replay_tail
from scoring.deals import RESULT, STRUCK
from scoring.words import Deal, Problem

THEIRS, MINE, BOTH, NEITHER = "theirs", "mine", "two", "neither"
DEALS, POINTS, CHANGES, ENDS = ("deal", RESULT), ("adjust",), ("rules", "seat"), ("close", "reopen")


class Side(NamedTuple):
    """A row of the comparison: a deal or ruling as the log has it, as the phone had it; None where one lacks it.

    changed: it was known to both, and a deal that is None was removed; before: the deal of the log that follows, if a
    deal of the phone alone is to be put in front of one.
    """

    theirs: Deal | None
    ours: Deal | None
    changed: bool = False
    before: str | None = None

    @property
    def uid(self) -> str:
        """Names the row."""
        found = self.theirs or self.ours
        return found.uid if found else ""

    @property
    def same(self) -> bool:
        """Whether both say the same."""
        return self.theirs is not None and self.ours is not None and key_of(self.theirs) == key_of(self.ours)

    @property
    def ways(self) -> tuple[str, ...]:
        """What may be chosen, the usual choice first; nothing where both say the same."""
        if self.same:
            return ()
        if self.changed:
            return (THEIRS, MINE)
        if self.theirs and self.ours:
            return (THEIRS, MINE, BOTH) if self.theirs.kind in ("deal", *POINTS) else (THEIRS, MINE)
        return (THEIRS, NEITHER) if self.theirs else (MINE, NEITHER)


class Sides(NamedTuple):
    """A branch beside the log: the rows, the states of both, and the records of the phone that are not legal."""

    rows: tuple[Side, ...]
    theirs: MatchState
    ours: MatchState
    number: int  # of deals that both have
    illegal: tuple[tuple[TailRecord, tuple[Problem, ...]], ...]


def sides_of(branch: Branch, theirs: MatchState, twins: dict[str, str]) -> Sides:
    """The comparison of a branch with the log as it is now."""
    base = at_version(theirs, max(min(branch.base, theirs.version), 0))
    log = {record.uid: record for record in theirs.records}
    ours, illegal = base, []
    for record in (*branch.known, *branch.records):
        named = record.renamed(twins)
        standing = log.get(twins.get(record.uid, record.uid))
        if standing and any(one.uid == standing.uid for one in ours.records):
            continue
        if standing and record not in branch.records:
            named = named._replace(uid=standing.uid, kind=standing.kind, body=standing.body)
        found = replay_tail(ours, (named,))
        ours = found.state
        if found.problems and record in branch.records:
            illegal.append((named, found.problems))
    shared = {record.uid for record in base.records} | (
        {record.uid for record in ours.records} & {record.uid for record in theirs.records}
    )
    rows = (*changed_rows(base, theirs, ours, shared), *new_rows(theirs, ours, shared))
    number = sum(deal.kind == "deal" for deal in theirs.live.deals if deal.uid in shared)
    return Sides(rows, theirs, ours, number, tuple(illegal))


def changed_rows(base: MatchState, theirs: MatchState, ours: MatchState, shared: set[str]) -> list[Side]:
    """The lines known to both that the phone changed and that the log has otherwise."""
    found: dict[str, None] = {}
    for state in (base, theirs, ours):
        found.update(dict.fromkeys(deal.uid for deal in state.live.deals if deal.uid in shared))
    rows = []
    for uid in found:
        if status_of(ours, uid) not in (status_of(base, uid), status_of(theirs, uid)):
            rows.append(Side(deal_in(theirs, uid), deal_in(ours, uid), changed=True))
    return rows


def deal_in(state: MatchState, uid: str) -> Deal | None:
    """A deal that stands."""
    return next((deal for deal in state.live.deals if deal.uid == uid and deal.kind != STRUCK), None)


def new_rows(theirs: MatchState, ours: MatchState, shared: set[str]) -> list[Side]:
    """The deals and rulings beyond what is known to both: side by side where they are alike or differ in turn."""
    stands = {deal.uid for deal in theirs.live.deals if deal.kind == "deal"}
    rows = []
    for kinds in (DEALS, POINTS, CHANGES, ENDS):
        their_new, our_new = (by_place(state, shared, kinds) for state in (theirs, ours))
        for before in dict.fromkeys((*their_new, *our_new)):
            found = aligned(their_new.get(before, []), our_new.get(before, []))
            rows += [row._replace(before=before) if before in stands else row for row in found]
    return rows


def by_place(state: MatchState, shared: set[str], kinds: tuple[str, ...]) -> dict[str | None, list[Deal]]:
    """The new deals and rulings of some kinds: forgotten deals by the known one before which they were put."""
    records = {record.uid: record for record in state.records}
    found: dict[str | None, list[Deal]] = {}
    for deal in new_deals(state, shared):
        if deal.kind in kinds:
            before = records[deal.uid].body.get("before") if deal.kind == "deal" else None
            found.setdefault(before if before in shared else None, []).append(deal)
    return found


def aligned(theirs: list[Deal], ours: list[Deal]) -> list[Side]:
    """Two lists side by side; where they differ, first with first."""
    rows = []
    matcher = SequenceMatcher(None, list(map(key_of, theirs)), list(map(key_of, ours)), autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        for place in range(max(end - start, last - first)):
            one = theirs[start + place] if start + place < end else None
            other = ours[first + place] if first + place < last else None
            following = theirs[min(start + place + 1, end)].uid if min(start + place + 1, end) < len(theirs) else None
            rows.append(Side(one, other, before=following))
    return rows


def key_of(deal: Deal) -> str:
    """What a deal says, whoever dealt it."""
    return canonical_json([deal.kind, entry_of(deal)])
