"""What review counts of a deal, game by game: facts, and parts of single seats."""

from __future__ import annotations

import pytest

from scoring.games import games
from scoring.review import Fact, SeatPart, other_bid, review_of
from scoring.sheet import replay, standings
from scoring.words import Deal

NAMES = ("Ann", "Bob", "Cem", "Dee")
EIGHT, MEETJE = {"declarer": 1, "contract": 8}, {"contract": "meetje"}
THREES, TWO_MARKS = {"bidder": 1, "bid": 31, "trump": 3}, {"bidder": 2, "bid": 84}
POINTS = {"scoring": "points"}
HEARTS = {"maker": 1, "turned": True, "trump": "hearts", "last_trick": 1}


def last(game: str, *entries: dict, players: int = 4, **rules: object):
    """The standing before the last deal, and its line; Ann deals first."""
    table = games()[game].table(NAMES[:players], 0)
    deals = tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(entries))
    lines = replay(games()[game], table, rules, deals).lines
    return list(standings(games()[game], table, rules, deals, lines))[-1]


@pytest.mark.parametrize(
    ("entry", "rules", "fact"),
    [
        (EIGHT | {"tricks": 8}, {}, Fact("bid", 1, 8, True, 8, 1)),
        (EIGHT | {"tricks": 7, "trump": "clubs"}, {}, Fact("bid", 1, 8, False, 7, -2, "clubs")),
        (EIGHT | {"calls": [8, "pass", "pass", "pass"], "tricks": 13}, {}, Fact("bid", 1, 8, True, 13, 3, None, True)),
        ({"declarer": 2, "contract": 13, "tricks": 13}, {}, Fact("boom", 2, 13, True, 13, 5)),
        ({"declarer": 2, "contract": 13}, {}, Fact("boom", 2, 13, False, None, -10)),
        (MEETJE | {"tricks": 5}, {}, Fact("meetje", 0, None, None, 5, -3)),
        (MEETJE | {"tricks": 9}, {}, Fact("meetje", 0, None, None, 9, 1)),
        ({"tricks": 7}, {"auction": False, "simple_score": "over_six"}, Fact("simple", None, None, None, 7, 1)),
    ],
)
def test_boomke_wies(entry, rules, fact):
    assert review_of("boomke_wies").fact(*last("boomke_wies", entry, **rules)) == fact


@pytest.mark.parametrize(
    ("entry", "rules", "fact"),
    [
        (THREES | {"points": 31}, {}, Fact("bid", 1, 31, True, 31, 1, "3")),
        (THREES | {"points": 30}, {}, Fact("bid", 1, 31, False, 30, -1, "3")),
        (THREES | {"points": 30}, POINTS, Fact("bid", 1, 31, False, 30, 0 - 31 - 12, "3")),
        (THREES | {"points": 35}, POINTS, Fact("bid", 1, 31, True, 35, 35 - 7, "3")),
        (TWO_MARKS | {"contract": "no_trump", "made": True}, {}, Fact("bid", 2, 84, True, None, 2, "no_trump")),
        (TWO_MARKS | {"contract": "nello", "made": False}, {}, Fact("nello", 2, 84, False, None, -2, "nello")),
        ({"bidder": 0, "contract": "low_no", "made": False}, POINTS, Fact("low_no", 0, 42, False, None, -42, "low_no")),
        ({}, {}, Fact("passed")),
    ],
)
def test_texas_42(entry, rules, fact):
    allowed = {"nello": "marks"} if entry.get("contract") == "nello" else {}
    allowed |= {"low_no": True} if entry.get("contract") == "low_no" else {}
    assert review_of("texas_42").fact(*last("texas_42", entry, **rules, **allowed)) == fact


