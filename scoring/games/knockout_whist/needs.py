"""What each player of Knock-Out Whist still needs in this deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.draft import chance_of, limits_of, possible, with_limits
from scoring.games.knockout_whist.lives import fate
from scoring.words import Need

if TYPE_CHECKING:
    from scoring.words import Entry, Standing

NEED_DOG = {"dog": "need_dog", "cut": "need_cut", "dog_cut": "need_dog_cut"}
NEED_BUY = {"dog": "need_buy_dog", "parish": "need_buy_parish", "blind_parish": "need_buy_blind"}


def needs(standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
    """The needs of the seats that have no trick yet and can still win one."""
    found = []
    limits = limits_of(standing, pending or {})
    for place, (low, high) in enumerate(limits):
        if low == 0 < high and possible(standing, with_limits(limits, [place], 1, high)):
            code = need_of(standing, limits, place)
            if code:
                found.append(Need(place, code, {"seat": place}))
    return tuple(found)


def need_of(standing: Standing, limits: list[tuple[int, int]], place: int) -> str:
    """The code of what a seat that can win a trick still needs in this deal; empty when nothing can happen to it."""
    coming = fate(standing, place)
    if coming == "in" or not possible(standing, with_limits(limits, [place], 0, 0)):
        return ""
    if standing.carry["hand"] == 1:
        return "need_last"
    if coming == "out":
        return "need_trick"
    return NEED_BUY[coming] if standing.rules["money"] else NEED_DOG[chance_of(standing, limits, place)]
