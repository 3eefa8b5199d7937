"""Win chances: what a game's chances are along a match, and whether they come true, match after match."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import pytest

from scoring.games import KEYS, game_of
from scoring.sheet import if_closed, replay
from scoring.win_chance import win_chance_of
from scoring.words import Deal, Sheet
from tests.support.random_matches import NAMES, random_deals
from tests.support.random_sheets import MANY, matches, ruled, sheet_of
from tests.support.single_deals import one_deal, opening
from tests.support.sizes import FULL

MOST = 80  # deals of a match: one that is longer is left out


class Told(NamedTuple):
    """The chances between two tenths: how many, what they said on average, and how often it came so."""

    cases: int
    said: float
    was: float


def simulated(key: str, rules: dict[str, Any], n: int, seed: int, players: int | None = None) -> list[Sheet]:
    """So many finished matches of a game."""
    rng, found = Random(f"{seed} {key} {rules}"), []
    while len(found) < n:
        sheet = one_match(rng, key, rules, players or rng.randint(*game_of(key).seats))
        if sheet.outcome:
            found.append(sheet)
    return found


def one_match(rng: Random, key: str, rules: dict[str, Any], players: int) -> Sheet:
    """A match from its first deal to its end; on the clock the table closes it after 10 to 20 deals."""
    game, clock = game_of(key), rules.get("length") == "clock"
    match = {"game": key, "players": NAMES[:players], "rules": rules}
    deals = random_deals(rng, game, match, rng.randint(10, 20) if clock else MOST, hurt=False)
    sheet = replay(
        game, game.table(NAMES[:players], 0), rules, tuple(Deal(str(n), "deal", e, None) for n, e in enumerate(deals))
    )
    return sheet._replace(outcome=game.outcome(if_closed(sheet).standing, list(sheet.lines))) if clock else sheet


def past_of_all(key: str, sheets: Iterable[Sheet]) -> dict[str, int]:
    """The past of a circle that played these matches."""
    past: Counter[str] = Counter()
    for sheet in sheets:
        past.update(win_chance_of(key).past_of(sheet))
    return dict(past)


def tenths(key: str, past: dict[str, int], sheets: Iterable[Sheet]) -> list[Told]:
    """Of every chance told before a match was over: said against was, by the tenth it lies in."""
    bins = [(0, 0.0, 0.0)] * 10
    for sheet in sheets:
        *told, came = win_chance_of(key).chances(sheet, past)
        for now in told:
            for chance, result in zip(now, came, strict=True):
                cases, said, was = bins[at := min(9, int(chance * 10))]
                bins[at] = cases + 1, said + chance, was + result
    return [Told(cases, said / max(1, cases), was / max(1, cases)) for cases, said, was in bins]


WAYS: list[tuple[str, dict[str, Any]]] = [
    ("texas_42", {}),
    ("texas_42", {"scoring": "points"}),
    ("clobyosh", {}),
    ("boomke_wies", {"length": "deals", "length_value": 16}),
    ("boomke_wies", {"length": "points", "length_value": 15}),
    ("boomke_wies", {"length": "clock", "length_value": 60}),
    ("zwanzig_ab", {}),
    ("knockout_whist", {}),
    ("knockout_whist", {"dogs_life": "one_per_player"}),
]
SIMILAR = [WAYS[1], WAYS[4], WAYS[5], WAYS[8]]  # a game seen under another rule already
CASES = 100  # in a tenth, before anything is said of it
SLOW = ("zwanzig_ab",)  # some 50 ms a match


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "rules"),
    [pytest.param(*way, marks=[pytest.mark.full] * (way in SIMILAR)) for way in WAYS],
    ids=lambda way: way if type(way) is str else " ".join(way),
)
def test_it_comes_about_as_often_as_it_is_said(key: str, rules: dict[str, Any]) -> None:
    """In each tenth with enough cases, but for 2.5 standard errors of half of them: each match tells two or more."""
    many, off = (2000, 0.04) if FULL else (60 if key in SLOW else 200, 0.15)
    past = past_of_all(key, simulated(key, rules, 400 if FULL else 100, seed=1))
    told = [one for one in tenths(key, past, simulated(key, rules, many, seed=2)) if one.cases >= CASES]
    assert len(told) >= 3  # what is told is not one and the same always
    for one in told:
        assert abs(one.said - one.was) <= max(off, 2.5 * sqrt(one.said * (1 - one.said) / (one.cases / 2))), one


NO_PAST: dict[str, int] = {}
TOLD = [key for key in KEYS if win_chance_of(key)]  # a game may have no chances


@pytest.mark.parametrize("key", TOLD)
def test_chances_of_any_match_add_up_and_end_with_what_came(key: str) -> None:
    """Rulings, struck and refused deals among the others, under random house rules."""
    told = 0
    for match in matches(key, n=MANY):
        sheet = sheet_of(match, ruled(match))
        found = win_chance_of(key).chances(sheet, NO_PAST)
        if found is None:
            continue
        told += 1
        assert all(sum(now) == pytest.approx(1) for now in found)
        assert all(-1e-9 <= chance <= 1 + 1e-9 for now in found for chance in now)
        assert len({len(now) for now in found}) == 1
        if sheet.outcome and len(found) > 1:
            assert [side for side, chance in enumerate(found[-1]) if chance] == sorted(sheet.outcome.winners)
    assert told > 3


@pytest.mark.parametrize("key", TOLD)
def test_a_past_is_plain_sums_up_and_moves_the_chances(key: str) -> None:
    rules = {"length": "deals", "length_value": 9} if key == "boomke_wies" else {}
    sheets = simulated(key, rules, 12, seed=7, players=2 if key == "clobyosh" else 4)
    past = past_of_all(key, sheets)
    assert json.loads(json.dumps(past)) == past
    assert all(type(n) is int and n > 0 for n in past.values())
    halves = [past_of_all(key, half) for half in (sheets[:6], sheets[6:])]
    assert past == {code: sum(half.get(code, 0) for half in halves) for code in past}
    before, after = (win_chance_of(key).chances(sheets[0], known) for known in (NO_PAST, past))
    assert before[0] == pytest.approx(after[0])
    assert before != after


@pytest.mark.parametrize("key", TOLD)
def test_all_are_alike_before_the_first_deal(key: str) -> None:
    rules = {"length": "deals", "length_value": 9} if key == "boomke_wies" else {}
    [sheet] = simulated(key, rules, 1, seed=3)
    first, *_ = found = win_chance_of(key).chances(sheet, NO_PAST)
    assert first == pytest.approx((1 / len(first),) * len(first))
    assert len(found) == 1 + len([line for line in sheet.lines if not line.deal.entry.get("redeal")])


def chance_after(key: str, entry: dict[str, object], players: int = 4, **rules: object) -> tuple[float, ...]:
    """The chances after one deal."""
    return win_chance_of(key).chances(one_deal(key, entry, players, **rules), NO_PAST)[-1]


def test_texas_42_after_its_first_deal():
    chances = chance_after("texas_42", {"bidder": 0, "bid": 84, "made": True})
    assert 0.6 < chances[0] < 0.75
    one = chance_after("texas_42", {"bidder": 0, "bid": 30, "made": True})
    assert 0.5 < one[0] < chances[0]
    assert chance_after("texas_42", {"bidder": 1, "bid": 30, "made": True}) == pytest.approx(one[::-1])


@pytest.mark.parametrize("rules", [{}, {"length": "clock", "length_value": 0}])
def test_boomke_wies_without_an_end_has_none(rules: dict[str, object]) -> None:
    sheet = one_deal("boomke_wies", {"declarer": 0, "contract": 7, "tricks": 8}, **rules)
    assert win_chance_of("boomke_wies").chances(sheet, NO_PAST) is None


def test_boomke_wies_on_the_clock_goes_by_the_pace():
    """A hundred minutes are 25 deals by the book. Once the circle has played 75 in 100, they are (25 + 75) / 2 = 50."""
    rules = {"length": "clock", "length_value": 100}
    sheet = one_deal("boomke_wies", {"declarer": 0, "contract": 7, "tricks": 8}, **rules)
    quick = {"clock_deals": 75, "clock_minutes": 100}
    slow_lead, quick_lead = (win_chance_of("boomke_wies").chances(sheet, past)[-1][0] for past in (NO_PAST, quick))
    of_25, of_50 = (
        chance_after("boomke_wies", {"declarer": 0, "contract": 7, "tricks": 8}, length="deals", length_value=deals)[0]
        for deals in (25, 50)
    )
    assert (slow_lead, quick_lead) == (of_25, of_50)
    assert slow_lead > quick_lead > 0.5
    assert win_chance_of("boomke_wies").past_of(sheet) == {"auction 1,0": 1, "clock_deals": 1, "clock_minutes": 100}


def test_knockout_whist_knows_dogs_and_who_is_out():
    """Who failed first is on one card and has less; who names trump has a little more."""
    entry = {"tricks": [4, 2, 1, 0]}
    namer, second, third, dog = chance_after("knockout_whist", entry)
    assert namer > second == third > dog > 0
    assert chance_after("knockout_whist", entry, dogs_life="off")[3] == 0
    money = one_deal("knockout_whist", entry, money=True)
    assert win_chance_of("knockout_whist").chances(money, NO_PAST) is None


def test_zwanzig_ab_counts_each_player_and_begins_within_reach():
    sheet = one_deal("zwanzig_ab", {"trump": "clubs", "tricks": [2, 3, None, 0]})
    assert win_chance_of("zwanzig_ab").past_of(sheet) == {"usual -2": 1, "usual -3": 1, "usual 0": 1, "usual 5": 1}
    chances = win_chance_of("zwanzig_ab").chances(sheet, NO_PAST)[-1]
    assert chances[1] > chances[0] > chances[2] > chances[3]
    assert opening("zwanzig_ab", {"start": 101}).totals[0] == 101
    far = one_deal("zwanzig_ab", {"trump": "clubs", "tricks": [2, 3, None, 0]}, start=101)
    assert win_chance_of("zwanzig_ab").chances(far, NO_PAST) is None
