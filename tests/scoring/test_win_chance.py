"""Win chances: against matches played to their end by the engine's rules, by hand, and along a match."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.game import Game, rules_problems
from scoring.games import KEYS, game_of
from scoring.review import Contest
from scoring.sheet import counted_lines, replay, start
from scoring.win_chance import chances, contest_of, gains_of, leading, past_of, racing
from scoring.words import Deal, Line, Sheet, Standing
from tests.support.random_matches import NAMES, random_deals, random_rules
from tests.support.random_sheets import MANY, matches, ruled, sheet_of
from tests.support.single_deals import one_deal
from tests.support.sizes import FULL

CARDS = {"maker": 0, "turned": True, "cards": [70, 40], "last_trick": 0}
DEALS = {"length": "deals", "length_value": 9}
TOLD = ("boomke_wies", "clobyosh", "texas_42")
Pairs = dict[tuple[int, int], int]
NO_PAST: dict[str, int] = {}


class Circle(NamedTuple):
    """A circle that plays by these rules: lines of deals as they fall there, and the past that it would have."""

    game: Game
    opening: Standing
    lines: list[Line]
    past: dict[str, int]


def rules_for(rng: Random, game: Game, players: int) -> dict[str, Any]:
    """House rules, often with an ordinary length: no more than can be played in a test."""
    lengths = {
        "boomke_wies": {"length": rng.choice(("deals", "points")), "length_value": rng.randint(1, 25)},
        "clobyosh": {"equal_totals": "maker_zero", "target": rng.choice((501, rng.randint(50, 1000)))},
        "texas_42": {
            "target_marks": rng.choice((7, rng.randint(1, 20))),
            "target_points": rng.choice((250, rng.randint(40, 500))),
        },
    }
    while True:
        rules = random_rules(rng, game, players) | lengths[game.key]
        if not rules_problems(game, rules, players):
            return rules


def circle_for(rng: Random, key: str, least: int) -> Circle:
    """A circle with so many deals or more of random matches; they weigh so much that the book's do not count."""
    game, players = game_of(key), NAMES[: game_of(key).seats[0]]
    table, rules = game.table(players, 0), rules_for(rng, game, len(players))
    lines: list[Line] = []
    past: Counter[str] = Counter()
    while len(lines) < least:
        said = random_deals(rng, game, {"players": players, "rules": rules}, least, hurt=False)
        sheet = replay(game, table, rules, tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(said)))
        lines += counted_lines(game, sheet)
        past.update(past_of(sheet))
    return Circle(game, start(game, table, rules), lines, {code: 10**6 * n for code, n in past.items()})


def played_on(rng: Random, circle: Circle, standing: Standing) -> tuple[list[Line], int]:
    """The rest of a match, deal by deal, and which side won; for a deal the sides may change places."""
    lines: list[Line] = []
    swapped = False
    while True:
        line, swap = rng.choice(circle.lines), rng.random() < 0.5
        before = standing.totals[::-1] if swap else standing.totals
        totals = before[0] + line.points[0], before[1] + line.points[1]
        standing, swapped = standing._replace(totals=totals, number=standing.number + 1), swapped ^ swap
        lines.append(line._replace(totals=totals[::-1] if swapped else totals))
        outcome = circle.game.outcome(standing, [line])
        if outcome:
            return lines, outcome.winners[0] ^ swapped


def board_of(rng: Random, circle: Circle) -> Sheet:
    """A match of this circle somewhere before its end."""
    lines, _ = played_on(rng, circle, circle.opening)
    lines = lines[: rng.randrange(len(lines))]
    totals = lines[-1].totals if lines else circle.opening.totals
    standing = circle.opening._replace(totals=totals, number=1 + len(lines))
    return Sheet(circle.game.key, tuple(lines), standing, None, None)


def off(rng: Random, circle: Circle, sheet: Sheet) -> float:
    """How far the chance is from how often the first side won; where that is much, once more with more matches."""
    said = chances(sheet, circle.past)[-1][0]
    for many in (1000, 20_000):  # their own error is 0.016 and 0.0035
        won = sum(played_on(rng, circle, sheet.standing)[1] == 0 for _ in range(many))
        if abs(said - won / many) <= 0.035:
            break
    return abs(said - won / many)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("key", TOLD)
def test_a_chance_is_how_often_it_comes_so(key: str) -> None:
    """Boards in the middle of matches, under random house rules; each is played on to its end again and again."""
    rng, circles, boards = Random(key), *((100, 20) if FULL else (6, 5))
    for _ in range(circles):
        circle = circle_for(rng, key, least=100)
        for _ in range(boards):
            sheet = board_of(rng, circle)
            if chances(sheet, circle.past) is None:  # too far behind the start
                continue
            assert off(rng, circle, sheet) <= 0.05, (sheet.standing, contest_of(sheet))


