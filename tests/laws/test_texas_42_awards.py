"""Texas 42 from the entry alone: who gets what and why, what the losers pay, and what the pad says beforehand.

The tables are written from the rule book (TX-X1 to X34 and its data section), not from the code.
"""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.games.texas_42 import GAME
from scoring.sheet import extend, problems, replay
from scoring.words import Deal
from tests.support.cases import tries
from tests.support.random_sheets import matches, sheet_of

NAMES = ("Ann", "Bob", "Cem", "Dee")
FIMBEL = {"plunge": "three_marks", "splash": "two_marks"}
MARKS = [
    # entry; side, points, why, what is told with it
    ({"bidder": 1, "bid": 30, "points": 30}, [(1, 1, "bid_made_took", {"bid": 30, "took": 30})]),
    ({"bidder": 0, "bid": 30, "points": 29}, [(1, 1, "bid_set_took", {"bid": 30, "took": 29})]),
    ({"bidder": 2, "bid": 41, "points": 41}, [(0, 1, "bid_made_took", {"bid": 41, "took": 41})]),
    ({"bidder": 3, "bid": 41, "points": 40}, [(0, 1, "bid_set_took", {"bid": 41, "took": 40})]),
    ({"bidder": 3, "bid": 30, "points": 42}, [(1, 1, "bid_made_took", {"bid": 30, "took": 42})]),
    ({"bidder": 1, "bid": 35, "made": True}, [(1, 1, "bid_made", {"bid": 35})]),
    ({"bidder": 1, "bid": 35, "made": False}, [(0, 1, "bid_set", {"bid": 35})]),
    ({"bidder": 1, "bid": 35, "points": 42, "penalty": True}, [(0, 1, "bid_penalty", {"bid": 35})]),
    ({"bidder": 0, "bid": 42, "points": 41}, [(1, 1, "marks_set", {"n": 1})]),
    ({"bidder": 0, "bid": 84, "made": True}, [(0, 2, "marks_made", {"n": 2})]),
    ({"bidder": 1, "bid": 126, "points": 36}, [(0, 3, "marks_set", {"n": 3})]),
    ({"bidder": 1, "bid": 126, "penalty": True}, [(0, 3, "marks_penalty", {"n": 3})]),
    ({"bidder": 0, "bid": 42, "contract": "nello", "points": 0}, [(0, 1, "nello_made", {"n": 1})]),
    ({"bidder": 0, "bid": 84, "contract": "nello", "points": 1}, [(1, 2, "nello_set", {"n": 2})]),
    ({"bidder": 2, "bid": 168, "contract": "plunge", "made": True}, [(0, 4, "plunge_made", {"n": 4})]),
    ({"bidder": 2, "bid": 210, "contract": "plunge", "points": 41}, [(1, 5, "plunge_set", {"n": 5})]),
    ({"bidder": 3, "bid": 84, "contract": "sevens", "made": False}, [(0, 2, "sevens_set", {"n": 2})]),
    ({"bidder": 3, "bid": 42, "contract": "no_trump", "made": True}, [(1, 1, "marks_made", {"n": 1})]),
    ({"calls": ["pass"] * 4}, []),
]
POINTS = [
    (
        {"bidder": 0, "bid": 32, "points": 35},
        [(0, 35, "bid_made_took", {"bid": 32, "took": 35}), (1, 7, "their_points", {"n": 7})],
    ),
    (
        {"bidder": 0, "bid": 32, "points": 31},
        [(1, 32, "bid_set_took", {"bid": 32, "took": 31}), (1, 11, "their_points", {"n": 11})],
    ),
    (
        {"bidder": 1, "bid": 30, "points": 0},
        [(0, 30, "bid_set_took", {"bid": 30, "took": 0}), (0, 42, "their_points", {"n": 42})],
    ),
    ({"bidder": 1, "bid": 30, "points": 42}, [(1, 42, "bid_made_took", {"bid": 30, "took": 42})]),
    (
        {"bidder": 0, "bid": 32, "points": 35, "penalty": True},
        [(1, 32, "bid_penalty", {"bid": 32}), (1, 7, "their_points", {"n": 7})],
    ),
    ({"bidder": 0, "bid": 42, "points": 41}, [(1, 42, "all_set", {"bid": 42})]),
    ({"bidder": 0, "bid": 84, "made": True}, [(0, 84, "all_made", {"bid": 84})]),
    ({"bidder": 3, "bid": 168, "made": False}, [(0, 168, "all_set", {"bid": 168})]),
    ({"bidder": 0, "contract": "low_no", "made": True}, [(0, 42, "low_no_made", {})]),
    ({"bidder": 0, "contract": "low_no", "points": 10}, [(1, 42, "low_no_set", {})]),
    ({"bidder": 0, "contract": "low_no", "penalty": True}, [(1, 42, "low_no_penalty", {})]),
]


