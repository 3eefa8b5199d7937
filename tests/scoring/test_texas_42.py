"""Texas 42 at the table: who speaks, names and leads, what each side needs, and how a deal is told."""

from __future__ import annotations

from typing import Any

import pytest

from drawing.all_tally import all_tally
from drawing.locale import Language
from scoring.board import board
from scoring.game import english
from scoring.games.texas_42 import GAME
from scoring.sheet import bid_problems, replay
from scoring.words import Deal

NAMES = ("Ann", "Bob", "Cem", "Dee")
DEALT = "0 dealt"
OWN_SUIT = "Doubles are a suit of their own, 6-6 high"
ONE = {"bidder": 1, "bid": 42}
TWO = {"bidder": 1, "bid": 84}
THREES = {"bidder": 1, "bid": 31, "trump": 3}
DOUBLES = ("own", "high_own", "high_low_own", "all")
PLUNGE = {"bidder": 1, "bid": 168, "contract": "plunge"}
SPLASH = {"bidder": 1, "bid": 84, "contract": "splash"}
FIMBEL = {"plunge": "three_marks"}
POINTS = {"scoring": "points"}
BEHIND = [{"bidder": 1, "bid": 168, "made": True}, {"bidder": 1, "bid": 39, "points": 39}]  # 3 to 207
MARKS_ONLY = ("nello", "plunge", "sevens")
ALWAYS = ("suit", "no_trump", "doubles")


def shown(
    *entries: dict[str, Any],
    pending: dict[str, Any] | None = None,
    draft: dict[str, Any] | None = None,
    **rules: Any,
) -> dict[str, Any]:
    """The board after these deals, Ann having shuffled for the first."""
    deals = tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(entries))
    return board(replay(GAME, GAME.table(NAMES, 0), rules, deals, pending), draft)


def told(said: list[dict[str, Any]]) -> list[str]:
    """Codes with values as English, seats as numbers."""
    return [english(GAME, one["code"], one["values"]) for one in said]


@pytest.mark.parametrize(
    ("pending", "rules", "prompt"),
    [
        (None, {}, ["1 speaks first", "0 shuffles and draws last"]),
        (None, POINTS, ["1 speaks first", "0 shuffles and draws last", "After three passes 0 must bid"]),
        ({"calls": ["pass", 30]}, {}, ["3 speaks"]),
        ({"calls": ["pass"]}, POINTS, ["2 speaks", "After three passes 0 must bid"]),
        ({"calls": [30, "pass", "pass"]}, POINTS, ["0 speaks"]),
        ({"calls": ["pass"] * 4}, {}, ["Everybody passed: throw it in"]),
        (ONE, {}, ["1 names trump and leads", DEALT]),
        (ONE, {"must_lead_trump": True}, ["1 names trump and leads one", DEALT]),
        (THREES, {}, ["Threes are trump", "1 leads", DEALT]),
        (THREES, {"must_lead_trump": True}, ["Threes are trump", "1 leads a trump", DEALT]),
        (ONE | {"contract": "doubles"}, {}, ["Doubles are trump", "1 leads", DEALT]),
        (ONE | {"contract": "no_trump"}, {}, ["No trump, doubles high", "1 leads", DEALT]),
        (
            ONE | {"contract": "no_trump_low"},
            {"no_trump": "high_or_low"},
            ["No trump, doubles low", "1 leads", DEALT],
        ),
        (
            TWO | {"contract": "nello"},
            {},
            ["2 marks", "3 sits out", "1 leads and must lose every trick", OWN_SUIT, DEALT],
        ),
        (
            TWO | {"contract": "nello"},
            {"nello_doubles": "all"},
            [
                "2 marks",
                "3 sits out",
                "1 leads and must lose every trick",
                "1 says how doubles rank: high in their suits, low, a suit of their own, or that reversed",
                DEALT,
            ],
        ),
        (TWO | {"contract": "sevens"}, {}, ["2 marks", "1 leads", "Nearest to seven pips wins", DEALT]),
        (PLUNGE, {}, ["4 marks", "3 names trump, 1 leads", DEALT]),
        (PLUNGE | {"bid": 126}, FIMBEL, ["3 marks", "3 names trump and leads", DEALT]),
        (SPLASH, FIMBEL | {"splash": "two_marks"}, ["2 marks", "3 names trump and leads", DEALT]),
    ],
)
def test_what_the_table_does(pending, rules, prompt):
    assert told(shown(pending=pending, **rules)["prompt"]) == prompt


@pytest.mark.parametrize(
    ("entries", "pending", "rules", "needs"),
    [
        ([], None, {}, ["7 marks to win", "7 marks to win"]),
        ([TWO | {"made": True}], None, {}, ["7 marks to win", "5 marks to win"]),
        ([], THREES, {}, ["31 of 42 makes it", "then 6 marks to win", "12 points set it", "then 6 marks to win"]),
        ([], TWO, {}, ["all seven tricks make it", "then 5 marks to win", "one trick sets it", "then 5 marks to win"]),
        (
            [],
            TWO | {"contract": "nello"},
            {},
            ["no trick at all makes it", "then 5 marks to win", "a trick for 1 sets it", "then 5 marks to win"],
        ),
        (
            [PLUNGE | {"bid": 210, "made": True}],
            {"bidder": 0, "bid": 84},
            {},
            ["all seven tricks make it", "then 5 marks to win", "one trick sets it", "and that wins"],
        ),
        ([], THREES, POINTS, ["31 of 42 makes it", "250 points to win", "12 points set it", "250 points to win"]),
        (
            BEHIND,
            {"bidder": 0, "bid": 42},
            POINTS,
            ["all seven tricks make it", "247 points to win", "one trick sets it", "43 points to win"],
        ),
        (
            BEHIND,
            {"bidder": 0, "contract": "low_no"},
            POINTS,
            ["no trick at all makes it", "247 points to win", "a trick for 0 sets it", "43 points to win"],
        ),
        (
            BEHIND,
            {"bidder": 0, "bid": 30},
            POINTS,
            ["30 of 42 makes it", "247 points to win", "13 points set it", "and that wins"],
        ),
    ],
)
def test_what_is_needed(entries, pending, rules, needs):
    assert told(shown(*entries, pending=pending, **rules)["needs"]) == needs


