"""Every auction that the rules allow, counted against the ladders of the rule book."""

from __future__ import annotations

import functools
from math import comb
from typing import Any

import pytest

from scoring.board import overview
from scoring.games import games
from scoring.sheet import problems, replay
from tests.support.single_deals import NAMES, opening

MARKS = [42 * k for k in range(1, 8)]
BOOMKE_WORDS = ("pass", *range(7, 14), "meetje")
MARKS_WORDS = ("pass", *range(30, 42), *MARKS)
POINTS_WORDS = ("pass", *range(30, 43), 84, 168, "low_no")
WRITTEN = {
    "boomke_wies": {"declarer": 0, "contract": 7, "tricks": 7},
    "texas_42": {"bidder": 0, "bid": 30, "points": 30},
}


@functools.cache
def legal_auctions(key: str, words: tuple[Any, ...], **rules: Any) -> list[list[Any]]:
    """Every auction that the game takes for whole, grown call by call; it need not agree with the entry."""
    game, standing = games()[key], opening(key, rules)
    whole: list[list[Any]] = []
    growing: list[list[Any]] = [[]]
    while growing:
        said = growing.pop()
        for calls in ([*said, word] for word in words):
            found = problems(game, standing, WRITTEN[key] | {"calls": calls})
            codes = [problem.code for problem in found if problem.field == "calls"]
            if codes in ([], ["calls_differ"]):
                whole.append(calls)
            elif codes == ["calls_unfinished"]:
                growing.append(calls)
    return whole


@pytest.mark.parametrize(
    ("key", "rules", "words"),
    [
        ("boomke_wies", {}, BOOMKE_WORDS),
        ("boomke_wies", {"after_three_passes": "any_bid"}, BOOMKE_WORDS),
        ("texas_42", {}, MARKS_WORDS),
        ("texas_42", {"scoring": "points"}, POINTS_WORDS),
    ],
)
def test_the_calls_on_offer_are_the_legal_ones(key, rules, words):
    """Along every auction; a whole one is over, makes its own entry, and offers nothing."""
    game, standing = games()[key], opening(key, rules)
    whole = {tuple(calls) for calls in legal_auctions(key, words, **rules)}
    begun = {calls[:n] for calls in whole for n in range(len(calls))}
    said = begun | whole
    for calls in sorted(begun, key=repr):
        state = game.auction(standing, list(calls))
        nexts = {word for word in words if (*calls, word) in said}
        assert (state["over"], set(state["calls"])) == (False, nexts), calls
        assert game.auction(standing, [*calls, "pass", "pass", "pass", "pass", "pass"]) is None
    for calls in sorted(whole, key=repr)[:200]:
        state = game.auction(standing, list(calls))
        assert (state["over"], list(state["calls"]), len(state["seats"])) == (True, [], len(calls))
        assert key == "boomke_wies" or list(state["seats"]) == [1, 2, 3, 0]  # each speaks once, the dealer last
        assert not [found for found in problems(game, standing, state["entry"]) if found.field in ("calls", "bidder")]


def boomke_auctions(bidders: int, high: int) -> int:
    """How many auctions follow when so many are still in besides the holder of the highest number."""
    if bidders == 0 or high == 13:
        return 1
    return boomke_auctions(bidders - 1, high) + sum(boomke_auctions(bidders, bid) for bid in range(high + 1, 14))


def test_boomke_wies_auctions_are_counted():
    """Who bids first, after 0, 1 or 2 passes, has 3, 2 or 1 others; after three the dealer has 3 words, or 8."""
    opened = sum(boomke_auctions(others, bid) for others in (3, 2, 1) for bid in range(7, 14))
    found = legal_auctions("boomke_wies", BOOMKE_WORDS)
    assert len(found) == opened + 3
    free = legal_auctions("boomke_wies", BOOMKE_WORDS, after_three_passes="any_bid")
    assert len(free) == opened + 8


def texas_auctions(seats: int, high: int, jump: int = 4) -> int:
    """How many ways so many seats can still call; high is a place on the ladder 30 … 41, 1 (place 13), 2, 3 … marks."""
    if seats == 0:
        return 1
    plain = list(range(high + 1, 15)) if high < 14 else [high + 1]
    plunge = [12 + jump] if 12 + jump > high and 12 + jump not in plain else []
    return texas_auctions(seats - 1, high, jump) + sum(texas_auctions(seats - 1, to, jump) for to in plain + plunge)


@pytest.mark.parametrize(("rules", "jump"), [({}, 4), ({"plunge": "off"}, -13), ({"plunge": "three_marks"}, 3)])
def test_texas_42_auctions_are_counted(rules, jump):
    found = legal_auctions("texas_42", MARKS_WORDS, **rules)
    assert len(found) == texas_auctions(4, 0, jump)
    highest = max(call for calls in found for call in calls if call != "pass") // 42
    assert highest == {4: 7, 3: 6, -13: 5}[jump]


def test_texas_42_points_auctions():
    """Any higher bid of 30 to 42 or 84; 168 only once 84 was said; after three passes the dealer must bid."""
    found = legal_auctions("texas_42", POINTS_WORDS, scoring="points")
    up_to_84 = sum(comb(4, spoken) * comb(14, spoken) for spoken in range(5))
    with_168 = sum(comb(4, spoken + 2) * comb(13, spoken) for spoken in range(3))
    assert len(found) == up_to_84 - 1 + 1 + with_168  # not four passes, but Low-No


@pytest.mark.parametrize(
    ("key", "calls", "code", "seat"),
    [
        ("boomke_wies", [], "speaks", 1),
        ("boomke_wies", ["pass"], "speaks_now", 2),
        ("boomke_wies", [7, "pass"], "speaks_now", 3),
        ("boomke_wies", [7, "pass", 8], "speaks_now", 0),
        ("boomke_wies", [7, "pass", 8, 9], "speaks_now", 1),
        ("boomke_wies", [7, "pass", 8, 9, "pass"], "speaks_now", 3),
        ("boomke_wies", [7, "pass", "pass", "pass"], "declarer_leads", 1),
        ("boomke_wies", ["no call"], "speaks", 1),
        ("texas_42", [], "speaks", 1),
        ("texas_42", [30, "pass"], "speaks_now", 3),
        ("texas_42", [30, "pass", "pass"], "speaks_now", 0),
        ("texas_42", ["pass", "pass", "pass", "pass"], "nobody_bid", None),
    ],
)
def test_the_prompt_says_whose_call_it_is(key, calls, code, seat):
    """Seat 0 deals; in Boomke Wies who has passed is not asked again, in Texas 42 everybody speaks once."""
    game = games()[key]
    sheet = replay(game, game.table(NAMES[:4], 0), {}, ())
    first = overview(sheet, {"calls": calls} if calls else None)["prompt"][0]
    assert (first["code"], first["values"].get("seat")) == (code, seat)
