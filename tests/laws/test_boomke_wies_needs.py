"""Boomke Wies: what both sides are said to need, against every number of tricks and every gain."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game import complete
from scoring.games.boomke_wies import GAME
from scoring.games.boomke_wies.rules import BOOM
from scoring.sheet import extend
from scoring.words import Deal, Sheet, Standing

TABLE = GAME.table(("Ann", "Bob", "Cem", "Dee"), 0)
CONTRACTS = [*range(7, BOOM + 1), "meetje"]
LOW_BID_RULES = ("up_to_nine", "nine_only", "seven_to_nine")


def standing(dealer: int = 0, totals: tuple[int, int] = (0, 0), number: int = 1, **rules: Any) -> Standing:
    """Where a match stands."""
    return Standing(TABLE, complete(GAME, rules), number, dealer, totals, {}, False)


def needs(now: Standing, pending: dict[str, Any] | None) -> list[tuple[int, str, int | None]]:
    """What is said to be needed: side, code, number."""
    return [(need.side, need.code, need.values.get("n")) for need in GAME.needs(now, pending)]


def points(now: Standing, entry: dict[str, Any]) -> list[int]:
    """What a deal brings each side."""
    gained = [0, 0]
    for given in GAME.score(now, entry)[0]:
        gained[given.side] += given.points
    return gained


@pytest.mark.parametrize("rule", LOW_BID_RULES)
@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("seat", range(4))
def test_so_many_tricks_make_it_and_the_rest_beats_it(seat, contract, rule):
    """With so many the side comes out of the deal ahead of the other, with fewer it does not."""
    dealer = seat if contract == "meetje" else 0
    now = standing(dealer, low_bid_failed=rule)
    pending = {"declarer": seat, "contract": contract}
    least = {"need_majority": 7, "need_all": BOOM, "need_any": 1}
    for side, code, n in needs(now, pending):
        least_n = least.get(code, n)
        assert least_n is not None
        for tricks in range(BOOM + 1):
            gained = points(now, pending | {"tricks": tricks})
            took = tricks if side == seat % 2 else BOOM - tricks
            assert (gained[side] > gained[1 - side]) == (took >= least_n), (code, tricks)
    assert len(needs(now, pending)) == 2


@pytest.mark.parametrize("totals", [(0, 0), (19, 3), (12, 12), (20, 20), (25, 25)])
def test_what_lacks_to_the_total_is_exact(totals):
    """A side that gains so many has the total, one that gains fewer has not; past it, whoever is ahead wins."""
    now = standing(totals=totals, auction=False, length="points", length_value=20)
    told = {side: (code, n) for side, code, n in needs(now, None)}
    for tricks in range(BOOM + 1):
        after = (totals[0] + tricks, totals[1] + BOOM - tricks)
        outcome = extend(
            GAME, Sheet(GAME.key, (), now, None, None), (Deal("", "deal", {"tricks": tricks}, None),)
        ).outcome
        for side in (0, 1):
            code, n = told[side]
            gained = after[side] - totals[side]
            there = code == "need_ahead" or gained >= n
            assert there == (after[side] >= 20)
            won = outcome is not None and side in outcome.winners
            assert won == (there and after[side] > after[1 - side])


DECIDING = ("need_win", "need_win_or_level", "need_level")
LAST = (
    ({"length": "deals", "length_value": 3}, False),
    ({"length": "deals", "length_value": 1}, False),  # more were played: the totals were equal
    ({"length": "clock", "length_value": 60}, True),
    ({"length": "open"}, True),
)


def ends(now: Standing, entry: dict[str, Any]) -> tuple[int, ...]:
    """Who wins the match by a deal: nobody when it goes on."""
    sheet = extend(GAME, Sheet(GAME.key, (), now, None, None), (Deal("", "deal", entry, None),))
    return sheet.outcome.winners if sheet.outcome else ()


def checked(now: Standing, pending: dict[str, Any], side_of_tricks: int) -> None:
    """What is said to be needed is right for every number of tricks, and what is not said goes without saying."""
    told = {need.side: need for need in GAME.needs(now, pending) if need.code in DECIDING}
    for side in (0, 1):
        won = {n: ends(now, pending | {"tricks": n if side == side_of_tricks else BOOM - n}) for n in range(BOOM + 1)}
        wins = [n for n in won if won[n] == (side,)]
        ties = [n for n in won if won[n] == ()]
        need = told.get(side)
        least = {"n": None, "tie": None} | (need.values if need else {})
        if need is None:
            assert len(wins) == BOOM + 1 or (not wins and (not ties or min(ties) == 0)), (side, wins, ties)
        elif need.code == "need_level":
            assert (wins, min(ties)) == ([], least["n"])
        else:
            assert min(wins) == least["n"]
            assert wins == list(range(min(wins), BOOM + 1))
            assert least["tie"] == (min(ties) if ties and min(ties) > 0 else None)


@pytest.mark.parametrize("rule", LOW_BID_RULES)
@pytest.mark.parametrize(("rules", "closed"), LAST)
@pytest.mark.parametrize("lead", range(-8, 9))
def test_in_the_last_deal_it_is_said_what_wins_the_match_and_what_is_a_tie(lead, rules, closed, rule):
    for contract in CONTRACTS:
        for seat in range(4):
            dealer = seat if contract == "meetje" else 0
            now = standing(dealer, (10 + lead, 10), 3, low_bid_failed=rule, **rules)._replace(closed=closed)
            checked(now, {"declarer": seat, "contract": contract}, seat % 2)


@pytest.mark.parametrize("score", ["every_trick", "over_six"])
@pytest.mark.parametrize("lead", range(-15, 16))
def test_the_same_without_an_auction(lead, score):
    now = standing(0, (20 + lead, 20), 3, auction=False, simple_score=score, length="open")._replace(closed=True)
    checked(now, {}, 0)


def test_nothing_of_that_is_said_before_the_last_deal():
    for rules in ({"length": "deals", "length_value": 4}, {"length": "clock", "length_value": 60}, {"length": "open"}):
        told = needs(standing(0, (3, 3), 3, **rules), {"declarer": 0, "contract": 9})
        assert not {code for _, code, _ in told} & set(DECIDING)


def test_it_reads_as_at_the_table():
    now = standing(0, (3, 4), 3, length="deals", length_value=3)
    told = [need for need in GAME.needs(now, {"declarer": 0, "contract": 8}) if need.code in DECIDING]
    assert [(need.side, need.code, need.values) for need in told] == [
        (0, "need_win_or_level", {"n": 10, "tie": 8}),
        (1, "need_win_or_level", {"n": 6, "tie": 4}),
    ]
