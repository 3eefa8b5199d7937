"""Join of a tail with a log that has grown meanwhile: what stands in both is compared, not what was typed.

Deals that the base does not have are compared first with first. Equal ones are one; from the first difference on
nothing is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from typing import Any, NamedTuple

from models.log.state import PLAY, MatchState
from models.tail.branches import TailRecord
from scoring.deals import CONFIRMATION_KINDS, RESULT, STRIKE_KINDS, STRUCK, struck_uids
from scoring.entry_shape import without_nulls
from scoring.words import Deal

CHANGE_KINDS = ("rules", "seat")
SWITCH_KINDS = ("close", "reopen")
DEALS = ("deal", RESULT)


def new_deals(state: MatchState, known: Container[str]) -> list[Deal]:
    """The deals and rulings that stand and are not of the known records, in the order of the sheet."""
    return [deal for deal in state.live.deals if deal.uid not in known and deal.kind != STRUCK]


def by_place(state: MatchState, shared: set[str], kinds: tuple[str, ...]) -> dict[str | None, list[Deal]]:
    """The new deals and rulings of some kinds: forgotten deals by the known one before which they were put."""
    records = {record.uid: record for record in state.records}
    places: dict[str | None, list[Deal]] = {}
    for deal in new_deals(state, shared):
        if deal.kind in kinds:
            before = records[deal.uid].body.get("before") if deal.kind == "deal" else None
            places.setdefault(before if before in shared else None, []).append(deal)
    return places


def same_deal(deal: Deal, other: Deal) -> bool:
    """Whether two deals (or rulings) say the same."""
    return (deal.kind, deal.dealer) == (other.kind, other.dealer) and entry_of(deal) == entry_of(other)


def entry_of(deal: Deal) -> Any:
    """The entry without what is left open."""
    return without_nulls(deal.entry)


def changes_of(deal: Deal) -> dict[Any, Any]:
    """What a change of rules or of seats sets, by what it is about; empty for anything else."""
    if deal.kind == "rules":
        return {("rule", key): value for key, value in deal.entry["rules"].items()}
    if deal.kind != "seat":
        return {}
    if "dealer" in deal.entry:
        return {"dealer": deal.entry["dealer"]}
    return {("seat", deal.entry["seat"]): (deal.entry.get("player_uid") or "", deal.entry["player"])}


def status_of(state: MatchState, line: str) -> Any:
    """What stands of a line, named by its record: its entry and dealer; of the rest, whether it stands."""
    for deal in state.live.deals:
        if deal.uid == line:
            return False if deal.kind == STRUCK else (entry_of(deal), deal.dealer)
    return line not in struck_uids(state.records)


class Join(NamedTuple):
    """What becomes of a tail: records to append, the twins that the log has of others, and where a conflict begins.

    Records before `conflict` that are neither kept nor twins have left no trace: they were undone on the phone.
    """

    keep: tuple[TailRecord, ...]
    twins: dict[str, str]
    conflict: int


class Joining:
    """The comparison under way: twins found, records to drop, places in the tail where a conflict begins.

    base: what both know; theirs: the log now; ours: base and the tail, every record legal.
    """

    def __init__(self, base: MatchState, theirs: MatchState, ours: MatchState, tail: Sequence[TailRecord]) -> None:
        self.base, self.theirs, self.ours, self.tail = base, theirs, ours, tail
        self.known = {record.uid for record in base.records}
        self.records = {record.uid: record for record in ours.records}
        self.place = {record.uid: place for place, record in enumerate(tail)}
        self.struck = struck_uids(ours.records)
        self.our_deals, self.their_deals = new_deals(ours, self.known), new_deals(theirs, self.known)
        self.twins: dict[str, str] = {}
        self.dropped: set[str] = set()
        self.deal_of_bid: dict[str, str | None] = {}
        self.conflicts: list[int] = []

    def stands(self, record: TailRecord) -> bool:
        """Whether a record of the tail still means something at its end."""
        if record.kind in CONFIRMATION_KINDS:
            return record.uid in self.records
        if record.kind in STRIKE_KINDS:
            return record.body["of"] in self.known
        return record.uid not in self.struck and not (record.kind == "amend" and record.body["of"] in self.struck)

    def conflict(self, uid: str) -> None:
        self.conflicts.append(self.place[uid])

    def twin(self, uid: str, other: str) -> None:
        """A record is one with another of the log, and so is every change of it."""
        self.twins[uid] = other
        for record in self.tail:
            if record.kind == "amend" and record.body["of"] == uid:
                self.twins[record.uid] = other

    def compare_deals(self) -> None:
        """Deals and bare results in the order of the sheet, first with first; a match that ended has no more of them.

        Forgotten deals by the deal before which they were put.
        """
        ours, theirs = (by_place(state, self.known, DEALS) for state in (self.ours, self.theirs))
        same = {before: self.compare_in_turn(deals, theirs.get(before, [])) for before, deals in ours.items()}
        more = ours.get(None, [])[len(theirs.get(None, [])) :]
        if more and same[None] and self.theirs.status != PLAY and self.base.status == PLAY:
            self.conflict(more[0].uid)

    def compare_in_turn(self, ours: list[Deal], theirs: list[Deal]) -> bool:
        """Compare first with first; False at a difference."""
        for mine, other in zip(ours, theirs, strict=False):
            if not same_deal(mine, other):
                self.conflict(mine.uid)
                return False
            self.twin(mine.uid, other.uid)
        return True

    def compare_rulings(self) -> None:
        """Points given at the table, rules, seats, the end of the match."""
        self.compare_in_turn(of_kinds(self.our_deals, "adjust"), of_kinds(self.their_deals, "adjust"))
        ours, theirs = of_kinds(self.our_deals, *CHANGE_KINDS), of_kinds(self.their_deals, *CHANGE_KINDS)
        same = next((n for n, pair in enumerate(zip(ours, theirs, strict=False)) if not same_deal(*pair)), None)
        alike = min(len(ours), len(theirs)) if same is None else same
        self.twins |= {mine.uid: other.uid for mine, other in zip(ours[:alike], theirs[:alike], strict=True)}
        for deal in ours[alike:]:
            self.compare_change(deal, theirs[alike:])
        ours, theirs = of_kinds(self.our_deals, *SWITCH_KINDS), of_kinds(self.their_deals, *SWITCH_KINDS)
        dealt = {deal.uid for deal in of_kinds(self.their_deals, "deal")}  # the end holds unless the other dealt on
        if ours and theirs and [deal.kind for deal in ours] == [deal.kind for deal in theirs]:
            self.twins |= {mine.uid: other.uid for mine, other in zip(ours, theirs, strict=True)}
        elif ours and (theirs or dealt - set(self.twins.values())):
            self.conflict(ours[0].uid)

    def compare_change(self, deal: Deal, theirs: list[Deal]) -> None:
        """A house rule or a player: set by both it is one or a conflict, and it must not overtake a deal of both."""
        changed = {key: (value, other.uid) for other in theirs for key, value in changes_of(other).items()}
        ours = changes_of(deal)
        if any(key in changed and changed[key][0] != value for key, value in ours.items()):
            self.conflict(deal.uid)
        elif all(key in changed for key in ours):
            self.twin(deal.uid, next(changed[key][1] for key in ours))
        elif any(uid in self.twins and place > self.place[deal.uid] for uid, place in self.place.items()):
            self.conflict(deal.uid)

    def compare_changed_lines(self) -> None:
        """Known lines that the tail touched: changed by one of the two that holds, by both it is one or a conflict."""
        touching: dict[str, list[TailRecord]] = defaultdict(list)
        for record in self.tail:
            if record.kind in ("amend", *STRIKE_KINDS) and self.stands(record) and record.body["of"] in self.known:
                of = self.records[record.body["of"]]
                touching[of.body["of"] if of.kind == "amend" else of.uid].append(record)
        for line, records in touching.items():
            before, theirs, ours = (status_of(state, line) for state in (self.base, self.theirs, self.ours))
            if ours == before:
                self.dropped.update(record.uid for record in records)
            elif theirs == ours:
                last = self.theirs.last
                self.twins |= {record.uid: last.uid for record in records if last}
            elif theirs != before:
                self.conflict(records[0].uid)

    def compare_bids(self) -> None:
        """A bid goes with its deal; the bid of the deal in play gives way to a bid or a deal of the log."""
        theirs = self.theirs.last
        over = self.theirs.live.pending != self.base.live.pending or any(d.kind == "deal" for d in self.their_deals)
        following: str | None = None
        for record in reversed(self.tail):
            if record.kind == "deal" and self.stands(record) and record.body.get("before") not in self.known:
                following = record.uid
            elif record.kind == "bid" and self.stands(record):
                self.deal_of_bid[record.uid] = following
                if following is None and over and theirs:
                    self.twins[record.uid] = theirs.uid
                elif following in self.twins:
                    self.twins[record.uid] = self.twins[following]

    def join(self) -> Join:
        """The join, with the conflict moved before what belongs to its first record."""
        self.compare_deals()
        self.compare_rulings()
        self.compare_changed_lines()
        self.compare_bids()
        at = min(self.conflicts, default=len(self.tail))
        while 0 < at < len(self.tail):  # a bid, an undo, or what was undone
            before = self.tail[at - 1]
            if before.kind not in ("bid", *STRIKE_KINDS) and self.stands(before):
                break
            at -= 1
        twins = {record.uid: self.twins[record.uid] for record in self.tail[:at] if record.uid in self.twins}
        kept = [record for record in self.tail[:at] if record.uid not in twins and self.is_kept(record, at)]
        return Join(tuple(r._replace(body=self.records[r.uid].body) for r in kept), twins, at)

    def is_kept(self, record: TailRecord, conflict: int) -> bool:
        """Whether a record before the conflict goes into the log, unless it has a twin there."""
        deal = self.deal_of_bid.get(record.uid)
        apart = deal is not None and self.place[deal] >= conflict
        return self.stands(record) and record.uid not in self.dropped and not apart


def of_kinds(deals: list[Deal], *kinds: str) -> list[Deal]:
    """The deals and rulings of these kinds."""
    return [deal for deal in deals if deal.kind in kinds]
