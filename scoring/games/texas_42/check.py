"""Texas 42: the auction, and what a deal may say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.texas_42.rules import DEALER_MUST, LOW_NO, MARK, MARK_BIDS, PASS, POINT_BIDS
from scoring.games.texas_42.score import LOSE_ALL, NAMES_SUIT, contract_of, counts_points, lowest, played, reached
from scoring.words import problem, with_value

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Problem, Rules, Standing, Values


def must_bid(rules: Rules) -> bool:
    """Whether the dealer must bid after three passes (TX-D5); in the points game always."""
    return bool(rules["all_pass"] == DEALER_MUST or rules["scoring"] == "points")


def calls_so_far(rules: Rules, dealer: int, calls: list[Any]) -> Values:
    """An auction so far, whole or half-made.

    fault: a code, or empty, with the number of the faulty call; turn: the seat that speaks now; high and holder: the
    highest call and its seat; jump: it may only be played as Plunge (TX-D7); over: everybody has spoken.
    """
    high, holder, jump, fault, call = None, None, False, "", 0
    for index, word in enumerate(calls):
        fault = call_fault(rules, word, high, index)
        if fault:
            call = index + 1
            break
        if word != "pass":
            jump = word != "low_no" and not plain_bid(rules, word, high)
            high, holder = word, (dealer + 1 + index) % 4
    turn = (dealer + 1 + len(calls)) % 4
    return {
        "fault": fault,
        "call": call,
        "turn": turn,
        "high": high,
        "holder": holder,
        "jump": jump,
        "over": len(calls) == 4,
    }


def entry_so_far(state: Values, calls: list[Any]) -> Entry:
    """The bid that an auction comes to when nobody bids higher; only its calls when nobody bid."""
    if state["high"] is None:
        return {"calls": calls}
    if state["high"] == "low_no":
        return {"bidder": state["holder"], "contract": "low_no", "calls": calls}
    entry = {"bidder": state["holder"], "bid": state["high"], "calls": calls}
    if state["jump"]:
        entry["contract"] = "plunge"
    return entry


def half_made(standing: Standing, calls: list[Any]) -> Values | None:
    """A half-made auction for the pad, see Game.auction; None after a faulty call."""
    rules, dealer = standing.rules, standing.dealer
    state = calls_so_far(rules, dealer, calls)
    if state["fault"]:
        return None
    return {
        "seats": [(dealer + 1 + index) % 4 for index in range(len(calls))],
        "turn": state["turn"],
        "calls": possible_calls(rules, calls),
        "over": state["over"],
        "entry": entry_so_far(state, calls),
    }


def possible_calls(rules: Rules, calls: list[Any]) -> list[Any]:
    """The calls that are possible next after these; none when everybody has spoken."""
    words = PASS + (POINT_BIDS + (LOW_NO,) if rules["scoring"] == "points" else MARK_BIDS)
    high = calls_so_far(rules, 0, calls)["high"]
    return [word.value for word in words if not call_fault(rules, word.value, high, len(calls))]


def call_fault(rules: Rules, call: Any, high: Any, index: int) -> str:
    """What is wrong with a call over the highest so far, as the call of this place (0 is left of the dealer)."""
    if index > 3:
        return "calls_after_end"
    forced = index == 3 and high is None
    if call == "pass":
        return "calls_dealer_must" if forced and must_bid(rules) else ""
    if call == "low_no":
        return "" if forced and rules["low_no"] else "calls_low_no"
    if high is not None and call <= high:
        return "calls_not_higher"
    if plain_bid(rules, call, high) or call == jump_bid(rules):
        return ""
    if rules["scoring"] == "points":
        return "calls_below_84"
    return "calls_opening" if high is None or high < 2 * MARK else "calls_raise"


def plain_bid(rules: Rules, bid: int, high: int | None) -> bool:
    """Whether a bid over the highest so far needs no privilege (TX-D3, TX-D13)."""
    if bid <= 2 * MARK:
        return True
    if high is None or high < 2 * MARK:
        return False
    return rules["scoring"] == "points" or rules["raise_above_two"] == "any" or bid == high + MARK


def jump_bid(rules: Rules) -> int | None:
    """The bid that a Plunge may jump to (TX-D12), or None where there is none."""
    if rules["scoring"] == "points" or rules["plunge"] == "off":
        return None
    return lowest(rules, "plunge")


def highest_bid(rules: Rules) -> int:
    """The highest bid of marks that an auction can come to: an opening, and three raises over it."""
    opening = max(2 * MARK, jump_bid(rules) or 0)
    return 7 * MARK if rules["raise_above_two"] == "any" else min(opening + 3 * MARK, 7 * MARK)


def rule_problems(rules: Rules) -> tuple[Problem, ...]:
    """What is wrong with complete rules beyond each value by itself (options that exclude each other)."""
    found = []
    if rules["nello"] == "forced_dealer" and rules["all_pass"] != DEALER_MUST:
        found.append(problem("rules.nello", "rule_dealer_must_bid"))
    if rules["splash"] != "off" and rules["plunge"] != "three_marks":
        found.append(problem("rules.splash", "rule_plunge_three"))
    return tuple(found)


def entry_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """What is wrong with an entry whose shape is right (nulls dropped); all at once."""
    if "bidder" in entry:
        found = bid_problems(standing, entry) + result_problems(standing.rules, entry)
    else:
        found = nobody_problems(standing.rules, entry)
    if "calls" in entry:
        found.extend(calls_problems(standing, entry, not found))
    return tuple(found)


def nobody_problems(rules: Rules, entry: Entry) -> list[Problem]:
    """What is wrong with a deal that nobody bid (TX-V9); where there is a bid it was somebody's."""
    if "bid" in entry:
        return [problem("bidder", "missing")]
    if must_bid(rules):
        return [problem("bidder", "dealer_must")]
    return [problem("bidder", "who_bid")] if len(entry) > ("calls" in entry) else []


