"""What is wrong with an entry or a single choice of Boomke Wies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.boomke_wies.auction import calls_so_far, declarer_of
from scoring.games.boomke_wies.fields import BOOM
from scoring.words import problem

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Problem, Standing


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
