"""Settling a branch: both sides of it, deal by deal; each choice becomes ordinary records by whoever settles it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from models.base import canonical_json, new_uid, now, to_millis
from models.log.append import dry_run, read_beforehand
from models.log.errors import StaleVersion
from models.log.granted_match import GrantedMatch
from models.log.hash_chain import Trace
from models.log.read import read
from models.log.state import MatchState, at_version, state_cache
from models.tables import Match
from models.tail.branches import Branch, TailRecord, match_branches, replay_tail
from models.tail.join import CHANGE_KINDS, DEALS, SWITCH_KINDS, by_place, entry_of, status_of
from models.tail.receive import Taking
from models.transaction import write_connection
from scoring.deals import STRUCK
from scoring.words import Deal, Problem

THEIRS, MINE, BOTH, NEITHER = "theirs", "mine", "two", "neither"
RESTORED, INSERTED, AMENDED, REMOVED, RULED, DEALT, ENDED = range(7)  # the order in which records are written


class DealPair(NamedTuple):
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
        deal = self.theirs or self.ours
        return deal.uid if deal else ""

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
            return (THEIRS, MINE, BOTH) if self.theirs.kind in ("deal", "adjust") else (THEIRS, MINE)
        return (THEIRS, NEITHER) if self.theirs else (MINE, NEITHER)


class Sides(NamedTuple):
    """A branch beside the log: the rows, the states of both, and the records of the phone that are not legal."""

    rows: tuple[DealPair, ...]
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
        if standing and any(known.uid == standing.uid for known in ours.records):
            continue
        if standing and record not in branch.records:
            named = named._replace(uid=standing.uid, kind=standing.kind, body=standing.body)
        replayed = replay_tail(ours, (named,))
        ours = replayed.state
        if replayed.problems and record in branch.records:
            illegal.append((named, replayed.problems))
    shared = {record.uid for record in base.records} | (
        {record.uid for record in ours.records} & {record.uid for record in theirs.records}
    )
    rows = (*changed_rows(base, theirs, ours, shared), *new_rows(theirs, ours, shared))
    number = sum(deal.kind == "deal" for deal in theirs.live.deals if deal.uid in shared)
    return Sides(rows, theirs, ours, number, tuple(illegal))


def changed_rows(base: MatchState, theirs: MatchState, ours: MatchState, shared: set[str]) -> list[DealPair]:
    """The lines known to both that the phone changed and that the log has otherwise."""
    uids: dict[str, None] = {}
    for state in (base, theirs, ours):
        uids.update(dict.fromkeys(deal.uid for deal in state.live.deals if deal.uid in shared))
    rows = []
    for uid in uids:
        if status_of(ours, uid) not in (status_of(base, uid), status_of(theirs, uid)):
            rows.append(DealPair(deal_in(theirs, uid), deal_in(ours, uid), changed=True))
    return rows


def deal_in(state: MatchState, uid: str) -> Deal | None:
    """A deal that stands."""
    return next((deal for deal in state.live.deals if deal.uid == uid and deal.kind != STRUCK), None)


def new_rows(theirs: MatchState, ours: MatchState, shared: set[str]) -> list[DealPair]:
    """The deals and rulings beyond what is known to both: side by side where they are alike or differ in turn."""
    stands = {deal.uid for deal in theirs.live.deals if deal.kind == "deal"}
    rows = []
    for kinds in (DEALS, ("adjust",), CHANGE_KINDS, SWITCH_KINDS):
        their_new, our_new = (by_place(state, shared, kinds) for state in (theirs, ours))
        for before in dict.fromkeys((*their_new, *our_new)):
            pairs = aligned(their_new.get(before, []), our_new.get(before, []))
            rows += [row._replace(before=before) if before in stands else row for row in pairs]
    return rows


def aligned(theirs: list[Deal], ours: list[Deal]) -> list[DealPair]:
    """Two lists side by side; where they differ, first with first."""
    rows = []
    matcher = SequenceMatcher(None, list(map(key_of, theirs)), list(map(key_of, ours)), autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        for place in range(max(end - start, last - first)):
            their_deal = theirs[start + place] if start + place < end else None
            our_deal = ours[first + place] if first + place < last else None
            following = theirs[min(start + place + 1, end)].uid if min(start + place + 1, end) < len(theirs) else None
            rows.append(DealPair(their_deal, our_deal, before=following))
    return rows


def key_of(deal: Deal) -> str:
    """What a deal says, whoever dealt it."""
    return canonical_json([deal.kind, entry_of(deal)])


class Step(NamedTuple):
    """A record that a choice leads to: when it is written, and the uid of the phone's deal for which it stands."""

    order: int
    record: TailRecord
    of: str | None = None


