"""Texas 42 at the table: who speaks, names and leads, what each side needs, and how a deal is told."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.game import complete, english
from scoring.games.texas_42 import GAME
from scoring.games.texas_42.check import highest_bid
from scoring.sheet import bid_problems, replay
from scoring.words import Deal
from table.board import all_tally
from table.language import Language

NAMES = ("Ann", "Bob", "Cem", "Dee")
OWN_SUIT = "Doubles are a suit of their own, 6-6 high"
ONE = {"bidder": 1, "bid": 42}
TWO = {"bidder": 1, "bid": 84}
THREES = {"bidder": 1, "bid": 31, "trump": 3}
LOW, NELLO = ONE | {"contract": "no_trump_low"}, TWO | {"contract": "nello"}
DOUBLES = ("own", "high_own", "high_low_own", "all")
PLUNGE = {"bidder": 1, "bid": 168, "contract": "plunge"}
SPLASH = {"bidder": 1, "bid": 84, "contract": "splash"}
FIMBEL = {"plunge": "three_marks"}
POINTS = {"scoring": "points"}


def shown(pending: dict[str, Any] | None, **rules: Any) -> dict[str, Any]:
    """The board before the first deal, for which Ann has shuffled."""
    return board(replay(GAME, GAME.table(NAMES, 0), rules, (), pending))


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
        (ONE, {}, ["1 names trump and leads", "0 dealt"]),
        (ONE, {"must_lead_trump": True}, ["1 names trump and leads one", "0 dealt"]),
        (THREES, {}, ["Threes are trump", "1 leads", "0 dealt"]),
        (THREES, {"must_lead_trump": True}, ["Threes are trump", "1 leads a trump", "0 dealt"]),
        (ONE | {"contract": "doubles"}, {}, ["Doubles are trump", "1 leads", "0 dealt"]),
        (ONE | {"contract": "no_trump"}, {}, ["No trump, doubles high", "1 leads", "0 dealt"]),
        (LOW, {"no_trump": "high_or_low"}, ["No trump, doubles low", "1 leads", "0 dealt"]),
        (NELLO, {}, ["2 marks", "3 sits out", "1 leads and must lose every trick", OWN_SUIT, "0 dealt"]),
        (TWO | {"contract": "sevens"}, {}, ["2 marks", "1 leads", "Nearest to seven pips wins", "0 dealt"]),
        (PLUNGE, {}, ["4 marks", "3 names trump, 1 leads", "0 dealt"]),
        (PLUNGE | {"bid": 126}, FIMBEL, ["3 marks", "3 names trump and leads", "0 dealt"]),
        (SPLASH, FIMBEL | {"splash": "two_marks"}, ["2 marks", "3 names trump and leads", "0 dealt"]),
    ],
)
def test_what_the_table_does(pending, rules, prompt):
    assert told(shown(pending, **rules)["prompt"]) == prompt


@pytest.mark.parametrize(
    ("pending", "rules", "step", "seat", "big"),
    [
        (THREES, {}, "play", 1, 31),
        (ONE, {}, "play", 1, 1),
        (PLUNGE, {}, "play", 1, "Plunge"),
        (NELLO, {}, "play", 1, "Nello"),
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
    found = shown(pending, **rules)
    assert found["step"] == step
    assert (found["spoken"]["values"]["seat"], found["spoken"]["values"]["big"]) == (seat, big)


def test_a_bid_was_somebodys():
    """Who bid is asked for, whatever becomes of a deal that nobody bids."""
    for rules in ({}, {"all_pass": "dealer_must_bid"}, POINTS):
        standing = replay(GAME, GAME.table(NAMES, 0), rules, ()).standing
        assert [(one.field, one.code) for one in bid_problems(GAME, standing, {"bid": 84})] == [("bidder", "missing")]


def drawn_strokes(piece: Any) -> tuple[int, int]:
    """How many strokes of a tally are drawn, and how many dotted."""
    groups = [child for child in piece[2] if child[0] == "g"]
    dotted = sum(len(group[2]) for group in groups if group[1].get("class") == "ghost")
    return sum(len(group[2]) for group in groups) - dotted, dotted


def test_the_tally_has_a_stroke_for_every_mark_of_the_match():
    """ALL is complete with seven; what a longer match adds stands below it, what a shorter one leaves is not dotted."""
    for total, target, drawn, dotted, words in (
        (4, 7, 4, 3, "4 of 7 strokes of ALL"),
        (9, 7, 7, 0, "7 of 7 strokes of ALL"),
        (-2, 7, 0, 7, "0 of 7 strokes of ALL"),
        (7, 12, 7, 5, "7 of 12 marks"),
        (3, 5, 3, 2, "3 of 5 marks"),
        (40, 57, 40, 17, "40 of 57 marks"),
    ):
        tally = all_tally(Language("en"), total, 1, target)
        assert tally is not None
        assert (drawn_strokes(tally), tally[1]["aria-label"]) == ((drawn, dotted), words)


def test_every_way_that_doubles_rank_is_told_in_nello_and_low_no():
    """The options of TX-V4 change no score: what is allowed stands in the prompt."""
    nello = {told(shown(NELLO, nello_doubles=way)["prompt"])[3] for way in DOUBLES}
    low = {"bidder": 0, "contract": "low_no"}
    low_no = {told(shown(low, nello_doubles=way, **POINTS)["prompt"])[2].replace("0", "1") for way in DOUBLES}
    assert (len(nello), nello) == (4, low_no)


def test_the_highest_bid_of_an_auction():
    """A Plunge opens with 4 marks, or 3, where there is one; else 2 do; three raises follow, and 7 marks are all."""
    for rules, marks in (
        ({}, 7),
        (FIMBEL, 6),
        ({"plunge": "off"}, 5),
        ({"plunge": "off", "raise_above_two": "any"}, 7),
    ):
        assert highest_bid(complete(GAME, rules)) == 42 * marks, rules


def test_a_hint_is_given_where_it_is_decided_whether_a_bid_was_made():
    standing = replay(GAME, GAME.table(NAMES, 0), {}, ()).standing
    asked = (("made", True), ("made", False), ("penalty", True), ("penalty", False), ("trump", 3))
    assert [bool(GAME.hint(standing, ONE, key, value, None)) for key, value in asked] == [True] * 3 + [False] * 2


def test_what_the_losers_pay_is_told_in_parts():
    """Marks that lack, and how often they were set where they were."""
    deals = [Deal(str(n), "deal", {"bidder": 0, "bid": 84, "made": True}, None) for n in range(4)]
    lost = Deal("lost", "deal", ONE | {"made": False}, None)
    for played, parts in ((deals, ["marks_short"]), ([lost, *deals], ["marks_short", "times_set"])):
        outcome = replay(GAME, GAME.table(NAMES, 0), {"stake_per_mark": 25, "stake_per_set": 100}, played).outcome
        assert outcome and [part.code for part in GAME.payment_parts(outcome)] == parts