@pytest.mark.parametrize("key", KEYS)
def test_chances_of_any_match_add_up_and_end_with_what_came(key: str) -> None:
    """Rulings, struck and refused deals among the others, under random house rules; where each plays alone: none."""
    told = 0
    for match in matches(key, n=MANY):
        sheet = sheet_of(match, ruled(match))
        found = chances(sheet, NO_PAST)
        if found is None:
            assert key in TOLD or past_of(sheet) == {}
            continue
        told += 1
        assert all(one + other == pytest.approx(1) and -1e-9 <= one <= 1 + 1e-9 for one, other in found)
        assert found[0] == pytest.approx((0.5, 0.5))
        assert len(found) == 1 + len(counted_lines(game_of(key), sheet))
        if sheet.outcome and len(found) > 1:
            assert [side for side, chance in enumerate(found[-1]) if chance] == sorted(sheet.outcome.winners)
    assert (told > 3) == (key in TOLD)


@pytest.mark.parametrize(
    ("key", "entry", "rules", "past"),
    [
        ("texas_42", {"bidder": 1, "bid": 84, "made": True}, {}, "marks 2,0,0"),
        ("texas_42", {"bidder": 1, "bid": 31, "points": 33}, {"scoring": "points"}, "points 33,9,0"),
        (
            "texas_42",
            {"bidder": 1, "bid": 31, "points": 30},
            {"scoring": "points", "both_past_target": "declarers_first"},
            "declarers_first 43,0,-1",
        ),
        ("boomke_wies", {"declarer": 1, "contract": 7, "tricks": 6}, DEALS, "auction 1,-1,0"),
        ("clobyosh", CARDS, {}, "last_trick 80,40,1"),
        ("clobyosh", CARDS, {"both_over": "non_maker"}, "non_maker 80,40,-1"),
        ("clobyosh", CARDS, {"both_over": "higher_total"}, "higher_total 80,40,0"),
    ],
)
def test_what_a_deal_adds_to_the_past(key, entry, rules, past):
    """By who gained more: the points of both, and whether it would win (1) or the other (-1) if both arrived."""
    assert past_of(one_deal(key, entry, game_of(key).seats[0], **rules)) == {past: 1}


def test_a_book_counts_for_forty_deals():
    boomke = [DEALS, *(DEALS | {"auction": False, "simple_score": way} for way in ("every_trick", "over_six"))]
    points = {"scoring": "points"}
    texas = [{}, points, points | {"both_past_target": "declarers_first"}]
    for key, ways in (("boomke_wies", boomke), ("texas_42", texas)):
        contests = [contest_of(one_deal(key, {}, **rules)) for rules in ways]
        assert [contest and sum(contest.book.values()) for contest in contests] == [40, 40, 40]
        books = [contest.book for contest in contests if contest]
    marks, plain, first = books  # of Texas 42
    assert {(less, sign) for _, less, sign in marks} == {(0, 0)}
    assert all(more + less == 42 for more, less, _ in plain if less)
    assert {(*pair, 0): n for (*pair, _), n in first.items()} == plain


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("boomke_wies", {}),
        ("boomke_wies", {"length": "clock", "length_value": 60}),
        ("boomke_wies", {"length": "deals", "length_value": 102}),
        ("texas_42", {"target_marks": 102}),
        ("clobyosh", {"equal_totals": "held"}),
    ],
)
def test_where_nothing_is_told(key, rules):
    game = game_of(key)
    sheet = replay(game, game.table(NAMES[: game.seats[0]], 0), rules, ())
    assert chances(sheet, NO_PAST) is None


def test_far_behind_the_start_nothing_is_told() -> None:
    """A lost Boom costs five: of a match to ten it is still told, of one to nine not."""
    boom = {"declarer": 0, "contract": 13, "tricks": 12}
    for value, told in ((10, True), (9, False)):
        sheet = one_deal("boomke_wies", boom, length="points", length_value=value)
        assert (chances(sheet, NO_PAST) is not None) == told


def test_the_deals_of_a_circle_move_its_chances():
    """A mark ahead is worth less where deals of four marks are usual; deals of another kind change nothing."""
    sheet = one_deal("texas_42", {"bidder": 0, "bid": 30, "made": True})
    by_the_book, wild, other = (
        chances(sheet, past)[-1][0] for past in (NO_PAST, {"marks 4,0,0": 100}, {"points 4,0,0": 100})
    )
    assert 0.5 < wild < by_the_book == other < 0.7


def led(book: Pairs, left: int, lead: int) -> float:
    """The chance of a side with this lead before so many more deals."""
    contest = Contest("", signed(book), 0, deals=left)
    return leading(gains_of(NO_PAST, contest), contest)(0, (lead, 0))


def raced(book: Pairs, target: int, *totals: int, sign: int = 0) -> float:
    """The chance of the first side in a race in single points."""
    contest = Contest("", signed(book, sign), target)
    return racing(gains_of(NO_PAST, contest), contest)(0, totals)


