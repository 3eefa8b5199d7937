"""What may be left out of an entry, or disagree in it: the log, the command line and a bid of it say the same."""

from __future__ import annotations

import pytest

from models.log.errors import Refused
from scoring import score_match
from tests.models.tables import new_match, say, totals

pytestmark = pytest.mark.usefixtures("store")
NO_AUCTION = {"auction": False}
POINTS = {"scoring": "points"}
CASES = {
    "a lost Boom without its tricks": ("boomke_wies", {}, {"declarer": 0, "contract": 13}, (-5, 5)),
    "a lost Boom whose tricks are null": ("boomke_wies", {}, {"declarer": 0, "contract": 13, "tricks": None}, (-5, 5)),
    "no auction, no declarer": ("boomke_wies", NO_AUCTION, {"tricks": 8}, (8, 5)),
    "no auction, declarer null": ("boomke_wies", NO_AUCTION, {"tricks": 8, "declarer": None}, (8, 5)),
    "no auction, a declarer": ("boomke_wies", NO_AUCTION, {"tricks": 8, "declarer": 0}, None),
    "a bid without its tricks": ("boomke_wies", {}, {"declarer": 0, "contract": 12}, None),
    "a penalty, though made": ("texas_42", {}, {"bidder": 0, "bid": 84, "made": True, "penalty": True}, (0, 2)),
    "a penalty, though all were taken": (
        "texas_42",
        {},
        {"bidder": 0, "bid": 31, "made": False, "points": 42, "penalty": True},
        (0, 1),
    ),
    "a penalty in points with points that made it": (
        "texas_42",
        POINTS,
        {"bidder": 0, "bid": 31, "made": False, "points": 35, "penalty": True},
        (0, 38),
    ),
    "no penalty, and made and points differ": (
        "texas_42",
        {},
        {"bidder": 0, "bid": 31, "made": True, "points": 10},
        None,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_log_and_command_line_agree(case):
    game, rules, entry, points = CASES[case]
    match = new_match(game, **rules)
    asked = {"game": game, "players": list(match.players), "rules": rules, "deals": [entry]}
    (line,) = score_match(asked)["lines"]
    assert bool(line["problems"]) == (points is None)
    if points is None:
        with pytest.raises(Refused):
            say(match, "deal", entry)
        return
    assert (tuple(line["points"]), totals(say(match, "deal", entry).state)) == (points, points)


@pytest.mark.parametrize(
    ("body", "taken"), [({"declarer": None}, True), ({"declarer": 0}, False), ({"x": None}, False)]
)
def test_what_is_null_is_left_out_of_a_bid_too(body, taken):
    match = new_match(**NO_AUCTION)
    if taken:
        assert say(match, "bid", body).seq == 1
        return
    with pytest.raises(Refused):
        say(match, "bid", body)