@pytest.mark.parametrize(
    ("entry", "rules", "fact"),
    [  # Bob's 80 and the ten for the last trick against Ann's 45
        (HEARTS | {"cards": [45, 80]}, {}, Fact("turned", 1, None, True, 90, 45, "hearts", False, 0, 90)),
        (
            HEARTS | {"turned": False, "cards": [45, 80], "bela": 1},
            {},
            Fact("named", 1, None, True, 110, 65, "hearts", False, 20, 90),
        ),
        (HEARTS | {"cards": [80, 45]}, {}, Fact("turned", 1, None, False, 55, -135, "hearts", False, 0, 55)),
        (HEARTS | {"cards": [60, 50]}, {}, Fact("tied", 1, None, None, 60, -60, "hearts", False, 0, 60)),
        (
            HEARTS | {"cards": [50, 10], "claim": 0},
            {"target": 50},
            Fact("claimed", 0, None, True, 50, 50, "hearts", False, 0, 50),
        ),
        ({}, {}, Fact("passed")),
    ],
)
def test_clobyosh(entry, rules, fact):
    assert review_of("clobyosh").fact(*last("clobyosh", entry, players=2, **rules)) == fact


def test_knockout_whist():
    review = review_of("knockout_whist")
    first = last("knockout_whist", {"tricks": [4, 3, 0, 0], "chooser": 0}, dogs_life="one_per_player")
    assert review.fact(*first) == Fact("deal", None, 7)
    assert review.parts(*first) == (
        SeatPart(0, 4, 4, "in", "in"),
        SeatPart(1, 3, 3, "in", "in"),
        SeatPart(2, 0, 0, "in", "dog"),
        SeatPart(3, 0, 0, "in", "dog"),
    )
    deals = {"tricks": [4, 3, 0, 0]}, {"trump": "spades", "tricks": [4, 1, 1, 0]}
    second = last("knockout_whist", *deals, dogs_life="one_per_player")
    assert review.fact(*second) == Fact("deal", 0, 6, None, 4, 0, "spades")
    assert [part[3:] for part in review.parts(*second)] == [("in", "in"), ("in", "in"), ("dog", "in"), ("dog", "out")]
    rainbow = last("knockout_whist", {"rainbow": 1}, rainbow=True, first_hand=4)
    assert (review.fact(*rainbow), review.parts(*rainbow)) == (Fact("rainbow", 1, 4, True), ())


def test_zwanzig_ab():
    """Bob sits on the dealer's left and makes trump; hearts count double."""
    review = review_of("zwanzig_ab")
    played = last("zwanzig_ab", {"trump": "hearts", "tricks": [0, 3, 2, None]}, all_stay_suit="none")
    assert review.fact(*played) == Fact("double", 1, None, None, 3, 6, "hearts")
    assert review.parts(*played) == (
        SeatPart(0, 0, -10, "free", "none"),
        SeatPart(1, 3, 6, "maker", "took"),
        SeatPart(2, 2, 4, "free", "took"),
        SeatPart(3, None, 0, "free", "dropped"),
    )
    swept = last("zwanzig_ab", {"trump": "clubs", "tricks": [None, 5, 0, None]})
    assert [part[3:] for part in review.parts(*swept)] == [
        ("free", "dropped"),
        ("maker", "sweep"),
        ("free", "none"),
        ("free", "dropped"),
    ]
    alone = last("zwanzig_ab", {"trump": "clubs", "tricks": [None, 5, None, None]}, two_active=False)
    assert review.parts(*alone)[1] == SeatPart(1, 5, 5, "maker", "alone")
    again = last("zwanzig_ab", {"trump": "clubs", "tricks": [2, 1, 1, 1]}, {"redeal": True}, first_packet="three")
    assert again[1].number == 1


def test_what_the_others_had_bid():
    """Bob declares: Ann and Cem are the others; of theirs the highest, passes are none."""
    spoken = [(0, 7), (1, 8), (2, "pass"), (3, 9), (0, 10), (1, 11)]
    assert other_bid(spoken, 1) == 10
    assert other_bid([(0, "pass"), (1, 8)], 1) is None
    entry = {"declarer": 0, "contract": 8, "tricks": 6, "calls": ["pass", 7, "pass", 8, "pass"]}
    fact = review_of("boomke_wies").fact(*last("boomke_wies", entry))
    assert fact.other_bid is None
    entry = {"bidder": 2, "bid": 32, "points": 30, "calls": [30, 32, "pass", "pass"]}
    fact = review_of("texas_42").fact(*last("texas_42", entry))
    assert fact.other_bid == 30
