"""Boomke Wies: the auction, what a deal may say, and what it counts, Meetje and its fine too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import high_or_low
from scoring.games.boomke_wies.rules import BOOM, CALLS
from scoring.words import Outcome, award, problem, side_of, with_value

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Entry, Problem, Rules, Standing, Values


def calls_so_far(dealer: int, calls: list[Any], any_bid: bool) -> Values:
    """An auction so far: seats (who made each call), turn, high, holder, over; fault (a code or empty) and its call."""
    passed = [False, False, False, False]
    state: Values = {"fault": "", "call": 0, "turn": (dealer + 1) % 4, "high": None, "holder": None, "over": False}
    state["seats"] = []
    for call in calls:
        state["call"] += 1
        state["fault"] = "calls_after_end" if state["over"] else call_fault(call, state["high"], sum(passed), any_bid)
        if state["fault"]:
            return state
        take_call(state, call, passed)
    return state


def take_call(state: Values, call: Any, passed: list[bool]) -> None:
    """Take a legal call down: who holds what, whether that was the last, and who speaks next."""
    turn = state["turn"]
    state["seats"].append(turn)
    if call == "pass":
        passed[turn] = True
    else:
        state["high"], state["holder"] = call, turn
    high = state["high"]
    state["over"] = high is not None and (high == BOOM or high == "meetje" or sum(passed) == 3)
    turn = (turn + 1) % 4
    while passed[turn] and not state["over"]:
        turn = (turn + 1) % 4
    state["turn"] = turn


def call_fault(call: Any, high: int | None, passes: int, any_bid: bool) -> str:
    """What is wrong with one call over the highest bid so far, after so many passes."""
    forced = high is None and passes == 3
    if call == "pass":
        return "calls_dealer_must" if forced else ""
    if call == "meetje":
        return "" if forced else "calls_meetje"
    if high is not None and call <= high:
        return "calls_not_higher"
    return "calls_forced" if forced and not any_bid and 7 < call < BOOM else ""


def half_made(standing: Standing, calls: list[Any]) -> Values | None:
    """A half-made auction for the pad, see Game.auction; None without an auction or after a faulty call."""
    any_bid = standing.rules["after_three_passes"] == "any_bid"
    state = calls_so_far(standing.dealer, calls, any_bid)
    if state["fault"] or not standing.rules["auction"]:
        return None
    passes = calls.count("pass")
    over, high = state["over"], state["high"]
    words = () if over else CALLS
    entry = {} if high is None else {"declarer": state["holder"], "contract": high}  # when nobody bids higher
    return {
        "seats": state["seats"],
        "turn": state["turn"],
        "calls": [call.value for call in words if not call_fault(call.value, high, passes, any_bid)],
        "over": over,
        "entry": with_value(entry, "calls", calls),
    }


def declares(standing: Standing, pending: Entry | None) -> bool:
    """Whether it is known who plays for which bid."""
    if not pending or "contract" not in pending or not standing.rules["auction"]:
        return False
    return pending["contract"] == "meetje" or "declarer" in pending


def declarer_of(standing: Standing, entry: Entry) -> int:
    """The seat that plays for its bid; in a Meetje the dealer."""
    return int(standing.dealer if entry.get("contract") == "meetje" else entry["declarer"])


def entry_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """What is wrong with an entry whose shape is right (nulls dropped); all at once."""
    if not standing.rules["auction"]:
        return ()
    contract, declarer = entry["contract"], entry.get("declarer")
    found = []
    if contract == "meetje":
        if declarer is not None and declarer != standing.dealer:
            found.append(problem("declarer", "meetje_for_dealer"))
    elif declarer is None:
        found.append(problem("declarer", "missing"))
    if contract != BOOM and "tricks" not in entry:
        found.append(problem("tricks", "missing"))
    if "calls" in entry and not found:
        found.extend(calls_problems(standing, entry))
    return tuple(found)


def calls_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """What is wrong with a whole auction, and whether it agrees with declarer and contract."""
    state = calls_so_far(standing.dealer, entry["calls"], standing.rules["after_three_passes"] == "any_bid")
    if state["fault"]:
        return (problem("calls", state["fault"], {"call": state["call"]}),)
    if not state["over"]:
        return (problem("calls", "calls_unfinished"),)
    if state["high"] != entry["contract"] or state["holder"] != declarer_of(standing, entry):
        return (problem("calls", "calls_differ"),)
    return ()


def refusal(standing: Standing, draft: Entry, key: str, value: Any) -> Problem | None:
    """Why this value of this field cannot be, given what is written so far."""
    if key == "contract" and value == "meetje" and draft.get("declarer", standing.dealer) != standing.dealer:
        return problem("contract", "dealer_only", {"dealer": standing.dealer})
    if key == "declarer" and draft.get("contract") == "meetje" and value != standing.dealer:
        return problem("declarer", "dealer_only", {"dealer": standing.dealer})
    return None


def meetje_awards(rules: Rules, side: int, tricks: int) -> tuple[Award, ...]:
    """One for the majority; the dealer's side may be fined what it lacks to seven (BW-D1)."""
    if tricks >= 7:
        return (award(side, 1, "meetje_majority", {"tricks": tricks}),)
    fine = tricks - 7 if rules["meetje_fine"] == "shortfall" else 0
    majority = award(1 - side, 1, "meetje_majority", {"tricks": BOOM - tricks})
    return ((award(side, fine, "meetje_fine", {"n": -fine}), majority)) if fine else (majority,)


