"""The models behind win chances, worked out by hand, and what holds for all of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.knockout_whist.review import Fall, KindChances, State, Survivors, urn
from scoring.games.zwanzig_ab.review import BOOKS, Walks, distribution, joined, kind_of
from scoring.win_chance import ahead, gains_of, race, steps_of

COIN = gains_of({}, "deals", {(1, 0): 1})
PAIRS = st.dictionaries(st.tuples(st.integers(1, 5), st.integers(-3, 0)), st.integers(1, 9), min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("left", "totals", "chance"),
    [
        (0, (5, 3), 1.0),
        (0, (3, 3), 0.5),
        (1, (1, 0), 0.75),  # ahead by two, or equal and a coin
        (2, (1, 0), 0.75),  # +2 or 0 of three in four, -2 of one in four
        (2, (0, 1), 0.25),
        (4, (3, 1), 0.8125),  # down by four 1/16 has lost, down by two 4/16 is level and a coin: 1 - 1/16 - 1/8
    ],
)
def test_a_coin_by_hand(left: int, totals: tuple[int, int], chance: float) -> None:
    assert ahead(COIN, left, totals) == pytest.approx((chance, 1 - chance))


def test_a_failed_bid_moves_the_difference_twice():
    assert dict(steps_of(gains_of({}, "deals", {(1, 0): 3, (2, -2): 1}))) == {1: 3 / 8, -1: 3 / 8, 4: 1 / 8, -4: 1 / 8}


@settings(max_examples=30)
@given(PAIRS, st.integers(0, 20), st.integers(-9, 9))
def test_a_larger_lead_is_worth_more_and_the_sides_are_alike(book, left, lead):
    gains = gains_of({}, "deals", book)
    chance = ahead(gains, left, (lead, 0))[0]
    assert 0 <= chance <= 1 + 1e-9
    assert ahead(gains, left, (lead + 1, 0))[0] >= chance - 1e-9
    assert ahead(gains, left, (0, lead))[0] == pytest.approx(1 - chance)
    assert ahead(gains, left, (lead, lead))[0] == pytest.approx(0.5)


def test_a_match_of_a_thousand_million_deals_is_told_at_once():
    assert ahead(COIN, 10**9, (1, 0))[0] == pytest.approx(0.5, abs=1e-4)


RACES = st.dictionaries(
    st.tuples(st.integers(0, 6), st.integers(-3, 3)).filter(any), st.integers(1, 9), min_size=1, max_size=5
).map(lambda book: {(max(pair), min(pair)): n for pair, n in book.items()})
MARKS = gains_of({}, "marks", {(1, 0): 1})


def test_a_race_of_single_points_by_hand():
    """A coin to 7. At 6–6 even; at 6–5 1/2 and half of 1/2: 3/4; at 6–4 7/8; at 5–4 (7/8 + 1/2) / 2 = 11/16."""
    assert race(MARKS, 7, 1, (0, 0)) == (0.5, 0.5)
    for totals, chance in (((6, 6), 1 / 2), ((6, 5), 3 / 4), ((6, 4), 7 / 8), ((5, 4), 11 / 16), ((4, 6), 1 / 8)):
        assert race(MARKS, 7, 1, totals)[0] == pytest.approx(chance)


def test_a_race_with_doubles_by_hand():
    """One point three times in four, else two. At 1–2 of 3: the first needs 2, the second 1, and who gains is a coin.

    The first gains (1/2): by two (1/4) it has won, by one (3/4) it stands at 2–2, even: 1/2 × (1/4 + 3/4 × 1/2) = 5/16.
    """
    gains = gains_of({}, "marks", {(1, 0): 3, (2, 0): 1})
    assert race(gains, 3, 1, (1, 2))[0] == pytest.approx(5 / 16)


def test_points_that_can_be_lost_by_hand():
    """First to 1; a deal brings 1 to one side and takes 1 from the other: at 0–0 the first deal decides.

    From -1–0 only the second is one away: w(-1, 0) = 1/2 × w(0, -1), and w(0, -1) = 1 - w(-1, 0); so it is 1/3.
    """
    gains = gains_of({}, "points", {(1, -1): 1})
    assert race(gains, 2, 1, (1, 1))[0] == pytest.approx(1 / 2)
    assert race(gains, 2, 1, (0, 1))[0] == pytest.approx(1 / 3, abs=1e-3)


def test_who_is_further_has_won_when_both_have_arrived():
    assert race(MARKS, 7, 1, (8, 7)) == (1, 0)
    assert race(MARKS, 7, 1, (7, 7)) == (0.5, 0.5)
    assert race(MARKS, 7, 1, (3, 9)) == (0, 1)


@settings(deadline=None, max_examples=30)
@given(RACES, st.integers(2, 12), st.data())
def test_every_race(book, target, data):
    gains = gains_of({}, "points", book)
    one, other = (data.draw(st.integers(-2, target - 1)) for _ in range(2))
    chance, rest = race(gains, target, 1, (one, other))
    assert chance + rest == pytest.approx(1)
    assert -1e-9 <= chance <= 1 + 1e-9
    assert race(gains, target, 1, (other, one))[0] == pytest.approx(rest, abs=1e-3)
    assert race(gains, target, 1, (one, one))[0] == pytest.approx(0.5)
    if all(least >= 0 for _, least in book):
        assert race(gains, target, 1, (one + 1, other))[0] >= chance - 1e-9


def test_a_target_beyond_reason_is_still_told():
    assert race(MARKS, 10**9, 1, (3, 0)) == (0.5, 0.5)


EVEN = 1e9  # tricks fall as if by dice
RULES = st.sampled_from(("off", "one_occasion", "one_per_player"))
STATES = st.builds(State, st.integers(0, 4), st.integers(1, 3), st.integers(0, 3), st.integers(1, 6))


def values(state: State, rule: str, evenness: float = EVEN, dog: float = 1 / 3, cut: bool = False) -> KindChances:
    """The chances of a state at a table that plays so."""
    table = Survivors(lambda players, tricks: urn(evenness, players, tricks), lambda players: dog, rule, cut)
    return table.values(state)


def test_who_wins_no_trick_by_hand():
    """Two tricks among three as if by dice: the same player twice in 1/3, so that two have none; else one.

    By an urn of evenness 1 the first winner counts as two of four: the same again in 1/2.
    """
    assert urn(EVEN, 3, 2) == pytest.approx((0, 2 / 3, 1 / 3, 0))
    assert urn(1.0, 3, 2) == pytest.approx((0, 1 / 2, 1 / 2, 0))
    assert urn(2.0, 2, 0) == (0, 0, 1.0)


def test_a_dog_by_hand():
    """One in, one on a dog's life, two tricks, and the dog wins one with its card in 1/3.

    Then both are in for the last trick: 1/2 each. So the dog has 1/6. Without any life the other has the rest.
    """
    assert values(State(0, 1, 1, 2), "off") == (0, pytest.approx(5 / 6), pytest.approx(1 / 6))


def test_one_with_a_life_against_one_without_by_hand():
    """Two tricks as if by dice: each wins both in 1/4, both one in 1/2.

    One each: even. Who has no life fails: the other has won. Who has one fails: a dog for the last trick, even. So the
    first has 1/2 × 1/2 + 1/4 + 1/4 × 1/2 = 5/8.
    """
    assert values(State(1, 1, 0, 2), "one_per_player") == (pytest.approx(5 / 8), pytest.approx(3 / 8), 0)


def test_the_occasion_ends_for_all_by_hand():
    """A dog and one who is in against three cards, the occasion being over: the dog wins a trick in 1/3, and then both
    are in with two cards, none with a life: even. The same as with no life at all, and less than with one each."""
    over, off = (values(State(0, 1, 1, 3), rule) for rule in ("one_occasion", "off"))
    assert over == off == (0, pytest.approx(5 / 6), pytest.approx(1 / 6))


def test_a_cut_spares_one_of_several():
    """Against one who is in with two cards each of two dogs has 1/3 × 1/2 as if alone: 1/6, or 2/6 together.

    So a cut for one dog's life leaves the winner of the deal before 5/6, where both are spared 4/6.
    """
    assert values(State(0, 1, 1, 2), "one_occasion").inside == pytest.approx(5 / 6)
    for cut, left in ((True, 5 / 6 + 1 / 6), (False, 4 / 6 + 2 / 6)):
        table = Survivors(
            lambda players, tricks: urn(EVEN, players, tricks), lambda players: 1 / 3, "one_occasion", cut
        )
        assert table.after(State(3, 0, 0, 3), Fall(0, 2, 0, 1.0))[0] == pytest.approx(left)
        assert table.values(State(3, 0, 0, 3)).lives == pytest.approx(1 / 3)


@settings(deadline=None, max_examples=30)
@given(STATES, RULES, st.sampled_from((0.5, 2.0, 30.0)), st.floats(0.05, 0.8))
def test_every_state(state, rule, evenness, dog):
    found = values(state, rule, evenness, dog)
    assert sum(n * value for n, value in zip(state[:3], found, strict=True)) == pytest.approx(1)
    assert all(0 <= value <= 1 for value in found)
    if state.lives and state.cards > 1 and rule == "one_per_player":
        assert found.lives >= found.inside - 1e-9


TOTALS = st.tuples(*[st.integers(1, 30)] * 4)


def coin(number: int) -> dict[int, float]:
    """One down in half of the deals."""
    return {-1: 0.5, 0: 0.5}


def by_the_book() -> Walks:
    """Players of Zwanzig ab of whom nothing is known."""
    known = {kind: distribution({}, kind) for kind in BOOKS}
    return Walks(lambda number: known[kind_of({"special_deals": "ninth_on"}, number)], 9, 40)


def test_arrivals_by_hand():
    """From 1 with a coin: in the first deal 1/2, the second 1/4, and so on; from 2 not before the second, 1/4."""
    walks = Walks(coin, 1, 10)
    assert [there.get(0, 0) for there in walks.arrivals(1, 1)[:3]] == [0.5, 0.25, 0.125]
    assert [there.get(0, 0) for there in walks.arrivals(2, 1)[:4]] == [0, 0.25, 0.25, 0.1875]


def test_two_walks_joined_by_hand():
    """Both arrive in the first deal or the second, evenly: each is first alone in 1/4 and shares 1/2."""
    walk = [{0: 0.5}, {0: 0.5}]
    assert joined([walk, walk]) == [0.5, 0.5]
    assert joined([[{0: 1.0}], walk]) == [0.75, 0.25]  # shares the first deal of two
    assert joined([[{-1: 1.0}], walk]) == [1.0, 0.0]  # is lower in it


def test_deals_have_their_own_distribution():
    """Nothing moves until the third deal, in which all do."""
    walks = Walks(lambda number: {-2: 1.0} if number >= 3 else {0: 1.0}, 3, 10)
    assert walks.arrivals(2, 1) == [{}, {}, {0: 1.0}]
    assert walks.arrivals(3, 2) == [{}, {}, {-1: 1.0}]


def test_who_is_equal_lowest_at_nought_plays_on():
    walks = Walks(coin, 1, 10)
    assert walks.chances((0, 0), 1) == pytest.approx((0.5, 0.5))
    assert walks.chances((0, 5), 1)[0] > 0.9


@settings(deadline=None, max_examples=25)
@given(TOTALS, st.integers(1, 12), st.permutations(range(4)))
def test_every_state_of_zwanzig_ab(totals, number, seats):
    walks = by_the_book()
    found = walks.chances(totals, number)
    assert sum(found) == pytest.approx(1)
    assert walks.chances((totals[0],) * 4, number) == pytest.approx((0.25,) * 4)
    assert walks.chances(tuple(totals[seat] for seat in seats), number) == pytest.approx(
        [found[seat] for seat in seats]
    )
    lower = (max(1, totals[0] - 3), *totals[1:])
    assert walks.chances(lower, number)[0] >= found[0] - 0.02  # odd and even totals are not alike
    assert walks.chances((40, 40, 40, 40), number) == pytest.approx((0.25,) * 4)
