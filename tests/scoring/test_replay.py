"""The fold, saying by saying: what a log still says, what rulings do to a sheet, and how a match is refused."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import score_match
from scoring.board import plain_sheet
from scoring.deals import log_state
from scoring.games import games
from scoring.sheet import bid_problems, replay
from scoring.words import Deal, Record, Sheet

GAME = games()["boomke_wies"]
NAMES = ("Ann", "Bob", "Cem", "Dee")
EIGHT = {"declarer": 0, "contract": 8, "tricks": 9}
BID = {"declarer": 1, "contract": 10}


def sheet(*said: tuple[str, dict[str, Any]], **rules: Any) -> Sheet:
    """The sheet of these sayings, Ann dealing first."""
    deals = tuple(Deal(str(n), kind, body, None) for n, (kind, body) in enumerate(said))
    return replay(GAME, GAME.table(NAMES, 0), rules, deals)


def log(*said: tuple[str, dict[str, Any]]) -> list[Record]:
    """Records numbered from one, their uids a, b, c …"""
    return [Record(n + 1, "abcdefgh"[n], kind, body) for n, (kind, body) in enumerate(said)]


@pytest.mark.parametrize(
    ("said", "pending"),
    [
        ([("bid", BID)], BID),
        ([("bid", BID), ("bid", EIGHT)], EIGHT),
        ([("bid", BID), ("deal", EIGHT)], None),
        ([("deal", EIGHT), ("bid", BID)], BID),
        ([("bid", BID), ("adjust", {"points": [1, 0]})], BID),
        ([("deal", EIGHT), ("bid", BID), ("amend", {"of": "a", "entry": EIGHT})], BID),
        ([("bid", BID), ("deal", EIGHT), ("strike", {"of": "b"})], BID),
        ([("bid", BID), ("strike", {"of": "a"})], None),
    ],
)
def test_the_bid_of_the_deal_in_play(said, pending):
    assert log_state(log(*said)).pending == pending


def test_a_ruling_gives_points_and_is_a_line_of_its_own():
    found = sheet(("deal", EIGHT), ("adjust", {"points": [0, -3], "note": "reneged"}))
    assert found.standing.totals == (1, -3)
    assert (found.standing.number, found.standing.dealer) == (2, 1)
    ruling = plain_sheet(found)["lines"][1]
    values = {"note": "reneged"}
    assert ruling["awards"] == [{"side": 1, "points": -3, "why": "adjusted", "values": values}]
    assert ruling["kind"] == "adjust"
    assert "kind" not in plain_sheet(found)["lines"][0]


def test_time_is_up_and_then_not():
    ended = sheet(("deal", EIGHT), ("close", {}))
    assert ended.standing.closed
    assert ended.outcome is not None
    again = sheet(("deal", EIGHT), ("close", {}), ("reopen", {}), ("deal", EIGHT))
    assert not again.standing.closed
    assert again.outcome is None
    assert again.standing.totals == (2, 0)
    assert sheet(("deal", EIGHT), ("close", {}), ("deal", EIGHT)).lines[1].problems[0].code == "over"


def test_only_what_is_said_before_play_is_asked_of_a_bid():
    standing = sheet().standing
    assert bid_problems(GAME, standing, BID) == ()
    assert bid_problems(GAME, standing, EIGHT | {"tricks": 99}) == ()
    found = bid_problems(GAME, standing, {"contract": 6, "declarer": 9})
    assert [(known.field, known.code) for known in found] == [("declarer", "no_such_seat"), ("contract", "not_offered")]


MATCH = {"game": "boomke_wies", "players": list(NAMES)}


@pytest.mark.parametrize(
    ("match", "game", "problems"),
    [
        ([], None, [("match", "match_shape")]),
        (None, None, [("match", "match_shape")]),
        ({}, None, [("game", "no_such_game")]),
        ({"game": 7}, None, [("game", "no_such_game")]),
        ({"game": ["boomke_wies"]}, None, [("game", "no_such_game")]),
        ({"game": "poker"}, "poker", [("game", "no_such_game")]),
        (MATCH | {"players": "Ann"}, "boomke_wies", [("players", "player_names")]),
        (MATCH | {"players": ["Ann", "Bob", "Cem", 4]}, "boomke_wies", [("players", "player_names")]),
        (MATCH | {"players": ["Ann"]}, "boomke_wies", [("players", "players_number")]),
        (MATCH | {"first_dealer": 4}, "boomke_wies", [("first_dealer", "no_such_seat")]),
        (MATCH | {"first_dealer": -1}, "boomke_wies", [("first_dealer", "no_such_seat")]),
        (MATCH | {"first_dealer": True}, "boomke_wies", [("first_dealer", "no_such_seat")]),
        (MATCH | {"closed": 1}, "boomke_wies", [("closed", "yes_or_no")]),
        (MATCH | {"deals": {}}, "boomke_wies", [("deals", "not_a_list")]),
        (MATCH | {"deals": [EIGHT, EIGHT | {"dealer": 4}]}, "boomke_wies", [("deals.1.dealer", "no_such_seat")]),
        (MATCH | {"deals": [EIGHT | {"dealer": "Bob"}]}, "boomke_wies", [("deals.0.dealer", "no_such_seat")]),
        (MATCH | {"rules": []}, "boomke_wies", [("rules", "match_shape")]),
        (MATCH | {"rules": {"doubling": 1}}, "boomke_wies", [("rules.doubling", "unknown_rule")]),
    ],
)
def test_a_match_is_refused_as_a_whole(match, game, problems):
    scored = score_match(match)
    assert scored["game"] == game
    assert [(found["field"], found["code"]) for found in scored["problems"]] == problems
    assert set(scored) == {"game", "problems"}


def test_a_deal_as_data_says_who_dealt_it():
    """A Meetje is the dealer's; who is due after it is whoever sits left of that one."""
    meetje = {"contract": "meetje", "trump": "clubs", "tricks": 7}
    scored = score_match(MATCH | {"deals": [meetje | {"dealer": 1}, meetje | {"dealer": None}, meetje]})
    assert [line["problems"] for line in scored["lines"]] == [[], [], []]
    assert [(line["dealer"], line["points"]) for line in scored["lines"]] == [(1, [0, 1]), (2, [1, 0]), (3, [0, 1])]


@pytest.mark.parametrize("more", [{}, {"first_dealer": None, "rules": None, "deals": None, "closed": None}])
def test_what_is_left_out_of_a_match(more):
    scored = score_match(MATCH | more)
    assert scored["standing"] == {"number": 1, "dealer": 0, "totals": [0, 0], "carry": {}}
    assert scored["outcome"] is None
