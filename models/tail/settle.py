"""Settling a branch: each choice becomes ordinary records by whoever settles it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from models.base import new_uid, now, to_millis
from models.log.append import dry_run, read_beforehand
from models.log.errors import StaleVersion
from models.log.granted_match import GrantedMatch
from models.log.state import MatchState, state_cache
from models.tables import Match
from models.tail.branches import Branch, match_branches
from models.tail.sides import BOTH, ENDS, MINE, NEITHER, THEIRS, Side, sides_of
from models.tail.standing import entry_of
from models.tail.tail_record import TailRecord
from models.tail.taking import Author, Taking, locked_state
from models.transaction import write_connection
from scoring.words import Deal

RESTORED, INSERTED, AMENDED, STRUCK, RULED, DEALT, ENDED = range(7)  # the order in which records are written


class Step(NamedTuple):
    """A record that a choice leads to: when it is written, and the uid of the phone's deal for which it stands."""

    order: int
    record: TailRecord
    of: str | None = None


def chosen_way(row: Side, choices: Mapping[str, str]) -> str:
    """The choice for a row; the usual one where none, or none that there is, was made."""
    way = choices.get(row.uid, "")
    return way if way in row.ways else next(iter(row.ways), THEIRS)


def steps_for(rows: Sequence[Side], choices: Mapping[str, str]) -> list[Step]:
    """The records that the choices lead to, in the order in which they are written."""
    found = [step for row in rows for step in row_steps(row, chosen_way(row, choices))]
    return sorted(found, key=lambda step: step.order)


def row_steps(row: Side, way: str) -> list[Step]:
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
    return step(STRUCK, "strike", {"of": deal.uid, **({"crossed": True} if deal.kind == "deal" else {})})


def amended(deal: Deal, ours: Deal) -> Step:
    """The record that makes a deal of the log what the phone said."""
    dealer = {} if ours.dealer is None else {"dealer": ours.dealer}
    return step(AMENDED, "amend", {"of": deal.uid, "entry": entry_of(ours), **dealer}, ours.uid)


def added(ours: Deal, before: str | None) -> Step:
    """The record of a deal or ruling that only the phone has, in front of a deal of the log where one follows."""
    if ours.kind != "deal":
        return step(ENDED if ours.kind in ENDS else RULED, ours.kind, dict(ours.entry), ours.uid)
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
    with write_connection() as connection:
        state = _settle(connection, match, uid, choices, after, Author(grant, device, to_millis(now())))
    return state_cache.put(match.uid, state)


def _settle(
    connection: Connection,
    match: Match | GrantedMatch,
    uid: str,
    choices: Mapping[str, str],
    after: int,
    author: Author,
) -> MatchState:
    state = locked_state(connection, match)
    held = match_branches(connection, match.id, match.uid)
    branch = next((one for one in held if one.uid == uid and one.waits), None)
    if branch is None:
        return state
    if state.records_after(after) or not 0 <= after <= state.version:
        raise StaleVersion(state.version, state.records[max(after, 0) :])
    taking = Taking(connection, match.id, state, held, author, branch.base)
    taking.put(settled(taking, branch, choices, author.at))
    taking.store(match)
    return taking.state


def settled(taking: Taking, branch: Branch, choices: Mapping[str, str], at: int) -> Branch:
    """The branch after its choices were appended; Refused when one of them is not legal."""
    rows = sides_of(branch, taking.state, taking.twins).rows
    steps = steps_for(rows, choices)
    twins = {row.ours.uid: row.theirs.uid for row in rows if row.same and row.ours and row.theirs}
    for _, record, of in steps:
        taking.append(record)
        if of:
            twins[of] = str(record.body["of"]) if record.kind == "amend" else record.uid
    own = {record.uid for record in branch.records}
    done = tuple(record.uid for _, record, _ in steps)
    return branch._replace(settled_at=at, settled=done, twins={uid: twins[uid] for uid in own & twins.keys()})