def chosen_way(row: DealPair, choices: Mapping[str, str]) -> str:
    """The choice for a row; the usual one where none, or none that there is, was made."""
    way = choices.get(row.uid, "")
    return way if way in row.ways else next(iter(row.ways), THEIRS)


def steps_for(rows: Sequence[DealPair], choices: Mapping[str, str]) -> list[Step]:
    """The records that the choices lead to, in the order in which they are written."""
    steps = [step for row in rows for step in row_steps(row, chosen_way(row, choices))]
    return sorted(steps, key=lambda step: step.order)


def row_steps(row: DealPair, way: str) -> list[Step]:
    """The records of one choice."""
    if row.same:
        return []
    if way == NEITHER:
        return [strike(row.theirs)] if row.theirs else []
    if way == THEIRS or row.ours is None:
        return [strike(row.theirs)] if way == MINE and row.theirs else []
    if way == BOTH or (row.theirs is None and not row.changed):
        return [added(row.ours, row.before)]
    if row.ours.kind == "deal" and (row.theirs is None or row.theirs.kind == "deal"):
        back = [] if row.theirs else [step(RESTORED, "restore", {"of": row.ours.uid})]
        return [*back, amended(row.theirs or row.ours, row.ours)]
    if row.changed:
        return [step(RESTORED, "restore", {"of": row.ours.uid})]
    return [*([strike(row.theirs)] if row.theirs else []), added(row.ours, None)]


def step(order: int, kind: str, body: dict[str, Any], of: str | None = None) -> Step:
    return Step(order, TailRecord(new_uid(), kind, body), of)


def strike(deal: Deal) -> Step:
    """The record that takes a deal or ruling of the log away."""
    return step(REMOVED, "strike", {"of": deal.uid, **({"crossed": True} if deal.kind == "deal" else {})})


def amended(deal: Deal, ours: Deal) -> Step:
    """The record that makes a deal of the log what the phone said."""
    dealer = {} if ours.dealer is None else {"dealer": ours.dealer}
    return step(AMENDED, "amend", {"of": deal.uid, "entry": entry_of(ours), **dealer}, ours.uid)


def added(ours: Deal, before: str | None) -> Step:
    """The record of a deal or ruling that only the phone has, in front of a deal of the log where one follows."""
    if ours.kind != "deal":
        return step(ENDED if ours.kind in SWITCH_KINDS else RULED, ours.kind, dict(ours.entry), ours.uid)
    dealer = {} if ours.dealer is None else {"dealer": ours.dealer}
    if before and dealer:
        return step(INSERTED, "deal", {"before": before, **dealer, **entry_of(ours)}, ours.uid)
    return step(DEALT, "deal", {**dealer, **entry_of(ours)}, ours.uid)


def preview(state: MatchState, steps: Sequence[Step]) -> MatchState:
    """The state that these records lead to; Refused when one of them is not legal."""
    for _, record, _ in steps:
        state = dry_run(state, record.kind, record.body, record.uid)
    return state


def settle(
    match: Match | GrantedMatch,
    uid: str,
    choices: Mapping[str, str],
    after: int,
    *,
    grant: str | None,
    device: str | None,
) -> MatchState:
    """Write what the choices for a branch lead to; nothing when it is settled already. The state of the match then.

    after: the version on which the choices were made. Raises, with nothing stored: StaleVersion when the log has grown,
    Refused when a choice leads to something that is not legal, BrokenChain when the match is damaged.
    """
    read_beforehand(match)
    author = Trace(grant, device, None, to_millis(now()))
    with write_connection() as connection:
        state = read(match, connection)
        held = match_branches(connection, match.id, match.uid)
        branch = next((waiting for waiting in held if waiting.uid == uid and waiting.waits), None)
        if branch is not None:
            if state.records_after(after) or not 0 <= after <= state.version:
                raise StaleVersion(state.version, state.records[max(after, 0) :])
            taking = Taking(connection, match.id, state, held, author, branch.base)
            rows = sides_of(branch, state, taking.twins).rows
            steps = steps_for(rows, choices)
            twins = {row.ours.uid: row.theirs.uid for row in rows if row.same and row.ours and row.theirs}
            for _, record, of in steps:
                taking.append(record)
                if of:
                    twins[of] = str(record.body["of"]) if record.kind == "amend" else record.uid
            twins = {record.uid: twins[record.uid] for record in branch.records if record.uid in twins}
            done = tuple(record.uid for _, record, _ in steps)
            taking.put(branch._replace(settled_at=author.at, settled=done, twins=twins))
            taking.store(match)
            state = taking.state
    return state_cache.put(match.uid, state)
