"""Boomke Wies: what is needed and what a chip says, against every number of tricks."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from scoring.board import board
from scoring.game import complete
from scoring.games.boomke_wies import GAME
from scoring.games.boomke_wies.rules import BOOM
from scoring.sheet import extend, problems
from scoring.words import Deal, Sheet, Standing

TABLE = GAME.table(("Ann", "Bob", "Cem", "Dee"), 0)
CONTRACTS = [*range(7, BOOM + 1), "meetje"]
LOW_BID_RULES = ("up_to_nine", "nine_only", "seven_to_nine")
DECIDING = ("need_win", "need_win_or_level", "need_level")


def standing(dealer: int = 0, totals: tuple[int, int] = (0, 0), number: int = 1, **rules: Any) -> Standing:
    """Where a match stands."""
    return Standing(TABLE, complete(GAME, rules), number, dealer, totals, {}, False)


def needs(now: Standing, pending: dict[str, Any] | None) -> list[tuple[int, str, int | None]]:
    """What is said to be needed: side, code, number."""
    return [(need.side, need.code, need.values.get("n")) for need in GAME.needs(now, pending)]


def after(now: Standing, entry: dict[str, Any]) -> Sheet:
    """The sheet with this deal alone."""
    assert not problems(GAME, now, entry)
    return extend(GAME, Sheet(GAME.key, (), now, None, None), (Deal("", "deal", entry, None),))


def points(now: Standing, entry: dict[str, Any]) -> tuple[int, ...]:
    """What a deal brings each side."""
    return after(now, entry).lines[0].points


@pytest.mark.parametrize("rule", LOW_BID_RULES)
def test_so_many_tricks_make_it_and_the_rest_beats_it(rule):
    """With so many the side comes out of the deal ahead of the other, with fewer it does not."""
    least = {"need_majority": 7, "need_all": BOOM, "need_any": 1}
    for seat, contract in product(range(4), CONTRACTS):
        now = standing(seat if contract == "meetje" else 0, low_bid_failed=rule)
        pending = {"declarer": seat, "contract": contract}
        told = needs(now, pending)
        assert len(told) == 2
        for (side, code, n), tricks in product(told, range(BOOM + 1)):
            gained = points(now, pending | {"tricks": tricks})
            took = tricks if side == seat % 2 else BOOM - tricks
            assert (gained[side] > gained[1 - side]) == (took >= least.get(code, n)), (code, tricks)


@pytest.mark.parametrize("totals", [(0, 0), (19, 3), (12, 12), (20, 20), (25, 25)])
def test_what_lacks_to_the_total_is_exact(totals):
    """A side that gains so many has the total, one that gains fewer has not; past it, whoever is ahead wins."""
    now = standing(totals=totals, auction=False, length="points", length_value=20)
    told = {side: (code, n) for side, code, n in needs(now, None)}
    for tricks, side in product(range(BOOM + 1), (0, 1)):
        sums = (totals[0] + tricks, totals[1] + BOOM - tricks)
        outcome = after(now, {"tricks": tricks}).outcome
        code, n = told[side]
        there = code == "need_ahead" or sums[side] - totals[side] >= n
        assert there == (sums[side] >= 20)
        assert (outcome is not None and side in outcome.winners) == (there and sums[side] > sums[1 - side])


def check_last_deal(now: Standing, pending: dict[str, Any], side_of_tricks: int) -> None:
    """What is said to be needed is right for every number of tricks, and what is not said goes without saying."""
    told = {need.side: need for need in GAME.needs(now, pending) if need.code in DECIDING}
    ends = [after(now, pending | {"tricks": n}).outcome for n in range(BOOM + 1)]
    for side in (0, 1):
        winners = [end.winners if end else () for end in (ends if side == side_of_tricks else ends[::-1])]
        wins = [n for n, won in enumerate(winners) if won == (side,)]
        ties = [n for n, won in enumerate(winners) if won == ()]
        need = told.get(side)
        if need is None:
            assert len(wins) == BOOM + 1 or (not wins and (not ties or min(ties) == 0)), (side, wins, ties)
        elif need.code == "need_level":
            assert (wins, min(ties)) == ([], need.values["n"])
        else:
            assert wins == list(range(need.values["n"], BOOM + 1))
            assert need.values.get("tie") == (min(ties) if ties and min(ties) > 0 else None)


@pytest.mark.parametrize(
    ("rules", "closed", "rule"),
    [
        ({"length": "deals", "length_value": 3}, False, "up_to_nine"),
        ({"length": "deals", "length_value": 1}, False, "nine_only"),  # more were played: the totals were equal
        ({"length": "clock", "length_value": 60}, True, "seven_to_nine"),
        ({"length": "open"}, True, "up_to_nine"),
    ],
)
def test_in_the_last_deal_it_is_said_what_wins_the_match_and_what_is_a_tie(rules, closed, rule):
    for lead, contract, seat in product(range(-8, 9), CONTRACTS, (0, 1)):
        dealer = seat if contract == "meetje" else 0
        now = standing(dealer, (10 + lead, 10), 3, low_bid_failed=rule, **rules)._replace(closed=closed)
        check_last_deal(now, {"declarer": seat, "contract": contract}, seat)


@pytest.mark.parametrize("score", ["every_trick", "over_six"])
def test_the_same_without_an_auction(score):
    for lead in range(-15, 16):
        now = standing(0, (20 + lead, 20), 3, auction=False, simple_score=score, length="open")._replace(closed=True)
        check_last_deal(now, {}, 0)


def test_nothing_of_that_is_said_before_the_last_deal():
    for rules in ({"length": "deals", "length_value": 4}, {"length": "clock", "length_value": 60}, {"length": "open"}):
        told = needs(standing(0, (3, 3), 3, **rules), {"declarer": 0, "contract": 9})
        assert not {code for _, code, _ in told} & set(DECIDING)


@pytest.mark.parametrize("rules", [*({"low_bid_failed": rule} for rule in LOW_BID_RULES), {"meetje_fine": "none"}])
def test_a_chip_says_what_its_bid_would_gain_when_just_made_and_lose_at_least_and_at_most(rules):
    now = standing(**rules)
    shown = board(Sheet(GAME.key, (), now, None, None))
    for chip in next(field for field in shown["fields"] if field["key"] == "contract")["choices"][0]:
        contract, values = chip["value"], chip["hint"]["values"]
        bid = {"declarer": 0 if contract == "meetje" else 1, "contract": contract}
        gains = [points(now, bid | {"tricks": took})[bid["declarer"]] for took in range(BOOM + 1)]
        need = 7 if contract == "meetje" else contract
        lost = gains[:need]
        assert (gains[need], max(lost)) == (values["up_gain"], values["down_gain"])
        assert min(lost) == values.get("most_gain", values["down_gain"])
