"""Knock-Out Whist: what the screen says before, during and after a deal, and the pot."""

from __future__ import annotations

from typing import Any

from scoring.board import board
from scoring.games.knockout_whist import GAME
from scoring.sheet import replay
from scoring.words import Deal, Sheet

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus")


def sheet(
    players: int,
    rules: dict[str, Any],
    *entries: dict[str, Any],
    dealer: int = 0,
    pending: dict[str, Any] | None = None,
) -> Sheet:
    """A match of so many players."""
    deals = tuple(Deal(str(n), "deal", entry) for n, entry in enumerate(entries))
    return replay(GAME, GAME.table(NAMES[:players], dealer), rules, deals, pending)


def took(*tricks: int | None, **more: Any) -> dict[str, Any]:
    """An entry with these tricks."""
    return {"tricks": list(tricks)} | more


THREE_DEALS = (took(2, 1, 2, 2, 0, chooser=0), took(2, 2, 1, 1, 0, chooser=1), took(1, 1, 0, 3, None))


def fourth_deal(draft: dict[str, Any] | None = None) -> dict[str, Any]:
    """Eva is out, Cem on a dog's life, Ann deals four cards, Dee named spades."""
    rules = {"dogs_life": "one_per_player"}
    return board(sheet(5, rules, *THREE_DEALS, dealer=2, pending={"trump": "spades"}), draft)


def said(shown: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The prompt as codes with values."""
    return [(one["code"], one["values"]) for one in shown["prompt"]]


def test_cards_lead_and_knocking():
    assert said(fourth_deal()) == [
        ("cards_each_but", {"n": 4, "seats": [2]}),
        ("dealt", {"dealer": 0}),
        ("leads", {"leader": 1}),
        ("may_knock", {"seats": [2]}),
    ]


def test_needs_are_of_those_without_a_trick():
    shown = fourth_deal({"tricks": [2, None, None, 1, None]})
    assert [(need["side"], need["code"]) for need in shown["needs"]] == [(1, "need_dog"), (2, "need_trick")]


def test_what_the_last_trick_would_do():
    shown = fourth_deal({"tricks": [2, None, None, 1, None]})
    rows = next(field["choices"] for field in shown["fields"] if field["key"] == "tricks")
    hints = [rows[0][3]["hint"], rows[1][1]["hint"], rows[2][1]["hint"], rows[3][2]["hint"]]
    assert [hint["code"] for hint in hints] == [
        "hint_names_dog_out",
        "hint_stays_out",
        "hint_back_dog",
        "hint_ties_dog_out",
    ]
    assert (hints[0]["values"]["low_seats"], hints[0]["values"]["out_seats"]) == ([1], [2])
    assert rows[2][2]["why_not"]["code"] == "one_card"


def test_rows_of_the_sheet():
    heads = [(line["head"]["code"], line["story"]["code"]) for line in fourth_deal()["lines"]]
    assert heads == [("head_dog", "took_4_none"), ("head_out", "took_4_none"), ("head_dog", "took_3_none")]


def test_a_card_is_turned_first_and_after_a_tie_by_the_option():
    assert said(board(sheet(4, {})))[0] == ("card_turned", {})
    tied = sheet(4, {"tie_for_most": "turn_card"}, took(2, 2, 2, 1))
    assert said(board(tied))[0] == ("card_turned", {})
    assert said(board(sheet(4, {"winner_choices": "all"}, took(3, 2, 1, 1))))[0] == ("names_all", {"chooser": 0})


def test_a_knocked_out_dealer_and_a_leader_who_may_knock():
    shown = board(sheet(4, {}, took(3, 2, 0, 2), took(3, 0, 1, 2), dealer=3))
    assert said(shown)[1:4] == [
        ("deals", {"dealer": 1, "n": 5, "seats": []}),
        ("deals_once", {"dealer": 1}),
        ("leads", {"leader": 2}),
    ]
    knocking = board(sheet(4, {}, took(3, 0, 2, 2), dealer=3))
    assert ("leads_or_knocks", {"leader": 1, "other": 2}) in said(knocking)


def test_the_exchange_warns_when_the_pack_may_run_out():
    warned = [("exchange_short", {}) in said(board(sheet(players, {"exchange": True}))) for players in (5, 6)]
    assert warned == [False, True]


def test_the_pot_goes_to_the_winner():
    entries = (took(4, 3, 0, buys=[2]), took(6, 0, 0))
    played = sheet(3, {"money": True, "stake": 50}, *entries)
    assert played.outcome is not None
    assert GAME.settle(played) == (150, -50, -100)
    assert board(played)["marks"]["pot"] == 200
    assert GAME.settle(sheet(3, {"money": True}, entries[0])) == ()
    assert GAME.settle(sheet(3, {"dogs_life": "off"}, took(7, 0, 0))) == ()


def test_the_stick_runs_from_the_first_hand_to_one():
    stick = fourth_deal()["stick"]
    assert (stick["slots"], stick["now"]) == (["7", "6", "5", "4", "3", "2", "1"], 3)
