"""What the tests know of Texas 42: entries, how they can be finished, a match, its screens."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.words import Standing
from tests.support.games.parts import Entry, Scene, Story, Told, tried


def shaped(rng: Random, standing: Standing, entry: Entry) -> Entry:
    """Four calls decide who bids what; whoever bids has a result."""
    if rng.random() < 0.9:
        bid = rng.choice((30, 31, 36, 41, 42, 84, 126, 168, 210, 252, 294))
        entry = {"bidder": rng.randrange(4), "bid": bid, "made": rng.random() < 0.6} | entry
    if "bidder" in entry and rng.random() < 0.5:
        entry = {key: value for key, value in entry.items() if key != "made"} | {
            "points": rng.choice((42, rng.randint(0, 42)))
        }
    if not entry.get("calls"):
        return entry
    calls: list[Any] = []
    high = bidder = None
    shy = rng.choice((0.3, 0.6, 0.9))
    for seat in range(standing.dealer + 1, standing.dealer + 5):
        call = "pass" if rng.random() < shy else texas_call(rng, high, last=seat == standing.dealer + 4)
        if call != "pass":
            high, bidder = call, seat % 4
        calls.append(call)
    if high == "low_no":
        return {"contract": "low_no", "bidder": bidder, "made": rng.random() < 0.5, "calls": calls}
    return entry | {"calls": calls, "bidder": bidder, "bid": high}


def texas_call(rng: Random, high: Any, last: bool) -> Any:
    """A call above the highest so far, by small steps or to a mark; to four now and then."""
    if last and high is None and rng.random() < 0.3:
        return "low_no"
    if high is None or high < 42:
        return rng.choice(((high or 29) + 1, rng.randint(high or 30, 41), 42, 84, 168, 126))
    return high + 42 * rng.choice((1, 1, 1, 2, 3))


def finished(standing: Standing, draft: Entry) -> Iterator[Entry]:
    """Bids and contracts with each result; points on both sides of the bid."""
    result = "made" in draft or "points" in draft  # by then it is known what was played
    special = ["low_no", "nello", "plunge", "splash", "sevens", "no_trump", "no_trump_low", "doubles"]
    return tried(
        draft,
        bidder=[0, 1, 2, 3, None],
        bid=[30, 42, 84, 126, 168, 210, 252, 294, None],
        contract=[None] if result else [None, *special],
        made=[True, False, None],
        points=[None, 42, 0],
        penalty=[None, True],
    )


STORY = Story(
    game="texas_42",
    name="Texas 42",
    players=["Ann", "Bob", "Cem", "Dee"],
    deals=[
        Told(["radio bidder=1", "send bid=84", "send made=true"], [0, 2]),
        Told(["radio bidder=2", "send bid=31", "send made=false"], [0, 3]),
        Told(["radio bidder=3", "send bid=42", "send made=true"], [0, 4]),
        Told(["radio bidder=0", "send bid=126", "send made=true"], [3, 4]),
        Told(["press Everybody passed"], [3, 4]),
        Told(["radio bidder=1", "send bid=126", "send made=true"], [3, 7]),
    ],
    amend=["send made=false"],
    amended=[5, 5],
    winner="Bob",
)


SCENE = Scene(
    deals=[{"bidder": 1, "bid": 84, "made": "true"}, {"bidder": 2, "bid": 31, "made": "false"}, {}],
    bid={"bidder": 1, "bid": 31, "trump": 4},
    half="counter=5-5&counter=6-4&took=4",
    auction="31,pass,84",
    last=[{"bidder": 0, "bid": 294, "made": "true"}],
    spoken={
        "marks": {"bidder": 1, "bid": 84, "trump": 6},
        "nello": {"bidder": 1, "bid": 84, "contract": "nello"},
        "plunge": {"bidder": 1, "bid": 168, "contract": "plunge"},
        "sevens": {"bidder": 1, "bid": 42, "contract": "sevens"},
    },
)
