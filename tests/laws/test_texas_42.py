"""Texas 42: what is needed, what a chip says, what the losers pay, against every way that a deal can end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring.board import board
from scoring.game import rules_problems
from scoring.games.texas_42 import GAME
from scoring.sheet import extend, problems, replay
from scoring.words import Deal, Sheet
from tests.support.cases import tries
from tests.support.random_matches import random_rules
from tests.support.random_sheets import matches, sheet_of

MANY = 60
POINTS = {"scoring": "points", "target_points": 100}
FIRST = POINTS | {"both_past_target": "declarers_first"}
End = tuple[dict[str, Any], bool, Sheet]


def standing_at(rules: dict[str, Any], *totals: int, dealer: int = 0) -> Sheet:
    """A match that goes on with these totals."""
    ruling = Deal("ruling", "adjust", {"points": list(totals)}, None)
    return replay(GAME, GAME.table(("Ann", "Bob", "Cem", "Dee"), dealer), rules, (ruling,))


def some_rules(rng: Random) -> dict[str, Any]:
    """Rules with a target that is near, every answer to what happens past it among them."""
    rules = random_rules(rng, GAME, 4)
    rules |= {"scoring": rng.choice(("marks", "points")), "target_marks": rng.choice((1, 2, 7, 12))}
    rules |= {"target_points": rng.choice((30, 84, 100, 250))}
    rules["both_past_target"] = rng.choice(("higher_total", "declarers_first"))
    return some_rules(rng) if rules_problems(GAME, rules, 4) else rules


def some_totals(rng: Random, rules: dict[str, Any]) -> tuple[int, int]:
    """Totals of which some are a deal or less from the target, or past it and equal."""
    target = rules["target_" + rules["scoring"]]
    near = 8 if rules["scoring"] == "marks" else 90
    return (target, target) if rng.random() < 0.1 else (target - rng.randint(0, near), target - rng.randint(0, near))


def some_bid(rng: Random, sheet: Sheet) -> dict[str, Any] | None:
    """A bid that can stand here."""
    fields = {field.key: field for field in GAME.fields(sheet.standing)}
    contracts = [choice.value for choice in fields["contract"].choices]
    for _ in range(40):
        contract, bid = rng.choice(contracts), rng.choice(fields["bid"].choices).value
        said = {"bidder": rng.randrange(4), "bid": bid} | ({"contract": contract} if contract else {})
        said = {"bidder": sheet.standing.dealer, "contract": "low_no"} if contract == "low_no" else said
        if any(not problems(GAME, sheet.standing, said | end) for end in ({"made": True}, {"points": 42})):
            return said
    return None


def ends_of(sheet: Sheet, bid: dict[str, Any]) -> list[End]:
    """Every legal end of the deal but for penalties: what is written, whether the bid is made, and the sheet after."""
    found = []
    for end in [*({"points": took} for took in range(43)), {"made": True}, {"made": False}]:
        if not problems(GAME, sheet.standing, bid | end):
            after = extend(GAME, sheet, (Deal("deal", "deal", bid | end, None),))
            found.append((end, after.lines[-1].awards[0].side == bid["bidder"] % 2, after))
    return found


def lacks(sheet: Sheet, side: int) -> int:
    """What a side lacks to the target."""
    return int(sheet.standing.rules["target_" + sheet.standing.rules["scoring"]]) - sheet.standing.totals[side]


def check_needs(sheet: Sheet, bid: dict[str, Any]) -> None:
    """Hold every need of this bid against every end of the deal."""
    ends, needs = ends_of(sheet, bid), GAME.needs(sheet.standing, bid)
    assert {made for _, made, _ in ends} == {True, False}
    for side in (0, 1):
        mine = [after for _, made, after in ends if made == (side == bid["bidder"] % 2)]
        surely = all(after.outcome is not None and after.outcome.winners == (side,) for after in mine)
        said = {need.code: need.values for need in needs if need.side == side}
        assert ("then_wins" in said) == surely, (needs, sheet.standing, bid)
        for code, values in said.items():
            if code == "then_marks":
                assert {lacks(after, side) for after in mine} == {values["n"]}
                assert all(after.outcome is None or after.outcome.winners != (side,) for after in mine)
            elif code in ("marks_to_win", "points_to_win"):
                assert lacks(sheet, side) == values["n"]
            elif code != "then_wins":
                makes_or_sets(code, values, ends)


def makes_or_sets(code: str, values: dict[str, Any], ends: list[End]) -> None:
    """With as much the bid is made, or set, and with less it is not."""
    for end, made, _ in ends:
        took = end.get("points")
        if took is None:
            assert made == end["made"]
        elif code in ("need_bid", "need_all"):
            assert made == (took >= values.get("bid", 42))
        elif code in ("need_set", "need_trick"):
            assert made != (42 - took >= values.get("n", 1))
        else:
            assert code in ("need_none", "need_catch") and made == (took == 0)


def test_needs_hold_against_every_end_of_the_deal():
    checks = 0
    for rng in tries("needs", 2 * MANY):
        rules = some_rules(rng)
        sheet = standing_at(rules, *some_totals(rng, rules), dealer=rng.randrange(4))
        bid = some_bid(rng, sheet) if sheet.outcome is None else None
        if bid is not None:
            check_needs(sheet, bid)
            checks += 1
    assert checks > MANY


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
    check_needs(sheet, bid)
    assert {need.side for need in GAME.needs(sheet.standing, bid) if need.code == "then_wins"} == who_wins


def test_stakes_are_recounted():
    """What the losers pay: for each mark they lack, and for each time they themselves were set (TX-X15, X16)."""
    paid = 0
    for match in matches("texas_42", damaged=False):
        rules = {"stake_per_mark": 25, "stake_per_set": 100, "scoring": "marks", "target_marks": 4}
        sheet = sheet_of(match | {"rules": (match.get("rules") or {}) | rules})
        if sheet.outcome is None or sheet.outcome.payment is None:
            continue
        totals, sets = [0, 0], [0, 0]
        for line in [line for line in sheet.lines if not line.problems]:
            for found in line.awards:
                totals[found.side] += found.points
                sets[line.deal.entry["bidder"] % 2] += found.side != line.deal.entry["bidder"] % 2
        loser = totals.index(min(totals))
        owed = max(0, 4 - totals[loser]) * 25 + sets[loser] * 100
        assert (sheet.outcome.payment.side, sheet.outcome.payment.amount) == (loser, owed)
        paid += 1
    assert paid > 5


def hints(shown: dict[str, Any], key: str) -> list[tuple[Any, str, dict[str, Any]]]:
    """The choices of a field that say something beforehand."""
    chips = next(field for field in shown["fields"] if field["key"] == key)["choices"][0]
    return [(one["value"], one["hint"]["code"], one["hint"]["values"]) for one in chips if one["hint"]]


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ({"target_marks": 3}, {"all_seven", "stake", "stake_wins", "marks_change"}),
        ({"scoring": "points"}, {"all_seven", "set_gives", "points_change"}),
    ],
)
def test_hints_are_what_the_ends_of_the_deal_give(rules, codes):
    """Beside every bid, and beside made and set."""
    seen = set()
    for rng in tries(str(rules), 8):
        sheet, bidder = standing_at(rules, rng.randint(0, 2), rng.randint(0, 2)), rng.randrange(4)
        for bid, code, values in hints(board(sheet, {"bidder": bidder}), "bid"):
            seen.add(code)
            ends = ends_of(sheet, {"bidder": bidder, "bid": bid})
            sets = [after.lines[-1].points[1 - bidder % 2] for end, made, after in ends if "points" in end and not made]
            if code == "set_gives":
                assert (min(sets), max(sets)) == (values["low"], values["high"])
            elif code == "stake":
                assert {sum(after.lines[-1].points) for _, _, after in ends} == {1}
            elif code == "stake_wins":
                assert all(after.outcome.winners == (bidder % 2,) for _, made, after in ends if made)
            else:
                assert code == "all_seven" and bid >= 42
        said = {"bidder": bidder, "bid": rng.choice((42, 84))}
        for made, code, values in hints(board(sheet._replace(pending=said)), "made"):
            seen.add(code)
            after = extend(GAME, sheet, (Deal("d", "deal", said | {"made": made}, None),))
            assert after.standing.totals[values["side"]] == values["n"]
            assert sheet.standing.totals[values["side"]] == values["before"]
    assert seen == codes
