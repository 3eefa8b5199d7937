"""Knock-Out Whist: what a deal may say, what a half-written deal can still become, and which choices are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.score import cut_for_one, fate, most_tricks, status_after, takes_over
from scoring.words import OPEN, problem, with_value

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Carry, Entry, Problem, Standing


def entry_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """What is wrong with an entry whose shape is right (nulls dropped); all at once."""
    if "rainbow" in entry:
        return rainbow_problems(standing, entry)
    if "tricks" not in entry:
        return (problem("tricks", "missing"),)
    found = tricks_problems(standing.carry, entry["tricks"])
    if found:
        return tuple(found + hopeless(standing, entry))
    failed = [place for place, took in enumerate(entry["tricks"]) if took == 0]
    buyers = buys_problems(standing, entry, failed) if "buys" in entry else []
    if failed or "dog" in entry:
        found.extend(dog_problems(standing, entry, failed))
    return tuple(found + (buyers or chooser_problems(standing, entry)))


def tricks_problems(carry: Carry, tricks: list[Any]) -> list[Problem]:
    """What is wrong with the tricks of a deal: one number for each seat that is in, together the hand."""
    found = []
    together = 0
    hands, status = carry["hands"], carry["status"]
    for place, took in enumerate(tricks):
        if took is None:
            if status[place] != "out":
                found.append(problem("tricks", "seat_missing", {"seat": place}))
        elif status[place] == "out":
            found.append(problem("tricks", "seat_is_out", {"seat": place}))
        else:
            together += took
            if took > hands[place]:
                found.append(problem("tricks", "one_card", {"seat": place}))
    if not found and together != carry["hand"]:
        found.append(problem("tricks", "tricks_sum", {"n": carry["hand"]}))
    return found


def hopeless(standing: Standing, entry: Entry) -> list[Problem]:
    """What is wrong with the cuts and the buyers whatever the tricks may be."""
    found = buys_problems(standing, entry, list(range(len(entry["tricks"]))))
    if not cut_for_one(standing):
        found.extend(dog_problems(standing, entry, []))
    if "chooser" in entry and standing.carry["hand"] == 1:
        found.append(problem("chooser", "chooser_needless"))
    return found


def dog_problems(standing: Standing, entry: Entry, failed: list[int]) -> list[Problem]:
    """The cut for the dog's life: needed only when several fail on the first occasion and one can have it."""
    if len(failed) < 2 or not cut_for_one(standing):
        return [problem("dog", "dog_needless")] if "dog" in entry else []
    if "dog" not in entry:
        return [problem("dog", "missing")]
    return [] if entry["dog"] in failed else [problem("dog", "dog_not_failed", {"seat": entry["dog"]})]


def buys_problems(standing: Standing, entry: Entry, failed: list[int]) -> list[Problem]:
    """Buyers are seats without a trick that are offered something."""
    buys = entry.get("buys", ())
    if buys and not standing.rules["money"]:
        return [problem("buys", "buys_none")]
    if buys and standing.carry["hand"] == 1:
        return [problem("buys", "buys_last")]
    return [
        problem("buys", "buys_refused", {"seat": place})
        for place in buys
        if place not in failed or fate(standing, place) == "out"
    ]


def chooser_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """The cut for trump: needed when several tie for most and no card is turned; else only who has most will do."""
    most = most_tricks(entry["tricks"])
    cut = takes_over(standing.rules) or standing.rules["tie_for_most"] == "cut"
    chooser = entry.get("chooser")
    if chooser is None:
        return [problem("chooser", "missing")] if len(most) > 1 and cut else []
    if (len(most) > 1 and not cut) or not goes_on(standing, entry):
        return [problem("chooser", "chooser_needless")]
    return [] if chooser in most else [problem("chooser", "chooser_not_most", {"seat": chooser})]


def goes_on(standing: Standing, entry: Entry) -> bool:
    """Whether the match goes on after this deal; where there is a dog's life to cut for it does."""
    if cut_for_one(standing):
        return True
    status = status_after(standing, entry)
    return bool(len(status) - status.count("out") > 1)


def rainbow_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """A rainbow stands alone, by a seat that was dealt four cards (KO-V10, KO-D18)."""
    found = []
    if not standing.rules["rainbow"]:
        found.append(problem("rainbow", "rainbow_none"))
    elif standing.carry["hands"][entry["rainbow"]] != 4:
        found.append(problem("rainbow", "rainbow_cards", {"seat": entry["rainbow"]}))
    if len(entry) > (2 if "trump" in entry else 1):
        found.append(problem("rainbow", "rainbow_alone"))
    return tuple(found)


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
