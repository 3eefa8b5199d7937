"""The auction of Boomke Wies, call by call, and who declares in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.boomke_wies.fields import BOOM, CALLS

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Standing, Values


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
    over = state["over"]
    words = () if over else CALLS
    return {
        "seats": state["seats"],
        "turn": state["turn"],
        "calls": [call.value for call in words if not call_fault(call.value, state["high"], passes, any_bid)],
        "over": over,
        "entry": entry_so_far(state, calls),
    }


def entry_so_far(state: Values, calls: list[Any]) -> Entry:
    """What an auction comes to when nobody bids higher; only its calls when nobody bid."""
    if state["high"] is None:
        return {"calls": calls}
    return {"declarer": state["holder"], "contract": state["high"], "calls": calls}


def declares(standing: Standing, pending: Entry | None) -> bool:
    """Whether it is known who plays for which bid."""
    if not pending or "contract" not in pending or not standing.rules["auction"]:
        return False
    return pending["contract"] == "meetje" or "declarer" in pending


def declarer_of(standing: Standing, entry: Entry) -> int:
    """The seat that plays for its bid; in a Meetje the dealer."""
    return int(standing.dealer if entry.get("contract") == "meetje" else entry["declarer"])
