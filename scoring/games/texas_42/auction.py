"""The auction of Texas 42, call by call: one turn each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.texas_42.contracts import lowest
from scoring.games.texas_42.fields import LOW_NO, MARK, MARK_BIDS, PASS, POINT_BIDS
from scoring.games.texas_42.options import DEALER_MUST

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Rules, Standing, Values


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
    """The calls that are possible next; none when everybody has spoken or a call was faulty."""
    state = calls_so_far(rules, 0, calls)
    if state["fault"]:
        return []
    words = PASS + (POINT_BIDS + (LOW_NO,) if rules["scoring"] == "points" else MARK_BIDS)
    return [word.value for word in words if not call_fault(rules, word.value, state["high"], len(calls))]


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
