"""What may be left out of an entry, or disagree in it: the log, the command line and a bid of it say the same."""

from __future__ import annotations

import pytest

from models.log.errors import Refused
from scoring import score_match
from tests.models.tables import new_match, say, totals

NO_AUCTION = {"auction": False}
LOST_BOOM = {"declarer": 0, "contract": 13}
PENALTY = {"bidder": 0, "bid": 31, "made": False, "penalty": True}
CASES = (
    ("boomke_wies", {}, LOST_BOOM, (-5, 5)),
    ("boomke_wies", {}, LOST_BOOM | {"tricks": None}, (-5, 5)),
    ("boomke_wies", {}, {"declarer": 0, "contract": 12}, None),  # without its tricks
    ("boomke_wies", NO_AUCTION, {"tricks": 8}, (8, 5)),
    ("boomke_wies", NO_AUCTION, {"tricks": 8, "declarer": None}, (8, 5)),
    ("boomke_wies", NO_AUCTION, {"tricks": 8, "declarer": 0}, None),
    ("texas_42", {}, {"bidder": 0, "bid": 84, "made": True, "penalty": True}, (0, 2)),  # though made
    ("texas_42", {}, PENALTY | {"points": 42}, (0, 1)),  # though all were taken
    ("texas_42", {"scoring": "points"}, PENALTY | {"points": 35}, (0, 38)),  # in points, which made it
    ("texas_42", {}, {"bidder": 0, "bid": 31, "made": True, "points": 10}, None),  # made and points differ
)


def test_log_and_command_line_agree(store):
    for game, rules, entry, points in CASES:
        match = new_match(game, **rules)
        asked = {"game": game, "players": list(match.players), "rules": rules, "deals": [entry]}
        (line,) = score_match(asked)["lines"]
        assert bool(line["problems"]) == (points is None)
        if points is None:
            with pytest.raises(Refused):
                say(match, "deal", entry)
        else:
            assert (tuple(line["points"]), totals(say(match, "deal", entry).state)) == (points, points)


def test_what_is_null_is_left_out_of_a_bid_too(store):
    match = new_match(**NO_AUCTION)
    assert say(match, "bid", {"declarer": None}).seq == 1
    for body in ({"declarer": 0}, {"x": None}):
        with pytest.raises(Refused):
            say(match, "bid", body)
