"""Half-written tricks of Knock-Out Whist: what can still become of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.check import tricks_problems
from scoring.games.knockout_whist.lives import cut_for_one
from scoring.words import OPEN

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Standing


def written_tricks(standing: Standing, draft: Entry, value: Any = None, place: int = -1) -> list[int | None]:
    """The tricks written so far, with one more number where a place is given; None stands for what is still open."""
    players = len(standing.table.players)
    tricks = draft.get("tricks")
    took = tricks if type(tricks) is list and len(tricks) == players else [None] * players
    return [value if at == place else one if type(one) is int else None for at, one in enumerate(took)]


def so_far(draft: Entry) -> bool:
    """Whether the tricks of a draft are counted as they fall: all may still grow, and null is none so far."""
    return "tricks" in draft and OPEN not in draft["tricks"]


def settled(
    standing: Standing, took: list[int | None], grows: bool = False, place: int = -1
) -> list[int | None] | None:
    """The tricks of the whole deal once they are certain: the rest took none, or one seat takes what is left.

    grows: they are counted as they fall, so that any seat but the one in this place may take what is left.
    """
    carry = standing.carry
    left = carry["hand"] - sum([one for one in took if one is not None])
    inside = [at for at, state in enumerate(carry["status"]) if state != "out"]
    takers = [at for at in inside if at != place and (grows or took[at] is None)]
    if left and len(takers) != 1:
        return None
    whole: list[int | None] = [
        (one or 0) + (left if at in takers and left else 0) if at in inside else one for at, one in enumerate(took)
    ]
    return None if tricks_problems(carry, whole) else whole


def limits_of(standing: Standing, draft: Entry) -> list[tuple[int, int]]:
    """The fewest and the most tricks that each seat can have in the end; those who are out have none."""
    took, hands = written_tricks(standing, draft), standing.carry["hands"]
    grows = so_far(draft) and sum([one or 0 for one in took]) < standing.carry["hand"]
    return [(one or 0, hands[at] if one is None or grows else one) for at, one in enumerate(took)]


def with_limits(limits: list[tuple[int, int]], places: list[int], low: int, high: int) -> list[tuple[int, int]]:
    """The same limits with others for these seats."""
    return [(low, high) if at in places else limit for at, limit in enumerate(limits)]


def possible(standing: Standing, limits: list[tuple[int, int]]) -> bool:
    """Whether the tricks of the deal can fall within these limits."""
    lows, highs = [low for low, _high in limits], [high for _low, high in limits]
    return bool(sum(lows) <= standing.carry["hand"] <= sum(highs))


def chance_of(standing: Standing, limits: list[tuple[int, int]], place: int) -> str:
    """Whether a seat without a trick gets the dog's life ("dog"), cuts for it ("cut"), or either as the rest falls."""
    if not cut_for_one(standing):
        return "dog"
    others = [at for at, state in enumerate(standing.carry["status"]) if state != "out" and at != place]
    without = [at for at in others if limits[at][0] == 0]
    alone = [(max(low, 1) if at in others else low, high) for at, (low, high) in enumerate(limits)]
    if any(limits[at][1] == 0 for at in others) or not possible(standing, with_limits(alone, [place], 0, 0)):
        return "cut"
    together = any(possible(standing, with_limits(limits, [place, at], 0, 0)) for at in without)
    return "dog_cut" if together else "dog"