@pytest.mark.parametrize(
    ("pending", "rules", "step", "seat", "big"),
    [
        (THREES, {}, "play", 1, 31),
        (ONE, {}, "play", 1, 1),
        (PLUNGE, {}, "play", 1, "Plunge"),
        (TWO | {"contract": "nello"}, {}, "play", 1, "Nello"),
        (TWO | {"contract": "no_trump"}, {}, "play", 1, 2),
        (TWO, POINTS, "play", 1, 84),
        ({"bidder": 0, "contract": "low_no"}, POINTS, "play", 0, "Low-No"),
        ({"calls": ["pass"] * 4}, {}, "play", None, None),
        ({"calls": ["pass"] * 3}, {}, "bid", None, None),
        ({"bidder": 1}, {}, "bid", 1, None),
        ({"bidder": 1, "contract": "nello"}, {}, "bid", 1, None),
    ],
)
def test_what_the_ring_shows(pending, rules, step, seat, big):
    found = shown(pending=pending, **rules)
    assert found["step"] == step
    assert (found["spoken"]["values"]["seat"], found["spoken"]["values"]["big"]) == (seat, big)


def playable(**rules: Any) -> set[str]:
    """The contracts that can be recorded with seven marks, or with 84 where points are played; Low-No without a bid."""
    found = set()
    for contract in ("no_trump_low", "splash", "low_no", *MARKS_ONLY, *ALWAYS):
        bid = {} if contract == "low_no" else {"bid": 84 if rules.get("scoring") == "points" else 294}
        entry = {"bidder": 0, "contract": contract, "made": True} | bid
        if not replay(GAME, GAME.table(NAMES, 0), rules, (Deal("1", "deal", entry, None),)).lines[0].problems:
            found.add(contract)
    return found


@pytest.mark.parametrize(
    ("rules", "contracts"),
    [
        ({}, {*ALWAYS, *MARKS_ONLY}),
        ({"no_trump": "high_or_low"}, {*ALWAYS, *MARKS_ONLY, "no_trump_low"}),
        ({"no_trump": "off", "doubles_trump": False}, {"suit", *MARKS_ONLY}),
        ({"nello": "off", "sevens": False, "plunge": "off"}, {*ALWAYS}),
        (FIMBEL | {"splash": "two_marks"}, {*ALWAYS, *MARKS_ONLY, "splash"}),
        (POINTS, {*ALWAYS, "low_no"}),
        (POINTS | FIMBEL | {"splash": "two_marks", "low_no": False}, {*ALWAYS}),
        (POINTS | {"no_trump": "off", "doubles_trump": False}, {"suit", "low_no"}),
    ],
)
def test_which_contracts_a_table_plays(rules, contracts):
    assert playable(**rules) == contracts


@pytest.mark.parametrize("rules", [{}, {"all_pass": "dealer_must_bid"}, POINTS])
def test_a_bid_was_somebodys(rules):
    """Who bid is asked for, whatever becomes of a deal that nobody bids."""
    standing = replay(GAME, GAME.table(NAMES, 0), rules, ()).standing
    assert [(one.field, one.code) for one in bid_problems(GAME, standing, {"bid": 84})] == [("bidder", "missing")]


def drawn_strokes(piece: Any) -> tuple[int, int]:
    """How many strokes of a tally are drawn, and how many dotted."""
    groups = [child for child in piece[2] if child[0] == "g"]
    dotted = sum(len(group[2]) for group in groups if group[1].get("class") == "ghost")
    return sum(len(group[2]) for group in groups) - dotted, dotted


@pytest.mark.parametrize(
    ("total", "target", "drawn", "dotted", "words"),
    [
        (4, 7, 4, 3, "4 of 7 strokes of ALL"),
        (9, 7, 7, 0, "7 of 7 strokes of ALL"),
        (-2, 7, 0, 7, "0 of 7 strokes of ALL"),
        (7, 12, 7, 5, "7 of 12 marks"),
        (9, 12, 9, 3, "9 of 12 marks"),
        (3, 5, 3, 2, "3 of 5 marks"),
        (40, 57, 40, 17, "40 of 57 marks"),
    ],
)
def test_the_tally_has_a_stroke_for_every_mark_of_the_match(total, target, drawn, dotted, words):
    """ALL is complete with seven; what a longer match adds stands below it, what a shorter one leaves is not dotted."""
    tally = all_tally(Language("en"), total, 1, target)
    assert tally is not None
    assert (drawn_strokes(tally), tally[1]["aria-label"]) == ((drawn, dotted), words)


def test_every_way_that_doubles_rank_is_told_in_nello_and_low_no():
    """The options of TX-V4 change no score: what is allowed stands in the prompt."""
    nello = {told(shown(pending=TWO | {"contract": "nello"}, nello_doubles=way)["prompt"])[3] for way in DOUBLES}
    low = {"bidder": 0, "contract": "low_no"}
    low_no = {told(shown(pending=low, nello_doubles=way, **POINTS)["prompt"])[2].replace("0", "1") for way in DOUBLES}
    assert (len(nello), nello) == (4, low_no)
