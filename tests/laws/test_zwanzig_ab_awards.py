"""Zwanzig ab: what an entry gives, from the entry alone: a table written by hand from the rule book.

Ann is the maker, Bob sits opposite the dealer, Cem at the dealer's right, Dee deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from scoring.game import english
from scoring.games.zwanzig_ab import GAME
from scoring.sheet import replay
from scoring.words import Deal

if TYPE_CHECKING:
    from scoring.words import Entry

NAMES = ("Ann", "Bob", "Cem", "Dee")
THREE = {"first_packet": "three"}
BONUS = {"sweep_bonus": 5}


def deal(trump: str, *tricks: int | None, **more: Any) -> Entry:
    """An entry: trump, and the tricks of every seat."""
    return {"trump": trump, "tricks": list(tricks)} | more


# where the rule book says it, the rules, the deal, and what each seat gets: points and why, with a + between two
AWARDS: list[tuple[str, dict[str, Any], Entry, str]] = [
    ("ZA-X1", {}, deal("clubs", 2, 1, 1, 1), "-2 2 tricks | -1 1 trick | -1 1 trick | -1 1 trick"),
    (
        "ZA-X2",
        {},
        deal("spades", 3, 2, 0, 0),
        "-3 3 tricks | -2 2 tricks | 5 stayed in without a trick | 5 stayed in without a trick",
    ),
    (
        "ZA-X3",
        {},
        deal("hearts", 2, 2, 1, 0),
        "-4 2 tricks, times 2 | -4 2 tricks, times 2 | -2 1 trick, times 2 | 10 stayed in without a trick, times 2",
    ),
    (
        "ZA-X4",
        {},
        deal("hearts", 5, 0, None, None),
        "-10 5 tricks, times 2 | 10 stayed in without a trick, times 2 | 0 dropped out | 0 dropped out",
    ),
    (
        "ZA-X5",
        {},
        deal("spades", 5, None, None, None),
        "-5 all the others dropped out | 0 dropped out | 0 dropped out | 0 dropped out",
    ),
    (
        "ZA-X6",
        {},
        deal("hearts", None, None, None, None),
        "-10 all the others dropped out, times 2 | 0 dropped out | 0 dropped out | 0 dropped out",
    ),
    (
        "ZA-X7",
        {},
        deal("clubs", 0, 3, 2, None),
        "5 stayed in without a trick | -3 3 tricks | -2 2 tricks | 0 dropped out",
    ),
    (
        "ZA-X8",
        {},
        deal("clubs", 5, 0, 0, 0),
        "-5 5 tricks | 5 stayed in without a trick | 5 stayed in without a trick | 5 stayed in without a trick",
    ),
    (
        "ZA-X17",
        THREE,
        deal("spades", 2, 2, 1, 0, named="blind"),
        (
            "-4 2 tricks, named blind, times 2 | -4 2 tricks, named blind, times 2 | "
            "-2 1 trick, named blind, times 2 | 10 stayed in without a trick, named blind, times 2"
        ),
    ),
    (
        "ZA-X18",
        THREE,
        deal("hearts", 2, 2, 1, 0, named="blind"),
        (
            "-8 2 tricks, named blind, times 4 | -8 2 tricks, named blind, times 4 | "
            "-4 1 trick, named blind, times 4 | 20 stayed in without a trick, named blind, times 4"
        ),
    ),
    (
        "ZA-X18 at most twice",
        THREE | {"blind_hearts": 2},
        deal("hearts", 5, None, None, None, named="blind"),
        "-10 all the others dropped out, named blind, times 2 | 0 dropped out | 0 dropped out | 0 dropped out",
    ),
    (
        "named next",
        THREE,
        deal("hearts", 2, 2, 1, None, named="next"),
        "-4 2 tricks, times 2 | -4 2 tricks, times 2 | -2 1 trick, times 2 | 0 dropped out",
    ),
    (
        "ZA-D3 bonus",
        BONUS,
        deal("clubs", 0, 5, None, None),
        "5 stayed in without a trick | -5 5 tricks + -5 all five tricks | 0 dropped out | 0 dropped out",
    ),
    (
        "ZA-D3 bonus, hearts",
        BONUS,
        deal("hearts", 5, 0, None, None),
        (
            "-10 5 tricks, times 2 + -10 all five tricks, times 2 | 10 stayed in without a trick, times 2 | "
            "0 dropped out | 0 dropped out"
        ),
    ),
    (
        "ZA-D3 bonus, blind",
        BONUS | THREE,
        deal("clubs", 5, 0, None, None, named="blind"),
        (
            "-10 5 tricks, named blind, times 2 + -10 all five tricks, named blind, times 2 | "
            "10 stayed in without a trick, named blind, times 2 | 0 dropped out | 0 dropped out"
        ),
    ),
    (
        "ZA-D14",
        BONUS,
        deal("clubs", 5, None, None, None),
        "-5 all the others dropped out | 0 dropped out | 0 dropped out | 0 dropped out",
    ),
    ("redeal", THREE, {"redeal": True}, " |  |  | "),
]


@pytest.mark.parametrize(("rules", "entry", "given"), [one[1:] for one in AWARDS], ids=[one[0] for one in AWARDS])
def test_what_every_seat_gets_and_why(rules, entry, given):
    line = replay(GAME, GAME.table(NAMES, 3), rules, (Deal("1", "deal", entry, None),)).lines[0]
    assert line.problems == ()
    seats = [[award for award in line.awards if award.side == seat] for seat in range(4)]
    told = [[f"{one.points} {english(GAME, one.why, one.values)}" for one in seat] for seat in seats]
    assert " | ".join(map(" + ".join, told)) == given
    assert line.points == tuple(sum(award.points for award in seat) for seat in seats)


def test_the_special_deal_doubles_without_a_word_of_trump():
    deals = tuple(Deal(str(n), "deal", deal("clubs", 2, 1, 1, 1), None) for n in range(8))
    ninth = Deal("9", "deal", {"tricks": [2, 2, 1, 0]}, None)
    line = replay(GAME, GAME.table(NAMES, 3), {"start": 60}, (*deals, ninth)).lines[-1]
    assert [(one.side, one.points, english(GAME, one.why, one.values)) for one in line.awards] == [
        (0, -4, "2 tricks, times 2"),
        (1, -4, "2 tricks, times 2"),
        (2, -2, "1 trick, times 2"),
        (3, 10, "stayed in without a trick, times 2"),
    ]
