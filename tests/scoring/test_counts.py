"""Whole spaces of entries, counted and summed: the numbers are the rule book's, or worked out beside the test.

One file for all the games, so that each number of the rule book is looked up in one place.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.cards import card_points, run_points
from scoring.game import rules_problems
from scoring.games import games
from scoring.games.texas_42.rules import ALL_POINTS, TILES, TRICKS, counts, taken
from scoring.sheet import problems
from tests.support.single_deals import compositions, one_deal, opening, points_of, summed

# Boomke Wies


def boomke_records() -> list[dict[str, Any]]:
    """Who, bid and tricks, and every Meetje: 4 x 7 x 14 + 14 records."""
    spoken = [
        {"declarer": seat, "contract": bid, "tricks": took}
        for seat in range(4)
        for bid in range(7, 14)
        for took in range(14)
    ]
    return spoken + [{"contract": "meetje", "tricks": took} for took in range(14)]


def test_boomke_wies_records_add_up():
    """Of one declarer: 7 to 9 bring 33 - 24 and cost 36; 10 to 12 bring 21 - 66 and cost 66; Boom -60 and 65."""
    found = {seat: [] for seat in (0, 1, None)}
    for entry in boomke_records():
        if entry.get("declarer") in found:
            found[entry.get("declarer")].append(points_of("boomke_wies", entry))
    assert summed(found[0]) == (9 - 45 - 60, 36 + 66 + 65)
    assert summed(found[1]) == (36 + 66 + 65, 9 - 45 - 60)
    assert summed(found[None]) == (7 - (1 + 2 + 3 + 4 + 5 + 6 + 7), 7)


@pytest.mark.parametrize(("rule", "cost"), [("up_to_nine", 36), ("nine_only", 27), ("seven_to_nine", 33)])
def test_rules_of_a_failed_low_bid_add_up(rule, cost):
    """What failed 7, 8 and 9 bring the others: 3 x 8 for ten tricks or more, and 1 each for fewer.

    Those are 3 + 4 + 5 up to nine, 3 x 1 for exactly nine, 3 x 3 for seven to nine.
    """
    failed = [
        entry for entry in boomke_records() if entry.get("declarer") == 0 and entry["tricks"] < entry["contract"] < 10
    ]
    assert summed([points_of("boomke_wies", entry, low_bid_failed=rule) for entry in failed]) == (-24, cost)


# Texas 42

MARKS = [42 * k for k in range(1, 8)]


def test_texas_42_has_152_records_of_marks():
    """12 bids for one mark and 1 to 7 marks: 40 marks for each seat made, and as many set."""
    records = list(itertools.product(range(4), [*range(30, 42), *MARKS], (True, False)))
    found = [points_of("texas_42", {"bidder": seat, "bid": bid, "made": made}) for seat, bid, made in records]
    assert len(records) == 152
    assert summed(found) == (160, 160)
    assert len(set(found)) == 14
    assert all(min(points) == 0 < max(points) for points in found)
    told = {(points, made) for points, (_seat, _bid, made) in zip(found, records, strict=True)}
    assert len(told) == 28


def test_texas_42_points_below_42():
    """4 x 12 x 43 cases: made deals hold 42 points; set ones what the others took and the bid, from 43 to 83."""
    sets = []
    for seat, bid, took in itertools.product(range(4), range(30, 42), range(43)):
        points = points_of("texas_42", {"bidder": seat, "bid": bid, "points": took}, scoring="points")
        ours, theirs = points if seat % 2 == 0 else points[::-1]
        assert (ours, theirs) == ((took, 42 - took) if took >= bid else (0, 42 - took + bid))
        sets += [theirs] if took < bid else []
    assert (min(sets), max(sets)) == (43, 83)


def test_texas_42_counts_42_in_28_dominoes():
    """Five counters make 35, and each of seven tricks one more."""
    worth = {tile: counts(tile) for tile in TILES if counts(tile)}
    assert worth == {(5, 5): 10, (6, 4): 10, (5, 0): 5, (4, 1): 5, (3, 2): 5}
    assert len(TILES) == len({frozenset(tile) for tile in TILES}) == 28
    assert taken(TILES, TRICKS) == sum(worth.values()) + 7 == ALL_POINTS == 42


# Clobyosh


def test_clobyosh_cards_hold_152_points_and_nine_tricks_18_to_146():
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    pack = [rank + suit for suit in suits for rank in ("A", "K", "Q", "J", "10", "9", "8", "7")]
    for trump in suits.values():
        worth = sorted(card_points(trump, [card]) for card in pack)
        assert (sum(worth), sum(worth[:18]), sum(worth[-18:])) == (152, 18, 146)


def test_clobyosh_takes_10707_pairs_of_card_points():
    """All pairs that together make 18 to 146: 147 x 148 / 2 less 18 x 19 / 2."""
    game, standing = games()["clobyosh"], opening("clobyosh", {}, 2)
    taken = 0
    for pair in itertools.product(range(148), range(148)):
        entry = {"maker": 0, "turned": True, "cards": list(pair), "last_trick": 0}
        taken += not problems(game, standing, entry)
    assert taken == 147 * 148 // 2 - 18 * 19 // 2 == 10707


def test_clobyosh_runs_make_seven_totals():
    """All runs that nine cards can hold, each of one seat alone."""
    tops = ("A", "K", "Q", "J", "10", "9")
    kinds = [(n, top) for n in range(3, 9) for place, top in enumerate(tops) if place + n <= 8]
    assert len(kinds) == 6 + 5 + 4 + 3 + 2 + 1
    totals = Counter()
    for many in range(4):
        for chosen in itertools.combinations_with_replacement(kinds, many):
            if sum(length for length, _top in chosen) > 9:
                continue
            runs = [{"length": length, "top": top, "trump": False} for length, top in chosen]
            entry = {"maker": 1, "turned": False, "cards": [0, 146], "last_trick": 1, "sequences": [runs, []]}
            awards = (
                one_deal("clobyosh", entry, 2, sequences_need_trick=False, equal_totals="both_keep").lines[0].awards
            )
            scored = sum(award.points for award in awards if award.why.startswith("sequences"))
            assert scored == sum(map(run_points, [length for length, _top in chosen]))
            totals[scored] += 1
    assert set(totals) == {0, 20, 40, 50, 60, 70, 100}
    assert totals[60] == 6 * 7 * 8 // 6  # three runs of three: six kinds, with repetition


# Knock-Out Whist


@pytest.mark.parametrize(("players", "results"), [(2, 4), (3, 12), (4, 32), (5, 80), (6, 192), (7, 448)])
def test_knockout_whist_results_of_the_first_deal(players, results):
    """Who failed and who names trump is all that matters: players x 2^(players - 1) results."""
    found = set()
    for tricks in compositions(7, players):
        best = [seat for seat in range(players) if tricks[seat] == max(tricks)]
        for chooser in best:
            entry = {"tricks": list(tricks), "chooser": chooser}
            carry = one_deal("knockout_whist", entry, players).standing.carry
            assert [state == "dog" for state in carry["status"]] == [took == 0 for took in tricks]
            assert carry["chooser"] == chooser
            found.add((tuple(carry["status"]), chooser))
    assert len(found) == results == players * 2 ** (players - 1)


def test_knockout_whist_hands_fit_one_pack():
    game = games()["knockout_whist"]
    fits = {
        (n, hand) for n in range(2, 8) for hand in range(1, 12) if not rules_problems(game, {"first_hand": hand}, n)
    }
    assert fits == {(n, hand) for n in range(2, 8) for hand in range(2, 11) if n * hand + 1 <= 52}


# Zwanzig ab


def falls() -> Iterator[tuple[list[int | None], int]]:
    """Every trick and drop pattern with the seat left of dealer 0 as maker, and how many stayed in without a trick."""
    for stays in itertools.product((True, False), repeat=3):
        inside = [1, *(seat for seat, stayed in zip((2, 3, 0), stays, strict=True) if stayed)]
        for tricks in compositions(5, len(inside)):
            took = dict(zip(inside, tricks, strict=True))
            yield [took.get(seat) for seat in range(4)], tricks.count(0)


@pytest.mark.parametrize(
    ("trump", "named", "times", "rules"),
    [
        ("spades", {}, 1, {}),
        ("hearts", {}, 2, {}),
        ("spades", {"named": "blind"}, 2, {"first_packet": "three"}),
        ("hearts", {"named": "blind"}, 4, {"first_packet": "three"}),
        ("hearts", {"named": "blind"}, 2, {"first_packet": "three", "blind_hearts": 2}),
    ],
)
def test_zwanzig_ab_has_138_patterns_and_their_sum(trump, named, times, rules):
    """Each pattern sums to -5 times as much as counts, and 5 more for each who stayed in without a trick."""
    found = []
    for tricks, without in falls():
        points = points_of("zwanzig_ab", {"trump": trump, "tricks": tricks} | named, **rules)
        assert sum(points) == times * (-5 + 5 * without)
        found.append(points)
    assert len(found) == len(set(found)) == 138 == 56 + 3 * 21 + 3 * 6 + 1


@pytest.mark.parametrize(
    ("entry", "rules", "accepted"),
    [
        ({"trump": "diamonds"}, {}, 56),  # everybody must stay
        ({"trump": "clubs"}, {"all_stay_suit": "clubs"}, 56),
        ({"trump": "spades"}, {"two_active": True}, 137),  # but for the one in which only the maker is left
        ({"trump": "spades"}, {"start": 5, "low_score_may_drop": False}, 56),  # everybody stands at 5
        ({"trump": "spades"}, {"start": 6, "low_score_may_drop": False}, 138),
    ],
)
def test_zwanzig_ab_forced_stays(entry, rules, accepted):
    game, standing = games()["zwanzig_ab"], opening("zwanzig_ab", rules)
    assert sum(not problems(game, standing, entry | {"tricks": tricks}) for tricks, _without in falls()) == accepted


def test_zwanzig_ab_sweep_bonus_is_for_five_tricks_in_play():
    swept = [tricks for tricks, _n in falls() if 5 in tricks]
    plain = [points_of("zwanzig_ab", {"trump": "clubs", "tricks": tricks}) for tricks in swept]
    bonus = [points_of("zwanzig_ab", {"trump": "clubs", "tricks": tricks}, sweep_bonus=5) for tricks in swept]
    less = [sum(before) - sum(after) for before, after in zip(plain, bonus, strict=True)]
    assert sorted(less) == [0] + [5] * (len(swept) - 1)
    assert len(swept) == 4 + 3 * 3 + 3 * 2 + 1
