"""The awards of a deal of Knock-Out Whist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.lives import alone_in, carry_after, has_one_card, status_after
from scoring.words import award

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Entry, Standing

BOUGHT = {"dog": "bought_dogs_life", "parish": "bought_parish", "blind_parish": "bought_blind_parish"}


def score_deal(standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
    """The awards of a legal entry, and the carry after it."""
    if "rainbow" in entry:
        return (award(entry["rainbow"], 0, "rainbow"),), alone_in(standing.carry, entry["rainbow"])
    status = status_after(standing, entry)
    return awards_of(standing, entry["tricks"], status), carry_after(standing, entry, status)


def awards_of(standing: Standing, tricks: list[Any], status: list[str]) -> tuple[Award, ...]:
    """Tricks as points, and awards of no points that say who fell, who bought and who came back."""
    before = standing.carry["status"]
    awards = []
    for place, took in enumerate(tricks):
        if took:
            awards.append(award(place, took, "tricks", {"n": took}))
            if before[place] != "in":
                awards.append(award(place, 0, "back" if has_one_card(standing, place) else "stays"))
        elif took == 0:
            awards.append(failure(standing, place, status[place]))
    return tuple(awards)


def failure(standing: Standing, place: int, state: str) -> Award:
    """What no trick means to a seat."""
    if state == "out":
        return award(place, 0, "knocked_out")
    if state == "in":
        return award(place, 0, "forgiven")
    if standing.rules["money"]:
        return award(place, 0, BOUGHT[state], {"fee_money": standing.rules["stake"]})
    return award(place, 0, "dogs_life")
