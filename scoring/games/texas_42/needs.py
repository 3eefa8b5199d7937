"""What each side of Texas 42 still needs, in this deal and in the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.dominoes import ALL_POINTS
from scoring.games.texas_42.contracts import LOSE_ALL, bid_done, contract_of, counts_points, worth
from scoring.games.texas_42.ending import lacking, winner_of
from scoring.games.texas_42.fields import MARK
from scoring.words import Need, side_of

if TYPE_CHECKING:
    from scoring.words import Entry, Rules, Standing


def needs(standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
    """What each side still needs, in this deal and in the match."""
    if pending is None or "bidder" not in pending or not bid_done(pending):
        return to_win(standing, 0) + to_win(standing, 1)
    side = side_of(standing.table, pending["bidder"])
    ours, theirs = deal_needs(pending, side)
    return (ours,) + then(standing, pending, side, True) + (theirs,) + then(standing, pending, 1 - side, False)


def deal_needs(pending: Entry, side: int) -> tuple[Need, Need]:
    """What makes the bid, and what sets it."""
    bid = pending.get("bid", MARK)
    if contract_of(pending) in LOSE_ALL:
        return Need(side, "need_none", {}), Need(1 - side, "need_catch", {"seat": pending["bidder"]})
    if bid >= MARK:
        return Need(side, "need_all", {}), Need(1 - side, "need_trick", {})
    return Need(side, "need_bid", {"bid": bid}), Need(1 - side, "need_set", {"n": ALL_POINTS + 1 - bid})


def to_win(standing: Standing, side: int) -> tuple[Need, ...]:
    """What a side still needs in the match; nothing when it is past the target and level."""
    left = lacking(standing, side)
    code = "marks_to_win" if standing.rules["scoring"] == "marks" else "points_to_win"
    return (Need(side, code, {"n": left}),) if left else ()


def then(standing: Standing, written: Entry, side: int, won: bool) -> tuple[Need, ...]:
    """What a side still needs in the match when the bid is made, or set, to its good."""
    if wins(standing, written, side, won):
        return (Need(side, "then_wins", {}),)
    left = lacking(standing, side) - worth(written.get("bid", MARK))
    if standing.rules["scoring"] == "marks" and left > 0:
        return (Need(side, "then_marks", {"n": left}),)
    return to_win(standing, side)


def wins(standing: Standing, written: Entry, side: int, won: bool) -> bool:
    """Whether a bid that is made, or set, wins the match for a side whatever is taken."""
    declarers = side_of(standing.table, written["bidder"])
    for ours, theirs in results(standing.rules, written, won):
        totals = [total + (ours if other == declarers else theirs) for other, total in enumerate(standing.totals)]
        if winner_of(standing.rules, totals, declarers) != side:
            return False
    return True


def results(rules: Rules, written: Entry, won: bool) -> list[tuple[int, int]]:
    """What a bid that is made, or set, can bring to the bidding side and to the others; penalties left out."""
    bid = written.get("bid", MARK)
    if counts_points(rules, contract_of(written), bid):
        if won:
            return [(took, ALL_POINTS - took) for took in range(bid, ALL_POINTS + 1)]
        return [(0, ALL_POINTS - took + bid) for took in range(bid)]
    gain = worth(bid) if rules["scoring"] == "marks" else bid
    return [(gain, 0) if won else (0, gain)]