def signed(book: Pairs, sign: int = 0) -> dict[tuple[int, int, int], int]:
    """The book with the same sign for all."""
    return {(*pair, sign): n for pair, n in book.items()}


COIN: Pairs = {(1, 0): 1}


@pytest.mark.parametrize(
    ("left", "lead", "chance"),
    [
        (0, 2, 1.0),
        (0, 0, 0.5),
        (1, 1, 0.75),  # ahead by two, or equal and a coin
        (2, 1, 0.75),  # +2 or 0 of three in four, -2 of one in four
        (2, -1, 0.25),
        (4, 2, 0.8125),  # down by four 1/16 has lost, down by two 4/16 is level and a coin: 1 - 1/16 - 1/8
    ],
)
def test_who_is_ahead_by_hand(left: int, lead: int, chance: float) -> None:
    assert led(COIN, left, lead) == pytest.approx(chance)


def test_a_failed_bid_moves_the_difference_twice():
    """A lead of three before the last deal is lost in the eighth that is down by four, and kept else."""
    assert led({(1, 0): 3, (2, -2): 1}, 1, 3) == pytest.approx(7 / 8)


@pytest.mark.parametrize(
    ("totals", "chance"),
    [((6, 6), 1 / 2), ((6, 5), 3 / 4), ((6, 4), 7 / 8), ((5, 4), 11 / 16), ((8, 7), 1), ((3, 9), 0)],
)
def test_a_race_of_single_points_by_hand(totals, chance):
    """A coin to 7. At 6–6 even; at 6–5 1/2 and half of 1/2: 3/4; at 6–4 7/8; at 5–4 (7/8 + 1/2) / 2 = 11/16."""
    assert raced(COIN, 7, *totals) == pytest.approx(chance)
    assert raced(COIN, 7, *totals[::-1]) == pytest.approx(1 - chance)


def test_a_race_with_doubles_by_hand():
    """One point three times in four, else two. At 1–2 of 3: the first needs 2, the second 1, and who gains is a coin.

    The first gains (1/2): by two (1/4) it has won, by one (3/4) it stands at 2–2, even: 1/2 × (1/4 + 3/4 × 1/2) = 5/16.
    """
    assert raced({(1, 0): 3, (2, 0): 1}, 3, 1, 2) == pytest.approx(5 / 16)


def test_both_arrive_at_once_by_hand() -> None:
    """To 10 with 6 and 4 a deal. At 6–5 one deal decides: 12–9, or 10–11, where both have arrived.

    There the second has won by its total (0) or as the one who gained more (1), the first as the one who gained less.
    """
    for sign, chance in ((0, 1 / 2), (1, 1 / 2), (-1, 1)):
        assert raced({(6, 4): 1}, 10, 6, 5, sign=sign) == pytest.approx(chance)


def test_what_is_lacking_is_counted_in_whole_steps() -> None:
    """To 250 by 42 a deal: who has 208 needs one more, who has 207 two: 1/2 and half of 1/2."""
    contest = Contest("", signed({(42, 0): 1}), 250, unit=6)
    chance = racing(gains_of(NO_PAST, contest), contest)
    assert [chance(0, totals) for totals in ((208, 207), (207, 208), (207, 207))] == pytest.approx(
        [3 / 4, 1 / 4, 1 / 2]
    )


def test_points_that_can_be_lost_by_hand():
    """First to 2; a deal brings 1 to one side and takes 1 from the other: at 1–1 the first deal decides.

    From 0–1 only the second is one away: w(0, 1) = 1/2 × w(1, 0), and w(1, 0) = 1 - w(0, 1); so it is 1/3.
    """
    assert raced({(1, -1): 1}, 2, 1, 1) == pytest.approx(1 / 2)
    assert raced({(1, -1): 1}, 2, 0, 1) == pytest.approx(1 / 3, abs=1e-3)


PAIRS = st.tuples(st.integers(0, 6), st.integers(-3, 3)).filter(any).map(lambda pair: (max(pair), min(pair)))
BOOKS = st.dictionaries(PAIRS, st.integers(1, 9), min_size=1, max_size=5)


@settings(deadline=None, max_examples=30)
@given(BOOKS, st.integers(2, 12), st.integers(-2, 12), st.integers(-2, 12))
def test_every_race_and_lead(book: Pairs, target: int, one: int, other: int) -> None:
    one, other = min(one, target - 1), min(other, target - 1)
    grows = all(least >= 0 for _, least in book)
    for here, there, level, more in (
        (raced(book, target, *at) for at in ((one, other), (other, one), (one, one), (one + 1, other))),
        (led(book, 4, lead) for lead in (one - other, other - one, 0, one + 1 - other)),
    ):
        assert -1e-9 <= here <= 1 + 1e-9
        assert there == pytest.approx(1 - here, abs=2e-3)
        assert level == pytest.approx(0.5)
        assert more >= here - 1e-9 or not grows