@pytest.mark.parametrize(
    ("rules", "entry", "awards"),
    [({}, *row) for row in MARKS]
    + [({"scoring": "points"}, *row) for row in POINTS]
    + [
        (FIMBEL, {"bidder": 1, "bid": 84, "contract": "splash", "made": True}, [(1, 2, "splash_made", {"n": 2})]),
        (FIMBEL, {"bidder": 1, "bid": 126, "contract": "plunge", "made": False}, [(0, 3, "plunge_set", {"n": 3})]),
    ],
)
def test_awards_of_an_entry(rules, entry, awards):
    """Every award names side, points and why; a bid is told by who made it."""
    line = replay(GAME, GAME.table(NAMES, 0), rules, (Deal("1", "deal", entry, None),)).lines[0]
    assert line.problems == ()
    assert [(found.side, found.points, found.why) for found in line.awards] == [award[:3] for award in awards]
    for found, (_, _, why, values) in zip(line.awards, awards, strict=True):
        assert values.items() <= found.values.items()
        assert why == "their_points" or found.values["bidder"] == entry["bidder"]
    assert sum(line.points) == sum(award[1] for award in awards)


def test_stakes_are_recounted():
    """What the losers pay: for each mark they lack, and for each time they themselves were set (TX-X15, X16)."""
    paid = 0
    for match in matches("texas_42", damaged=False):
        rules = {"stake_per_mark": 25, "stake_per_set": 100, "scoring": "marks", "target_marks": 4}
        sheet = sheet_of(match | {"rules": (match.get("rules") or {}) | rules})
        deals = [line for line in sheet.lines if not line.problems]
        if sheet.outcome is None or sheet.outcome.payment is None:
            continue
        totals, sets = [0, 0], [0, 0]
        for line in deals:
            for found in line.awards:
                totals[found.side] += found.points
                sets[line.deal.entry["bidder"] % 2] += found.side != line.deal.entry["bidder"] % 2
        loser = totals.index(min(totals))
        owed = max(0, 4 - totals[loser]) * 25 + sets[loser] * 100
        assert (sheet.outcome.payment.side, sheet.outcome.payment.amount) == (loser, owed)
        paid += 1
    assert paid > 5


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ({"target_marks": 3}, {"all_seven", "stake", "stake_wins", "marks_change"}),
        ({"target_marks": 7}, {"all_seven", "stake", "stake_wins", "marks_change"}),
        ({"scoring": "points"}, {"all_seven", "set_gives", "points_change"}),
    ],
)
def test_hints_are_what_the_ends_of_the_deal_give(rules, codes):
    """Beside every bid, and beside made and set."""
    seen = set()
    for rng in tries(str(rules), 12):
        points = [rng.randint(0, 2), rng.randint(0, 2)]
        sheet = replay(GAME, GAME.table(NAMES, 0), rules, (Deal("r", "adjust", {"points": points}, None),))
        bidder = rng.randrange(4)
        for bid, code, values in hints(board(sheet, {"bidder": bidder}), "bid"):
            seen.add(code)
            ends = [(made, after) for made, after in ends_of(sheet, {"bidder": bidder, "bid": bid})]
            sets = [after.lines[-1].points[1 - bidder % 2] for made, after in ends if not made]
            if code == "set_gives":
                assert (min(sets), max(sets)) == (values["low"], values["high"])
            elif code == "stake":
                assert {sum(after.lines[-1].points) for _, after in ends} == {1}
            elif code == "stake_wins":
                assert all(after.outcome.winners == (bidder % 2,) for made, after in ends if made)
            else:
                assert code == "all_seven" and bid >= 42
        said = {"bidder": bidder, "bid": rng.choice((42, 84))}
        found = board(sheet._replace(pending=said))
        for made, code, values in hints(found, "made"):
            seen.add(code)
            after = extend(GAME, sheet, (Deal("d", "deal", said | {"made": made}, None),))
            assert after.standing.totals[values["side"]] == values["n"]
            assert sheet.standing.totals[values["side"]] == values["before"]
    assert seen == codes


def hints(found: dict[str, Any], key: str) -> list[tuple[Any, str, dict[str, Any]]]:
    """The choices of a field that say something beforehand."""
    chips = next(field for field in found["fields"] if field["key"] == key)["choices"][0]
    return [(one["value"], one["hint"]["code"], one["hint"]["values"]) for one in chips if one["hint"]]


def ends_of(sheet: Any, bid: dict[str, Any]) -> list[tuple[bool, Any]]:
    """Every end of a deal without a penalty: whether the bid was made, and the sheet after it."""
    entries = [bid | {"points": took} for took in range(43)]
    sound = [entry for entry in entries if not problems(GAME, sheet.standing, entry)]
    return [
        (entry["points"] >= min(bid["bid"], 42), extend(GAME, sheet, (Deal("d", "deal", entry, None),)))
        for entry in sound
    ]
