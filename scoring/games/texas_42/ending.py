"""Who wins a match of Texas 42, and what the losers pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import last_deal
from scoring.games.texas_42.marks import TALLY
from scoring.words import Message, Outcome, Payment, side_of

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Line, Rules, Standing, Values


def outcome(standing: Standing, lines: list[Line]) -> Outcome | None:
    """Who has won and why, or None while the match goes on; standing is the one after the last line."""
    last = last_deal(lines)
    bidder = last.deal.entry.get("bidder") if last is not None else None
    declarers = None if bidder is None else side_of(standing.table, bidder)
    winner = winner_of(standing.rules, standing.totals, declarers)
    if winner is None:
        return None
    if standing.rules["scoring"] == "marks":
        return marks_outcome(standing, lines, winner)
    return points_outcome(standing, winner, declarers)


def target_of(rules: Rules) -> int:
    """The total that ends a match, in marks or points."""
    return int(rules["target_marks"] if rules["scoring"] == "marks" else rules["target_points"])


def winner_of(rules: Rules, totals: Any, declarers: int | None) -> int | None:
    """The side that has won with these totals, or None; declarers bid in the last deal (TX-D15)."""
    target, past = target_of(rules), min(totals) >= target_of(rules)
    if max(totals) < target:
        return None
    if (
        past
        and rules["scoring"] == "points"
        and rules["both_past_target"] == "declarers_first"
        and declarers is not None
    ):
        return declarers
    return None if totals[0] == totals[1] else 0 if totals[0] > totals[1] else 1


def points_outcome(standing: Standing, winner: int, declarers: int | None) -> Outcome:
    """The end of the points game: one side at the target, or both, of which one wins (TX-D15)."""
    values, past = {"target": target_of(standing.rules)}, min(standing.totals) >= target_of(standing.rules)
    first = declarers is not None and standing.rules["both_past_target"] == "declarers_first"
    why = "first_points" if not past else "declarers_first" if first else "both_past"
    return Outcome((winner,), why, values, None)


def marks_outcome(standing: Standing, lines: list[Line], winner: int) -> Outcome:
    """The end of a game of marks, with what the losers pay when there are stakes (TX-V14)."""
    rules, loser = standing.rules, 1 - winner
    why = "all_written" if rules["target_marks"] == len(TALLY) else "first_marks"
    per_mark, per_set = rules["stake_per_mark"], rules["stake_per_set"]
    values: Values = {"n": rules["target_marks"]}
    if per_mark == 0 and per_set == 0:
        return Outcome((winner,), why, values, None)
    short, sets = lacking(standing, loser), times_set(standing, lines, loser)
    values.update({"short": short, "sets": sets, "mark_money": per_mark, "set_money": per_set})
    return Outcome((winner,), why, values, Payment(loser, short * per_mark + sets * per_set))


def payment_parts(outcome: Outcome) -> tuple[Message, ...]:
    """What the losers' payment is made of: the marks they lack and the times they were set, at their prices."""
    values = outcome.values
    if outcome.payment is None:
        return ()
    short = Message("marks_short", {"n": values["short"], "stake_money": values["mark_money"]})
    lost = Message("times_set", {"n": values["sets"], "stake_money": values["set_money"]})
    return (short, lost) if values["sets"] else (short,)


def times_set(standing: Standing, lines: list[Line], side: int) -> int:
    """How often a side bid and was set, penalties included."""
    others = [line for line in lines if line.deal.kind == "deal" and line.awards and line.awards[0].side != side]
    return sum([side_of(standing.table, line.deal.entry["bidder"]) == side for line in others])


def lacking(standing: Standing, side: int) -> int:
    """What a side lacks to the target, in marks or points; nothing when it is there."""
    return max(0, target_of(standing.rules) - standing.totals[side])
