"""Texas 42: the contracts, what a deal counts, the marks of a tally, and when a match is won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import last_deal
from scoring.games.texas_42.rules import ALL_POINTS, MARK, MARK_CONTRACTS
from scoring.words import Message, Outcome, Payment, award, side_of

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Entry, Line, Rules, Standing, Values


LOSE_ALL = ("nello", "low_no")
NAMES_SUIT = ("suit", "plunge", "splash")
SPECIAL = ("nello", "plunge", "splash", "sevens")


def contract_of(entry: Entry) -> str:
    """What is played; a suit where nothing is named."""
    return str(entry.get("contract") or "suit")


def label_of(contract: str) -> str:
    """What a contract is called."""
    return next(choice.label for choice in MARK_CONTRACTS if choice.value == contract)


def bid_done(pending: Entry | None) -> bool:
    """Whether the bid is whole, so that the result comes next; also when all have passed."""
    if pending is None:
        return False
    if "bidder" in pending:
        return "bid" in pending or contract_of(pending) == "low_no"
    return bool(pending.get("calls") == ["pass"] * 4)


def worth(bid: int) -> int:
    """The marks that a bid stands for: 1 up to 42, else the marks bid."""
    return 1 if bid < MARK else bid // MARK


def counts_points(rules: Rules, contract: str, bid: int | None) -> bool:
    """Whether the points taken are needed: below 42 in the points game."""
    return rules["scoring"] == "points" and contract != "low_no" and bid is not None and bid < MARK


def played(rules: Rules, contract: str) -> bool:
    """Whether this table plays a contract at all (TX-V1, V3, V5, V6, V7, V10, V15)."""
    if contract == "no_trump" or contract == "no_trump_low":
        return rules["no_trump"] == "high_or_low" or (rules["no_trump"] == "high" and contract == "no_trump")
    if contract == "suit" or contract == "doubles":
        return contract == "suit" or bool(rules["doubles_trump"])
    if rules["scoring"] == "points" or contract == "low_no":
        return rules["scoring"] == "points" and contract == "low_no" and bool(rules["low_no"])
    return bool(rules["sevens"] if contract == "sevens" else rules[contract] != "off")


def lowest(rules: Rules, contract: str) -> int:
    """The lowest bid with which a contract may be played (TX-V2, TX-D12)."""
    if contract == "no_trump" or contract == "no_trump_low":
        return int(rules["no_trump_from"])
    if contract == "plunge":
        return 3 * MARK if rules["plunge"] == "three_marks" else 4 * MARK
    if contract == "splash":
        return 3 * MARK if rules["splash"] == "three_marks" else 2 * MARK
    return MARK if contract in SPECIAL else 30


def reached(contract: str, bid: int, took: int) -> bool:
    """Whether these points are what the bidding side undertook."""
    return took == 0 if contract in LOSE_ALL else took >= min(bid, ALL_POINTS)


def made(entry: Entry) -> bool:
    """Whether the bidding side made its contract; a penalty always loses it (TX-D19)."""
    if entry.get("penalty"):
        return False
    won = entry.get("made")
    return reached(contract_of(entry), entry.get("bid", MARK), entry["points"]) if won is None else bool(won)


TALLY = ("a_left", "a_right", "a_bar", "l1_stem", "l1_foot", "l2_stem", "l2_foot")  # one stroke a mark (TX-D21)


def marks(standing: Standing) -> Values:
    """The tally that the game is known for, as data for drawing: `kind` and what that kind needs."""
    if standing.rules["scoring"] == "points":
        return {"kind": "road", "target": standing.rules["target_points"]}
    target = standing.rules["target_marks"]
    return {"kind": "all", "target": target, "sides": [len(strokes(total)) for total in standing.totals]}


def strokes(total: int) -> list[str]:
    """The strokes of ALL that so many marks draw, in their order; more than seven still show it complete."""
    return list(TALLY[: max(0, total)])


VERDICTS = {
    "bid": ("bid_made", "bid_set", "bid_penalty"),
    "took": ("bid_made_took", "bid_set_took", "bid_penalty"),
    "marks": ("marks_made", "marks_set", "marks_penalty"),
    "nello": ("nello_made", "nello_set", "nello_penalty"),
    "plunge": ("plunge_made", "plunge_set", "plunge_penalty"),
    "splash": ("splash_made", "splash_set", "splash_penalty"),
    "sevens": ("sevens_made", "sevens_set", "sevens_penalty"),
    "all": ("all_made", "all_set", "bid_penalty"),
    "low_no": ("low_no_made", "low_no_set", "low_no_penalty"),
}


def score_deal(standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
    """The awards of a legal entry, and the carry after it."""
    if "bidder" not in entry:
        return (), standing.carry
    side = side_of(standing.table, entry["bidder"])
    if standing.rules["scoring"] == "marks":
        return marks_awards(side, entry), standing.carry
    return points_awards(side, entry), standing.carry


def marks_awards(side: int, entry: Entry) -> tuple[Award, ...]:
    """Marks go to one side: to the bidders when made, to the others when set."""
    bid, contract, won = entry["bid"], contract_of(entry), made(entry)
    what = contract if contract in SPECIAL else "bid" if bid < MARK else "marks"
    return (verdict(side, won, worth(bid), what, entry),)


def points_awards(side: int, entry: Entry) -> tuple[Award, ...]:
    """The points game: from 42 on and in Low-No the bid alone; below it what was taken, and the bid when it was set."""
    bid, won = entry.get("bid", MARK), made(entry)
    if bid >= MARK:
        return (verdict(side, won, bid, "low_no" if contract_of(entry) == "low_no" else "all", entry),)
    first = verdict(side, won, entry["points"] if won else bid, "bid", entry)
    theirs = ALL_POINTS - entry["points"]
    return (first, award(1 - side, theirs, "their_points", {"n": theirs})) if theirs else (first,)


def verdict(side: int, won: bool, gain: int, what: str, entry: Entry) -> Award:
    """The award to the bidding side for what it made, or to the other side for the set."""
    values = {"bid": entry.get("bid", MARK), "n": gain, "bidder": entry["bidder"]}
    if "points" in entry:
        values["took"] = entry["points"]
        what = "took" if what == "bid" else what
    why = VERDICTS[what][2 if entry.get("penalty") else 0 if won else 1]
    return award(side if won else 1 - side, gain, why, values)


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
