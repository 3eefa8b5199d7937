"""What Texas 42 says each side needs, against every way that the deal can end: random standings, random rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring.game import rules_problems
from scoring.games.texas_42 import GAME
from scoring.sheet import extend, problems, replay
from scoring.words import Deal, Sheet
from tests.support.random_matches import random_rules

NAMES = ("Ann", "Bob", "Cem", "Dee")
MANY = 400
POINTS = {"scoring": "points", "target_points": 100}
FIRST = POINTS | {"both_past_target": "declarers_first"}


def standing_at(rules: dict[str, Any], *totals: int, dealer: int = 0) -> Sheet:
    """A match that goes on with these totals."""
    ruling = Deal("ruling", "adjust", {"points": list(totals)}, None)
    return replay(GAME, GAME.table(NAMES, dealer), rules, (ruling,))


def some_rules(rng: Random) -> dict[str, Any]:
    """Rules with a target that is near, every answer to what happens past it among them."""
    rules = random_rules(rng, GAME, 4)
    rules |= {"scoring": rng.choice(("marks", "points")), "target_marks": rng.choice((1, 2, 7, 12))}
    rules |= {"target_points": rng.choice((30, 84, 100, 250))}
    rules["both_past_target"] = rng.choice(("higher_total", "declarers_first"))
    return some_rules(rng) if rules_problems(GAME, rules, 4) else rules


def some_totals(rng: Random, rules: dict[str, Any]) -> tuple[int, int]:
    """Totals of which some are a deal or less from the target, or past it and equal."""
    target = rules["target_marks"] if rules["scoring"] == "marks" else rules["target_points"]
    near = 8 if rules["scoring"] == "marks" else 90
    if rng.random() < 0.1:
        return (target, target)
    return (target - rng.randint(0, near), target - rng.randint(0, near))


def some_bid(rng: Random, sheet: Sheet) -> dict[str, Any] | None:
    """A bid that can stand here."""
    fields = {field.key: field for field in GAME.fields(sheet.standing)}
    contracts = [choice.value for choice in fields["contract"].choices]
    for _ in range(40):
        bid = {"bidder": rng.randrange(4), "bid": rng.choice(fields["bid"].choices).value}
        bid["contract"] = rng.choice(contracts)
        if bid["contract"] == "low_no":
            bid |= {"bid": None, "bidder": sheet.standing.dealer}
        bid = {key: value for key, value in bid.items() if value is not None}
        if any(not problems(GAME, sheet.standing, bid | end) for end in ends(bid)):
            return bid
    return None


def ends(bid: dict[str, Any]) -> list[dict[str, Any]]:
    """All that can be written down for how a bid ended, but for penalties."""
    return [{"points": took} for took in range(43)] + [{"made": True}, {"made": False}]


def outcomes(sheet: Sheet, bid: dict[str, Any]) -> list[tuple[dict[str, Any], bool, Sheet]]:
    """Every legal end of the deal: what is written, whether the bid is made, and the sheet after it."""
    side = bid["bidder"] % 2
    found = []
    for end in ends(bid):
        if not problems(GAME, sheet.standing, bid | end):
            after = extend(GAME, sheet, (Deal("deal", "deal", bid | end, None),))
            found.append((end, after.lines[-1].awards[0].side == side, after))
    return found


def checked(sheet: Sheet, bid: dict[str, Any]) -> None:
    """Hold every need of this bid against every end of the deal."""
    side, found = bid["bidder"] % 2, outcomes(sheet, bid)
    needs = GAME.needs(sheet.standing, bid)
    assert {made for _, made, _ in found} == {True, False}
    for need in needs:
        mine = [after for _, made, after in found if made == (need.side == side)]
        n = need.values.get("n")
        if need.code == "then_marks":
            assert {sheet_after_lacks(after, need.side) for after in mine} == {n}
        elif need.code in ("marks_to_win", "points_to_win"):
            assert lacks(sheet, need.side) == n
        elif need.code != "then_wins":
            makes_or_sets(need.code, need.values, found)
    for each in (side, 1 - side):
        won = [after.outcome for _, made, after in found if made == (each == side)]
        surely = all(outcome is not None and outcome.winners == (each,) for outcome in won)
        said = [need.code for need in needs if need.side == each]
        assert ("then_wins" in said) == surely, (needs, sheet.standing, bid)


def lacks(sheet: Sheet, side: int) -> int:
    """What a side lacks to the target."""
    return int(sheet.standing.rules["target_" + sheet.standing.rules["scoring"]]) - sheet.standing.totals[side]


def sheet_after_lacks(after: Sheet, side: int) -> int:
    """The same after the deal; nobody won."""
    assert after.outcome is None or after.outcome.winners != (side,)
    return lacks(after, side)


def makes_or_sets(code: str, values: dict[str, Any], found: list[tuple[dict[str, Any], bool, Sheet]]) -> None:
    """With as much the bid is made, or set, and with less it is not."""
    for end, made, _ in found:
        took = end.get("points")
        if took is None:
            assert made == end["made"]
        elif code in ("need_bid", "need_all"):
            assert made == (took >= values.get("bid", 42))
        elif code == "need_set":
            assert made != (42 - took >= values["n"])
        elif code == "need_trick":
            assert made != (42 - took >= 1)
        else:
            assert code in ("need_none", "need_catch") and made == (took == 0)


@pytest.mark.parametrize("seed", range(4))
def test_needs_hold_against_every_end_of_the_deal(seed):
    rng, checks = Random(f"needs {seed}"), 0
    while checks < MANY // 4:
        rules = some_rules(rng)
        sheet = standing_at(rules, *some_totals(rng, rules), dealer=rng.randrange(4))
        bid = some_bid(rng, sheet) if sheet.outcome is None else None
        if bid is not None:
            checked(sheet, bid)
            checks += 1


@pytest.mark.parametrize(
    ("rules", "totals", "bid", "who_wins"),
    [
        (FIRST, (71, 89), {"bidder": 0, "bid": 30}, {0, 1}),  # TX-D15: 101 and 101, the bidders count first
        (POINTS, (71, 89), {"bidder": 0, "bid": 30}, {1}),  # 101 to 101: play on
        (FIRST, (60, 99), {"bidder": 0, "bid": 40}, {0, 1}),
        (POINTS, (60, 99), {"bidder": 0, "bid": 40}, {1}),
        (FIRST, (70, 57), {"bidder": 0, "bid": 30}, {0, 1}),
        (FIRST, (69, 56), {"bidder": 0, "bid": 30}, set()),
        (FIRST, (100, 100), {"bidder": 0, "bid": 30}, {0}),  # level past the target: whoever bids counts first
        (POINTS, (100, 100), {"bidder": 0, "bid": 30}, {0, 1}),
        ({"target_marks": 2}, (1, 0), {"bidder": 1, "bid": 84}, {0, 1}),
    ],
)
def test_who_surely_wins(rules, totals, bid, who_wins):
    sheet = standing_at(rules, *totals)
    checked(sheet, bid)
    assert {need.side for need in GAME.needs(sheet.standing, bid) if need.code == "then_wins"} == who_wins
