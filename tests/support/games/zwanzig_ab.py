"""What the tests know of Zwanzig ab: entries, how they can be finished, a match, its screens."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scoring.words import Standing
from tests.support.games.parts import OPEN, Entry, Scene, Story, Told, items, rows, split, spreads, tried


def shaped(rng: Random, standing: Standing, entry: Entry) -> Entry:
    """The maker stays in, and the others mostly as they please; special deals name nothing."""
    if entry.get("redeal") and rng.random() < 0.3:
        return {"redeal": True}
    shy = rng.choice((0.0, 0.0, 0.3, 0.8))
    maker = (standing.dealer + 1) % 4
    stays = [seat == maker or rng.random() >= shy for seat in range(4)]
    made = {"tricks": split(rng, 5, [5 if stayed else None for stayed in stays], fair=rng.random() < 0.3)}
    special = standing.number > 8 and standing.rules["special_deals"] != "off" and rng.random() < 0.9
    if not special or rng.random() < 0.2:
        made["trump"] = "hearts" if special else rng.choice(("clubs", "diamonds", "hearts", "spades"))
    if "named" in entry and standing.rules["first_packet"] == "three" and not special:
        made["named"] = entry["named"]
    if sum(stays) == 1 and rng.random() < 0.3:
        made["tricks"] = [None] * 4
    return made


def finished(standing: Standing, draft: Entry) -> Iterator[Entry]:
    """Every spread of five tricks over those who stay, under every trump; or a redeal alone."""
    suits = [None, "clubs", "diamonds", "hearts", "spades"]
    if draft.get("tricks", [None] * 4) == [None] * 4:  # a redeal, or all have dropped and the maker takes five
        yield from tried(draft, redeal=[None, True], trump=suits)
    rest = {key: value for key, value in draft.items() if key != "tricks"}
    for stayed in items(draft.get("tricks"), 4, lambda seat: (OPEN, None)):
        for tricks in spreads(stayed, [5] * 4, 5):
            yield from tried(rest | {"tricks": tricks}, trump=suits)


STORY = Story(
    game="zwanzig_ab",
    name="Zwanzig ab",
    players=["Ann", "Bob", "Cem", "Dee"],
    deals=[
        Told(["send trump=hearts", *rows(a="1", b="2", c="1"), "record"], [18, 16, 18, 18]),
        Told(["send trump=hearts", *rows(d="-", a="0", b="3"), "record"], [28, 10, 14, 18]),
        Told(["send trump=diamonds", *rows(a="1", b="2", c="1"), "record"], [27, 8, 13, 17]),
        Told(["send trump=hearts", *rows(c="-", d="-", a="1"), "record"], [25, 0, 13, 17]),
    ],
    amend=["bid", "send trump=spades"],
    amended=[26, 2, 14, 18],
    winner="Bob",
)


SCENE = Scene(
    deals=[
        {"trump": "hearts", "tricks.0": 1, "tricks.1": 2, "tricks.2": 1, "tricks.3": 1},
        {"trump": "clubs", "tricks.0": "-", "tricks.1": 3, "tricks.2": 2, "tricks.3": 0},
    ],
    bid={"trump": "clubs"},
    half="tricks.0=2&tricks.2=-",
    last=[{"trump": "hearts", "tricks.0": "-", "tricks.1": 5, "tricks.2": "-", "tricks.3": "-"}],
)
