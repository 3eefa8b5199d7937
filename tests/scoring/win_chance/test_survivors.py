"""Survivors: by hand, and what holds always."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.knockout_whist.win_chance import Fall, KindChances, State, Survivors, urn

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


@settings(deadline=None, max_examples=60)
@given(STATES, RULES, st.sampled_from((0.5, 2.0, 30.0)), st.floats(0.05, 0.8))
def test_every_state(state, rule, evenness, dog):
    found = values(state, rule, evenness, dog)
    assert sum(n * value for n, value in zip(state[:3], found, strict=True)) == pytest.approx(1)
    assert all(0 <= value <= 1 for value in found)
    if state.lives and state.cards > 1 and rule == "one_per_player":
        assert found.lives >= found.inside - 1e-9


@given(st.integers(1, 7), st.integers(1, 7), RULES)
def test_alike_players_have_alike_chances(players, cards, rule):
    assert values(State(0, players, 0, cards), rule).inside == pytest.approx(1 / players)
    assert values(State(players, 0, 0, cards), rule).lives == pytest.approx(1 / players)


@given(st.integers(1, 7), st.integers(0, 9), st.sampled_from((0.5, 4.0, 30.0)))
def test_the_tricks_fall_somewhere(players, tricks, evenness):
    found = urn(evenness, players, tricks)
    assert sum(found) == pytest.approx(1)
    assert found[-1] == (tricks == 0)
