"""Zwanzig ab: who must stay and for which reason, and what the screen says of it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.games.zwanzig_ab import GAME, must_stay
from scoring.sheet import replay
from scoring.words import Deal, Sheet

NAMES = ("Ann", "Bob", "Cem", "Dee")
CLUBS = {"trump": "clubs", "tricks": [2, 1, 1, 1]}
D_DROPS = {"trump": "clubs", "tricks": [2, 2, 1, None]}


def sheet(rules: dict[str, Any], *entries: dict[str, Any], pending: dict[str, Any] | None = None) -> Sheet:
    """Dee deals first, so Ann is the maker, Bob sits opposite the dealer and Cem at the dealer's right."""
    deals = tuple(Deal(str(n), "deal", entry) for n, entry in enumerate(entries))
    return replay(GAME, GAME.table(NAMES, 3), rules, deals, pending)


MAKER = (0, "stay_maker")
DEAL_2 = (1, "stay_maker")
TWO = {"two_active": True}
DROPPED = {"drop_twice": False}
LOW = {"drop_twice": False, "low_score_may_drop": False}
STAYS: list[tuple[dict[str, Any], list[dict[str, Any]], str | None, tuple[int, ...], tuple[tuple[int, str], ...]]] = [
    ({}, [], "clubs", (), (MAKER,)),
    ({}, [], None, (), (MAKER,)),
    ({}, [], "diamonds", (), (MAKER, (1, "stay_suit"), (2, "stay_suit"), (3, "stay_suit"))),
    ({"all_stay_suit": "clubs"}, [], "diamonds", (), (MAKER,)),
    (TWO, [], "clubs", (1, 2), (MAKER, (3, "stay_two"))),
    (TWO, [], "clubs", (2,), (MAKER,)),
    ({"start": 60}, [CLUBS] * 8, None, (), (MAKER, (1, "stay_special"), (2, "stay_special"), (3, "stay_special"))),
    (DROPPED, [D_DROPS], "spades", (), (DEAL_2, (3, "stay_twice"))),
    (DROPPED, [D_DROPS], "diamonds", (), (DEAL_2, (2, "stay_suit"), (3, "stay_suit"), (0, "stay_suit"))),
    (LOW | {"start": 7}, [D_DROPS], None, (), (DEAL_2, (3, "stay_twice"), (0, "stay_low"))),
    (LOW | {"start": 6}, [D_DROPS], None, (), (DEAL_2, (2, "stay_low"), (3, "stay_twice"), (0, "stay_low"))),
]


@pytest.mark.parametrize(("rules", "entries", "trump", "dropped", "held"), STAYS)
def test_who_must_stay(rules, entries, trump, dropped, held):
    assert must_stay(sheet(rules, *entries).standing, trump, dropped) == held


def said(shown: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The prompt as codes with values."""
    return [(one["code"], one["values"]) for one in shown["prompt"]]


def test_before_trump_the_maker_names_it():
    codes = said(board(sheet({})))
    assert codes == [("names_two", {"maker": 0}), ("deals_two_three", {"dealer": 3})]


def test_with_three_cards_there_is_a_right_to_a_redeal():
    codes = said(board(sheet({"first_packet": "three"})))
    assert [code for code, _values in codes] == ["names_three", "deals_three_two", "redeal_right"]


def test_hearts_double_and_the_first_is_asked():
    codes = said(board(sheet({}, pending={"trump": "hearts"})))
    assert codes[:2] == [("all_double", {}), ("decides_first", {"other": 1})]
    assert codes[-1] == ("leads", {"maker": 0})


def test_who_is_held_in_is_told_with_the_reason():
    shown = board(sheet({"drop_twice": False}, D_DROPS, pending={"trump": "spades"}))
    assert ("stay_twice", {"seat": 3}) in said(shown)
    assert ("decides_first", {"other": 2}) in said(shown)


def test_a_chip_for_dropping_says_why_not():
    shown = board(sheet({"drop_twice": False}, D_DROPS, pending={"trump": "spades"}))
    tricks = next(field for field in shown["fields"] if field["key"] == "tricks")
    why_not = [row[-1]["why_not"] and row[-1]["why_not"]["code"] for row in tricks["choices"]]
    assert why_not == [None, "stay_maker", None, "stay_twice"]


def test_tricks_to_nought_count_double_with_hearts():
    near = sheet({"start": 4}, pending={"trump": "hearts"})
    assert [(need.side, need.values["n"]) for need in GAME.needs(near.standing, near.pending)] == [
        (seat, 2) for seat in range(4)
    ]


def test_the_stick_stays_at_hearts_from_the_ninth_on():
    for rules, slots, now in (
        ({}, 9, 8),
        ({"special_deals": "ninth_only"}, 10, 9),
        ({"special_deals": "off"}, 10, 9),
    ):
        stick = board(sheet({"start": 60} | rules, *[CLUBS] * 8, {"trump": "hearts", "tricks": [2, 1, 1, 1]}))["stick"]
        assert (len(stick["slots"]), stick["now"]) == (slots, now)
