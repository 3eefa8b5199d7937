"""Evenings as players would tell them: one match of each game from the first deal to its winner.

A deal is a list of taps and the figures that must stand on the screen after it, worked out by hand from the rule book:
the totals, or the cards that each holds and in the end the places.
A tap is "kind name=value": radio, send (a button that sends), type, choose (in a list), open (a folded part), press (a
button by its words), won (a trick winner by name), again (a seat's number is given once more). `record` is pressed only
without script, which records by itself; where a deal is amended `look` is, and `bid` leads back to what was said before
play.
"""

from __future__ import annotations

from typing import NamedTuple


class Told(NamedTuple):
    """One deal: what is tapped, and the figures after it."""

    taps: list[str]
    totals: list[int | str]


class Story(NamedTuple):
    """A match: who plays, its deals, how it is ended, who wins, and a deal amended after all with what that makes."""

    game: str
    name: str
    players: list[str]
    deals: list[Told]
    amend: list[str]
    amended: list[int | str]
    winner: str
    ended_by: str = ""
    amend_says: str = ""


def rows(**tricks: str) -> list[str]:
    """Taps of a row of numbers for each seat: a=2 taps 2 for the first seat."""
    return [f"radio tricks.{'abcd'.index(seat)}={number}" for seat, number in tricks.items()]


BOOMKE = Story(
    game="boomke_wies",
    name="Boomke Wies",
    players=["Ann", "Bob", "Cem", "Dee"],
    deals=[
        Told(["radio declarer=1", "send contract=9", "send tricks=10"], [0, 2]),
        Told(["radio declarer=2", "send contract=8", "send tricks=7"], [-1, 3]),
        Told(["send contract=meetje", "send tricks=5"], [-3, 4]),
        Told(["radio declarer=0", "send contract=13", "send tricks=13"], [2, 4]),
        Told(["radio declarer=3", "send contract=7", "send tricks=13"], [2, 7]),
    ],
    amend=["send tricks=9"],
    amended=[2, 6],
    winner="Bob",
    ended_by="End the match",
)
TEXAS = Story(
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


def typed(*numbers: tuple[int, int]) -> list[str]:
    """Taps of the number pad: a seat and its card points, one after the other."""
    taps = []
    for seat, points in numbers:
        taps += [f"send hundred.{seat}=1"] if points > 99 else []
        taps += [f"send tens.{seat}={points % 100 // 10}", f"send cards.{seat}={points}"]
    return taps


CLOBYOSH = Story(
    game="clobyosh",
    name="Clobyosh",
    players=["Ann", "Bob"],
    deals=[
        Told(["also maker=1&turned=true", "radio bela=1", "send last_trick=1", *typed((0, 40), (1, 80))], [40, 110]),
        Told(["also maker=0&turned=false", "send last_trick=1", *typed((1, 60), (0, 70))], [40, 180]),
        Told(
            ["also maker=0&turned=true", "radio best.0=50", "send last_trick=0", *typed((1, 30), (0, 100))], [200, 210]
        ),
        Told(["also maker=1&turned=true", "send last_trick=0", *typed((0, 64), (1, 50))], [324, 210]),
        Told(
            [
                "also maker=1&turned=true",
                "radio best.1=50",
                "radio bela=1",
                "send last_trick=1",
                *typed((0, 36), (1, 110)),
            ],
            [360, 400],
        ),
        Told(
            [
                "also maker=0&turned=true",
                "radio best.0=50",
                "radio bela=0",
                "open A claim",
                "radio claim=0",
                "send early=1",
                *typed((0, 100)),
            ],
            [530, 400],
        ),
    ],
    amend=["again 1", *typed((1, 85))],
    amended=[530, 405],
    winner="Ann",
)
KNOCKOUT = Story(
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
ZWANZIG = Story(
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
STORIES = [BOOMKE, TEXAS, CLOBYOSH, KNOCKOUT, ZWANZIG]
