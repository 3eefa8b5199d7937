"""Why a single choice of Knock-Out Whist cannot be, given what is written so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.check import buys_problems, chooser_problems, dog_problems, rainbow_problems
from scoring.games.knockout_whist.draft import settled, so_far, written_tricks
from scoring.games.knockout_whist.lives import cut_for_one
from scoring.words import OPEN, problem, with_value

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Problem, Standing


def refusal(standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
    """Why this value of this field (of this seat, where it is per seat) cannot be, given what is written so far."""
    if key == "rainbow":
        found = rainbow_problems(standing, with_value(draft, key, value))
        return found[0] if found else None
    if "rainbow" in draft and key != "trump":
        return problem(key, "rainbow_alone")
    if key == "tricks" and seat is not None:
        return tricks_refusal(standing, draft, value, seat)
    if key == "chooser" or key == "dog" or key == "buys":
        return seat_refusal(standing, draft, key, value)
    return None


def tricks_refusal(standing: Standing, draft: Entry, value: Any, place: int) -> Problem | None:
    """Why a seat cannot have so many tricks, given what the others have; no number is a seat that is out.

    The seats that are open take all that is left; one that is written already may be lowered, and where tricks are
    counted as they fall (null: none so far) all may still grow.
    """
    carry = standing.carry
    is_out = carry["status"][place] == "out"
    if type(value) is not int:
        return None if is_out else problem("tricks", "seat_missing", {"seat": place})
    if is_out:
        return problem("tricks", "seat_is_out", {"seat": place})
    if value > carry["hands"][place]:
        return problem("tricks", "one_card", {"seat": place})
    took = written_tricks(standing, draft)
    others = [one for at, one in enumerate(took) if at != place]
    left = carry["hand"] - sum([one or 0 for one in others])
    if value > max(left, 0):
        return problem("tricks", "tricks_left", {"n": max(left, 0)})
    if "tricks" in draft and draft["tricks"][place] != OPEN:
        return None
    room = sum([carry["hands"][at] for at, one in enumerate(took) if one is None and at != place])
    return problem("tricks", "tricks_sum", {"n": carry["hand"]}) if value + room < left else None


def seat_refusal(standing: Standing, draft: Entry, key: str, place: Any) -> Problem | None:
    """Why a seat cannot have won the cut for trump or for the dog's life, or cannot buy."""
    if key == "buys" and not standing.rules["money"]:
        return problem(key, "buys_none")
    if key == "dog" and not cut_for_one(standing):
        return problem(key, "dog_needless")
    took = settled(standing, written_tricks(standing, draft), so_far(draft))
    if took is None:
        return problem(key, "tricks_first")
    failed = [at for at, one in enumerate(took) if one == 0]
    if key == "dog":
        found = dog_problems(standing, {"tricks": took, "dog": place}, failed)
    elif key == "buys":
        found = buys_problems(standing, {"tricks": took, "buys": [place]}, failed)
    else:
        found = chooser_problems(standing, {"tricks": took, "chooser": place, "buys": failed})
    return found[0] if found else None