def bid_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """What is wrong with who bid, what, and what is played."""
    contract, bid = contract_of(entry), entry.get("bid")
    found = contract_problems(standing, contract, entry["bidder"], bid)
    if bid is None and contract != "low_no":
        found.append(problem("bid", "missing"))
    return found + unnamed_problems("trump", contract, entry)


def unnamed_problems(key: str, contract: str, entry: Entry) -> list[Problem]:
    """A suit was named where none is trump; the problem stands at the field that is tapped."""
    return [problem(key, "trump_not_named")] if "trump" in entry and contract not in NAMES_SUIT else []


def contract_problems(standing: Standing, contract: str, bidder: int | None, bid: int | None) -> list[Problem]:
    """Why this contract cannot be played by this bidder with this bid; what is not known yet is None."""
    if contract == "suit":
        return []
    rules, found = standing.rules, []
    if not played(rules, contract):
        return [problem("contract", "not_played")]
    dealers = contract == "low_no" or (contract == "nello" and rules["nello"] == "forced_dealer")
    if dealers and bidder is not None and bidder != standing.dealer:
        found.append(problem("contract", "dealer_only", {"dealer": standing.dealer}))
    if contract == "low_no":
        return found + ([] if bid is None else [problem("bid", "low_no_bid")])
    need = lowest(rules, contract)
    if bid is not None and bid < need:
        code = "level_marks" if rules["scoring"] == "marks" else "level_bid"
        found.append(problem("contract", code, {"n": need // MARK, "bid": need}))
    return found


def result_problems(rules: Rules, entry: Entry) -> list[Problem]:
    """What is wrong with the result: something must be known, and what is known must agree."""
    contract, bid = contract_of(entry), entry.get("bid")
    won, took, penalty = entry.get("made"), entry.get("points"), entry.get("penalty")
    if counts_points(rules, contract, bid):
        if took is None:
            return [problem("points", "missing")]
    elif won is None and took is None and not penalty:
        return [problem("made", "missing")]
    if penalty or won is None or took is None or (bid is None and contract not in LOSE_ALL):
        return []  # a penalty decides whatever else is written
    return [] if won == reached(contract, bid or MARK, took) else [problem("made", "disagree")]


def disagreements(key: str, rules: Rules, draft: Entry) -> list[Problem]:
    """Made or set and the points do not agree; the problem stands at the field that is tapped."""
    found = [known for known in result_problems(rules, draft) if known.code == "disagree"]
    return [problem(key, "disagree")] if found else []


def calls_problems(standing: Standing, entry: Entry, sound: bool) -> list[Problem]:
    """What is wrong with the auction, and, in an entry that is sound without it, whether the two agree."""
    state = calls_so_far(standing.rules, standing.dealer, entry["calls"])
    if state["fault"]:
        return [problem("calls", state["fault"], {"call": state["call"]})]
    if not state["over"]:
        return [problem("calls", "calls_unfinished")]
    if not sound:
        return []
    contract = contract_of(entry)
    bid = "low_no" if contract == "low_no" else entry.get("bid")
    if state["high"] != bid or state["holder"] != entry.get("bidder"):
        return [problem("calls", "calls_differ")]
    return privilege_problems(standing.rules, entry["calls"], state["jump"], contract)


def privilege_problems(rules: Rules, calls: list[Any], jump: bool, contract: str) -> list[Problem]:
    """Why the calls forbid a contract: a jump is for Plunge (TX-D7), and Nello may be for forced dealers (TX-V10)."""
    both = rules["splash"] == "three_marks"
    if jump and contract != "plunge" and not (both and contract == "splash"):
        return [problem("contract", "jump_plunge_splash" if both else "jump_plunge")]
    if contract == "nello" and rules["nello"] == "forced_dealer" and calls[:3].count("pass") < len(calls[:3]):
        return [problem("contract", "forced_nello")]
    return []


def refusal(standing: Standing, draft: Entry, key: str, value: Any) -> Problem | None:
    """Why this value of this field cannot be, given what is written so far."""
    contract, bidder, bid = contract_of(draft), draft.get("bidder"), draft.get("bid")
    found: list[Problem] = []
    if key == "contract":
        calls = draft.get("calls") or []
        jump = calls_so_far(standing.rules, standing.dealer, calls)["jump"]
        found = contract_problems(standing, value, bidder, bid)
        found += privilege_problems(standing.rules, calls, jump, value)
        found += unnamed_problems("contract", value, draft)
        found += disagreements("contract", standing.rules, with_value(draft, key, value))
    elif key == "bid":
        found = contract_problems(standing, contract, bidder, value)
    elif key == "bidder":
        found = contract_problems(standing, contract, value, bid)
    elif key == "trump":
        found = unnamed_problems("trump", contract, with_value(draft, key, value))
    elif key == "made" and counts_points(standing.rules, contract, bid):
        found = [problem("made", "count_points")]
    elif key == "made":
        found = disagreements("made", standing.rules, with_value(draft, key, value))
    return found[0] if found else None