def score_deal(standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
    """The awards of a legal entry, and the carry after it."""
    if not standing.rules["auction"]:
        return simple_awards(standing.rules, entry["tricks"]), standing.carry
    contract, declarer = entry["contract"], declarer_of(standing, entry)
    side = side_of(standing.table, declarer)
    if contract == "meetje":
        return meetje_awards(standing.rules, side, entry["tricks"]), standing.carry
    if contract == BOOM:
        return boom_awards(side, declarer, entry.get("tricks") == BOOM), standing.carry
    return bid_awards(standing.rules, side, declarer, contract, entry["tricks"]), standing.carry


def bid_awards(rules: Rules, side: int, declarer: int, bid: int, tricks: int) -> tuple[Award, ...]:
    """A bid of 7 to 12: paid by the tricks when made, by the bid when it fails."""
    values = {"bidder": declarer, "bid": bid, "tricks": tricks}
    if tricks >= bid:
        paid = 3 if tricks == BOOM else 2 if tricks >= 10 else 1
        return (award(side, paid, "all_tricks" if tricks == BOOM else "made", values),)
    others = BOOM - tricks
    lost, paid = (2, 2) if bid >= 10 else (1, low_bid_paid(rules["low_bid_failed"], others))
    short = award(side, -lost, "short", values)
    return (short, award(1 - side, paid, "beaten", {"bid": bid, "tricks": others})) if paid else (short,)


def low_bid_paid(rule: str, others: int) -> int:
    """What the other side gets for its tricks when a 7, 8 or 9 failed (BW-D2)."""
    if others >= 10:
        return 2
    if rule == "up_to_nine":
        return 1
    return 1 if others == 9 or (rule == "seven_to_nine" and others >= 7) else 0


def boom_awards(side: int, declarer: int, made: bool) -> tuple[Award, ...]:
    """Five for all thirteen; any trick lost costs five and pays five."""
    who = {"bidder": declarer}
    if made:
        return (award(side, 5, "boom_made", who),)
    return (award(side, -5, "boom_lost", who), award(1 - side, 5, "boom_beaten"))


def simple_awards(rules: Rules, tricks: int) -> tuple[Award, ...]:
    """Without an auction every trick counts, or those over six (BW-D11)."""
    book = 6 if rules["simple_score"] == "over_six" else 0
    both = ((0, tricks), (1, BOOM - tricks))
    return tuple(award(side, took - book, "tricks", {"tricks": took}) for side, took in both if took > book)


def outcome(standing: Standing) -> Outcome | None:
    """Who has won and why, or None while the match goes on; standing is the one after the last line."""
    ahead = high_or_low(standing, True)
    if len(ahead) > 1:
        return None
    length, value = standing.rules["length"], standing.rules["length_value"]
    if length == "points":
        return Outcome(ahead, "first_there", {"target": value}, None) if max(standing.totals) >= value else None
    if length == "deals":
        return Outcome(ahead, "most_after", {"deals": standing.number - 1}, None) if standing.number > value else None
    why = "ahead" if length == "clock" else "ahead_open"
    return Outcome(ahead, why, {}, None) if standing.closed else None
