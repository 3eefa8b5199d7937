"""What the tests know of Knock-Out Whist: entries, how they can be finished, a match, its screens."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scoring.words import Standing
from tests.support.games.parts import OPEN, Entry, Scene, Story, Told, split, spreads, tried


def shaped(rng: Random, standing: Standing, entry: Entry) -> Entry:
    """Tricks for those who hold cards, and cuts and purchases that fit them."""
    if "rainbow" in entry and rng.random() < 0.1:
        return {key: entry[key] for key in ("rainbow", "trump") if key in entry}
    carry = standing.carry
    most = [None if state == "out" else cards for state, cards in zip(carry["status"], carry["hands"], strict=True)]
    tricks = split(rng, carry["hand"], most, fair=rng.random() < 0.6)
    failed = [seat for seat, took in enumerate(tricks) if took == 0]
    best = [seat for seat, took in enumerate(tricks) if took == max(took or 0 for took in tricks)]
    made = {key: value for key, value in entry.items() if key == "trump"} | {"tricks": tricks}
    if len(best) > 1 or "chooser" in entry:
        made["chooser"] = rng.choice((rng.choice(best), entry.get("chooser")))
    if len(failed) > 1 and rng.random() < 0.5:
        made["dog"] = rng.choice(failed)
    if "buys" in entry or (failed and rng.random() < 0.5):
        made["buys"] = rng.sample(failed, rng.choice((len(failed), rng.randint(0, len(failed)))))
    return made


def finished(standing: Standing, draft: Entry) -> Iterator[Entry]:
    """Every spread of the tricks, then whoever could have won a cut; or a rainbow alone.

    Nobody has to buy on, but who names trump next is asked only while the match goes on, which it may by a purchase.
    """
    hands = standing.carry["hands"]
    seats = range(len(hands))
    if "rainbow" in draft:  # instead of the tricks
        yield draft
        return
    said = draft.get("tricks") or [OPEN] * len(hands)
    known = [one if one != OPEN or cards else None for one, cards in zip(said, hands, strict=True)]
    rest = {key: value for key, value in draft.items() if key != "tricks"}
    for tricks in spreads(known, hands, standing.carry["hand"]):
        failed = [seat for seat in seats if tricks[seat] == 0]
        most = [seat for seat in seats if tricks[seat] == max(took or 0 for took in tricks)]
        yield from tried(
            rest | {"tricks": tricks},
            chooser=[None, most[0]] if len(most) > 1 else [None],
            dog=[None, failed[0]] if len(failed) > 1 else [None],
            buys=[None, *([seat] for seat in failed)] if "chooser" in draft else [None],
        )


STORY = Story(
    game="knockout_whist",
    name="Knock-Out Whist",
    players=["Ann", "Bob", "Cem"],
    deals=[
        Told(["won Ann"] * 4 + ["won Bob"] * 3, [6, 6, 1]),
        Told(["won Ann"] * 3 + ["won Bob"] * 2 + ["won Ann"], [5, 5, "–"]),
        Told(["won Ann", "won Bob", "won Ann", "won Bob", "won Ann"], [4, 4, "–"]),
        Told(["won Bob"] * 4, [2, 1, 3]),
    ],
    amend=["radio tricks.0=3", "radio tricks.1=4", "look"],
    amended=[2, 1, 3],
    winner="Bob",
    amend_says="Bob 4, Ann 3, Cem none",
)


SCENE = Scene(
    players=5,
    deals=[
        {"tricks.0": 3, "tricks.1": 2, "tricks.2": 1, "tricks.3": 1, "tricks.4": 0},
        {"tricks.0": 2, "tricks.1": 3, "tricks.2": 1, "tricks.3": 0, "tricks.4": 0},
    ],
    bid={"trump": "spades"},
    half="tricks.0=3&tricks.1=3&tricks.2=1&tricks.3=0&tricks.4=0&asked=1",
    last=[
        {"tricks.1": 0, "tricks.2": 0, "tricks.3": 0, "tricks.4": 0, "tricks.0": 7},
        {"tricks.1": 0, "tricks.2": 0, "tricks.3": 0, "tricks.4": 0, "tricks.0": 6},
    ],
)
