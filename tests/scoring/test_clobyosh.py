"""Clobyosh at the table: what is needed, what a claim would show, and what the ring and the chips say meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.games import games
from scoring.sheet import start
from scoring.words import Sheet, Standing

GAME = games()["clobyosh"]
BOB_MADE_HEARTS = {"maker": 1, "turned": True, "trump": "hearts"}
ACES = {"length": 3, "top": "A", "trump": False}


def standing(ann: int, bob: int, **rules: Any) -> Standing:
    """Where Ann, who deals, and Bob stand with so many points."""
    return start(GAME, GAME.table(("Ann", "Bob"), 0), rules)._replace(totals=(ann, bob))


def shown(before: Standing, **draft: Any) -> dict[str, Any]:
    """The board while a deal with Bob as maker of hearts is written down."""
    return board(Sheet("clobyosh", (), before, None, BOB_MADE_HEARTS), draft)


def needs(before: Standing, side: int, **draft: Any) -> list[tuple[str, dict[str, Any]]]:
    """What one side still needs, as codes with values."""
    return [(need["code"], need["values"]) for need in shown(before, **draft)["needs"] if need["side"] == side]


@pytest.mark.parametrize(
    ("cards", "rule", "said"),
    [
        (None, "maker_zero", [("must_beat", {"other": 0})]),
        ([51, None], "maker_zero", [("beats", {"n": 62, "other": 0, "points": 61})]),
        ([51, 58], "held", [("beats", {"n": 4, "other": 0, "points": 61}), ("else_all", {"points": 119, "other": 0})]),
        ([51, 62], "held", [("ahead", {"points": 62, "other": 0, "other_points": 61})]),
        ([51, 61], "held", [("beats", {"n": 1, "other": 0, "points": 61}), ("else_waits", {"n": 61})]),
    ],
)
def test_what_the_maker_needs(cards, rule, said):
    """Ann has the last trick; the numbers are those of the picture: 4 more beat Ann's 61, else all 119 go to Ann."""
    draft = {"last_trick": 0} | ({"cards": cards} if cards else {})
    assert needs(standing(0, 0, equal_totals=rule), 1, **draft)[:-1] == said


def test_the_ring_holds_trump_and_then_what_the_maker_has():
    assert shown(standing(0, 0))["spoken"]["values"]["big"] == "hearts"
    bare = board(Sheet("clobyosh", (), standing(0, 0), None, {"maker": 1, "turned": True}), {})["spoken"]
    assert bare == {"code": "pending_bare", "values": {"seat": 1, "big": None, "alone": True}}
    assert shown(standing(0, 0), cards=[51, 58])["spoken"]["values"] == {"seat": 1, "big": 58, "trump": "hearts"}


def test_sequences_count_for_nobody_while_it_is_open_whose_is_better():
    """Both have three cards and neither has said how high: there is no claim yet."""
    before, both = standing(485, 485), {"sequence_points": [20, 20]}
    assert not [code for side in (0, 1) for code, _ in needs(before, side, **both) if code == "can_claim"]
    assert chip(before, "claim", 0, **both) == (None, "claim_play_on")
    assert chip(before, "claim", 0, cards=[0, 0], **both) == ("claim_short", None)
    assert ("can_claim", {"total": 505}) in needs(before, 0, sequence_points=[20, 0])


def chip(before: Standing, key: str, seat: int, **draft: Any) -> tuple[str | None, str | None]:
    """Why a seat's chip cannot be, and what it would do, as codes."""
    field = next(field for field in shown(before, **draft)["fields"] if field["key"] == key)
    found = field["choices"][0][seat]
    return tuple(found[word] and found[word]["code"] for word in ("why_not", "hint"))  # type: ignore[return-value]


def test_chips_say_why_not_and_what_for():
    near = standing(495, 0)
    assert chip(near, "claim", 0, cards=[11, 0]) == (None, "claim_wins")
    assert chip(near, "claim", 1, cards=[11, 0]) == ("claim_short", None)
    assert chip(near, "claim", 1, cards=[11, 20], last_trick=0) == (None, "claim_play_on")
    assert chip(standing(0, 0, false_claim="loses_deal"), "claim", 0) == (None, "claim_loses")
    assert chip(near, "last_trick", 0) == (None, "plus")
    assert chip(near, "last_trick", 0, no_trick=0) == ("has_last", None)
    assert chip(near, "no_trick", 0, cards=[11, 0]) == ("has_cards", None)
    assert chip(near, "no_trick", 0, sequences=[[ACES], []]) == (None, "no_sequence")
    assert chip(near, "bela", 1, sequences=[[{"length": 3, "top": "Q", "trump": True}], []]) == ("runs_bela", None)


@pytest.mark.parametrize(
    ("pending", "rules", "codes"),
    [
        (None, {}, ["speaks", "deal_cards", "second_other"]),
        (None, {"second_round_suits": "any"}, ["speaks", "deal_cards", "second_any"]),
        (BOB_MADE_HEARTS, {}, ["lead", "deal_rest", "swap_seven"]),
        (BOB_MADE_HEARTS | {"turned": False}, {}, ["lead", "deal_rest"]),
        (BOB_MADE_HEARTS, {"exchange_seven": False}, ["lead", "deal_rest"]),
        (BOB_MADE_HEARTS | {"last_trick": 0}, {}, ["count_up"]),
    ],
)
def test_what_the_table_does(pending, rules, codes):
    before = standing(0, 0, **rules)
    assert [one["code"] for one in board(Sheet("clobyosh", (), before, None, pending))["prompt"]] == codes
    waiting = board(Sheet("clobyosh", (), before._replace(carry={"held": 66}), None, pending))["prompt"]
    assert [one["code"] for one in waiting] == [*codes, "waiting"]
