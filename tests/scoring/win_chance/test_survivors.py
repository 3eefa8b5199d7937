"""Survivors: by hand, and what holds always."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.win_chance.survivors import Lives, State, empty, values

EVEN = 1e9  # tricks fall as if by dice
TABLES = st.builds(
    Lives,
    st.sampled_from((0.5, 2.0, 30.0)),
    st.floats(0.05, 0.8),
    st.sampled_from(("off", "one_per_player")),
    st.just(False),
)
STATES = st.builds(State, st.integers(0, 4), st.integers(1, 3), st.integers(0, 3), st.integers(1, 6))


def test_who_wins_no_trick_by_hand():
    """Two tricks among three as if by dice: the same player twice in 1/3, so that two have none; else one.

    By an urn of evenness 1 the first winner counts as two of four: the same again in 1/2.
    """
    assert empty(EVEN, 3, 2) == pytest.approx((0, 2 / 3, 1 / 3, 0))
    assert empty(1.0, 3, 2) == pytest.approx((0, 1 / 2, 1 / 2, 0))
    assert empty(2.0, 2, 0) == (0, 0, 1.0)


def test_a_dog_by_hand():
    """One in, one on a dog's life, two tricks, and the dog wins one with its card in 1/3.

    Then both are in for the last trick: 1/2 each. So the dog has 1/6. Without any life the other has the rest.
    """
    found = values(Lives(EVEN, 1 / 3, "off", False), State(0, 1, 1, 2))
    assert found == (0, pytest.approx(5 / 6), pytest.approx(1 / 6))


def test_one_with_a_life_against_one_without_by_hand():
    """Two tricks as if by dice: each wins both in 1/4, both one in 1/2.

    One each: even. Who has no life fails: the other has won. Who has one fails: a dog for the last trick, even. So the
    first has 1/2 × 1/2 + 1/4 + 1/4 × 1/2 = 5/8.
    """
    found = values(Lives(EVEN, 0.3, "one_per_player", False), State(1, 1, 0, 2))
    assert found == (pytest.approx(5 / 8), pytest.approx(3 / 8), 0)


def test_the_occasion_ends_for_all():
    """Two with a life, two tricks: whoever fails is a dog and the other has no life; the last trick decides: even."""
    assert values(Lives(EVEN, 0.3, "one_occasion", False), State(2, 0, 0, 2)).lives == pytest.approx(0.5)


def test_a_cut_spares_one_of_several():
    """Three with a life, two tricks. Two fail in 1/3: each: all three play the last trick; with a cut two of them."""
    each, cut = (values(Lives(EVEN, 0.3, "one_occasion", by_cut), State(3, 0, 0, 2)) for by_cut in (False, True))
    assert each.lives == cut.lives == pytest.approx(1 / 3)


@settings(deadline=None, max_examples=60)
@given(TABLES, STATES)
def test_every_state(table, state):
    found = values(table, state)
    assert sum(n * value for n, value in zip(state[:3], found, strict=True)) == pytest.approx(1)
    assert all(0 <= value <= 1 for value in found)
    if state.lives and state.cards > 1 and table.rule == "one_per_player":
        assert found.lives >= found.inside - 1e-9


@given(st.integers(1, 7), st.integers(1, 7), st.sampled_from(("off", "one_occasion", "one_per_player")))
def test_alike_players_have_alike_chances(players, cards, rule):
    table = Lives(4.0, 0.3, rule, False)
    assert values(table, State(0, players, 0, cards)).inside == pytest.approx(1 / players)
    assert values(table, State(players, 0, 0, cards)).lives == pytest.approx(1 / players)


@given(st.integers(1, 7), st.integers(0, 9), st.sampled_from((0.5, 4.0, 30.0)))
def test_the_tricks_fall_somewhere(players, tricks, evenness):
    found = empty(evenness, players, tricks)
    assert sum(found) == pytest.approx(1)
    assert found[-1] == (tricks == 0)
