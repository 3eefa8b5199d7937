"""What is wrong with an entry of Knock-Out Whist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.lives import cut_for_one, fate, status_after
from scoring.games.knockout_whist.turns import most_tricks, takes_over
from scoring.words import problem

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
