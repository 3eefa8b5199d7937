"""Zwanzig ab: who must stay and for which reason, and what the screen says of it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.games.zwanzig_ab import GAME
from scoring.games.zwanzig_ab.score import must_stay
from scoring.sheet import replay
from scoring.words import Deal, Sheet

NAMES = ("Ann", "Bob", "Cem", "Dee")
CLUBS = {"trump": "clubs", "tricks": [2, 1, 1, 1]}
D_DROPS = {"trump": "clubs", "tricks": [2, 2, 1, None]}


def sheet(rules: dict[str, Any], *entries: dict[str, Any], pending: dict[str, Any] | None = None) -> Sheet:
    """Dee deals first, so Ann is the maker, Bob sits opposite the dealer and Cem at the dealer's right."""
    deals = tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(entries))
    return replay(GAME, GAME.table(NAMES, 3), rules, deals, pending)


MAKER = (0, "stay_maker")
DEAL_2 = (1, "stay_maker")
TWO = {"two_active": True}
THREE = {"first_packet": "three"}
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


TURN, LEADS, TWO_PLAY = (
    ("may_drop_in_turn", {"free_seats": [1, 2, 3]}),
    ("leads", {"maker": 0}),
    ("two_play", {"dealer": 3}),
)
NEXT, LAST = ("may_drop_in_turn", {"free_seats": [2, 3]}), ("may_drop", {"other": 3})
PROMPTS: list[tuple[dict[str, Any], dict[str, Any] | None, list[Any], list[tuple[str, dict[str, Any]]]]] = [
    # rules, what was said of trump, tricks so far, and what is told besides who leads and when cards are exchanged
    (THREE, {"trump": "hearts", "named": "blind"}, [], [("all_fourfold", {}), TURN]),
    ({}, {"trump": "hearts"}, [], [("all_double", {}), TURN]),
    ({}, {"trump": "diamonds"}, [], [("all_stay", {"trump": "diamonds"})]),
    ({}, {"trump": "clubs"}, ["", "", "", ""], [TURN]),  # a stay is not tapped: whose turn it is nobody knows
    ({}, {"trump": "clubs"}, ["", None, "", ""], [NEXT]),
    ({}, {"trump": "clubs"}, ["", "", None, ""], [LAST]),  # who was asked before stayed
    ({}, {"trump": "clubs"}, ["", "", "", None], []),
    ({}, {"trump": "clubs"}, ["", None, None, ""], [LAST]),
    ({}, {"trump": "clubs"}, ["", 2, "", ""], []),
    (TWO, {"trump": "clubs"}, [], [TURN, TWO_PLAY]),
    (TWO, {"trump": "diamonds"}, [], [("all_stay", {"trump": "diamonds"})]),
    (TWO, {"trump": "clubs"}, ["", None, "", ""], [NEXT, TWO_PLAY]),
    (TWO, {"trump": "clubs"}, ["", "", None, ""], [LAST]),
    (TWO, {"trump": "clubs"}, ["", None, None, ""], [("stay_two", {"seat": 3})]),
]


@pytest.mark.parametrize(("rules", "pending", "tricks", "told"), PROMPTS)
@pytest.mark.parametrize("decide", ["after_exchange", "before_exchange"])
def test_who_may_drop_out_who_leads_and_when_cards_are_exchanged(rules, pending, tricks, told, decide):
    """Where one decides after the exchange, it is over when somebody has dropped, else when tricks are written."""
    shown = board(sheet(rules | {"decide": decide}, pending=pending), {"tricks": tricks} if tricks else {})
    later = "exchange_later" if decide == "before_exchange" else "exchange_first"
    exchange = "exchange" if told[:1] == [("all_stay", {"trump": "diamonds"})] else later
    over = 2 in tricks or (None in tricks and decide == "after_exchange")
    said = [(one["code"], one["values"]) for one in shown["prompt"]]
    assert said == [*told, LEADS, *[(exchange, {"maker": 0})] * (not over)]


def test_before_trump_is_named():
    def codes(*entries: dict[str, Any], **rules: Any) -> list[str]:
        return [one["code"] for one in board(sheet(rules, *entries))["prompt"]]

    assert codes() == ["names_two", "deals_two_three"]
    assert codes(first_packet="three") == ["names_three", "deals_three_two", "redeal_right"]
    assert codes(*[CLUBS] * 8, start=60) == ["special", "deals_two_three", "exchange", "leads"]
    assert codes(*[CLUBS] * 8, start=60, special_deals="off")[0] == "names_two"


def test_chips_say_why_not():
    def refused(key: str, draft: dict[str, Any], **rules: Any) -> dict[Any, str]:
        field = next(field for field in board(sheet(rules), draft)["fields"] if field["key"] == key)
        return {chip["value"]: chip["why_not"]["code"] for chip in field["choices"][0] if chip["why_not"]}

    assert refused("named", {}) == dict.fromkeys(("named", "next", "blind"), "named_two")
    assert refused("named", {}, first_packet="three") == {}
    assert refused("redeal", {}) == {True: "redeal_none"}
    assert refused("redeal", {}, first_packet="three") == {}
    assert refused("redeal", {"trump": "clubs"}, first_packet="three") == {True: "redeal_alone"}
    assert set(refused("trump", {"redeal": True}, first_packet="three").values()) == {"redeal_alone"}
    assert refused("trump", {"tricks": ["", None, "", ""]}) == {"diamonds": "stay_suit"}


def test_the_stick_stays_at_hearts_from_the_ninth_on():
    for rules, slots, now in (({}, 9, 8), ({"special_deals": "ninth_only"}, 10, 9), ({"special_deals": "off"}, 10, 9)):
        stick = board(sheet({"start": 60} | rules, *[CLUBS] * 8, {"trump": "hearts", "tricks": [2, 1, 1, 1]}))["stick"]
        assert (len(stick["slots"]), stick["now"]) == (slots, now)


def test_strokes_are_drawn_as_long_as_all_of_them_can_be():
    kinds = [board(sheet({"start": start}))["marks"]["kind"] for start in (120, 121)]
    assert kinds == ["five_bar_gates", "none"]
    rise = {"trump": "clubs", "tricks": [5, 0, 0, 0]}
    assert [board(sheet({"start": start}, rise))["marks"]["kind"] for start in (115, 116)] == ["five_bar_gates", "none"]


def test_how_trump_was_made_is_in_the_ring():
    three = {"first_packet": "three"}
    for named, code in (("named", "made"), ("next", "made_next"), ("blind", "made_blind")):
        spoken = board(sheet(three, pending={"trump": "spades", "named": named}))["spoken"]
        assert (spoken["code"], spoken["values"]["seat"], spoken["values"]["big"]) == (code, 0, "spades")
