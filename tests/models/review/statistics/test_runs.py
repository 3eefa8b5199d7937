"""Runs, swings, comebacks and the break-even of a bid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.review.statistics.runs import Runs, Swing, break_even, comeback, largest_swing, runs, swings

CHANCES = st.lists(st.floats(0, 1).map(lambda chance: (chance, 1 - chance)), min_size=2, max_size=20)


@pytest.mark.parametrize(
    ("form", "found"),
    [
        ("", Runs(0, 0, 0)),
        ("o", Runs(1, 0, 1)),
        ("x", Runs(0, 1, -1)),
        ("ooxoxxoo", Runs(2, 2, 2)),
        ("oooxx", Runs(3, 2, -2)),
    ],
)
def test_runs(form: str, found: Runs) -> None:
    assert runs(letter == "o" for letter in form) == found


@given(st.lists(st.booleans(), max_size=40))
def test_runs_of_the_others_are_turned_round(results):
    won, lost, now = runs(results)
    assert runs([not one for one in results]) == (lost, won, -now)
    assert -lost <= now <= won
    assert max(won, lost) <= len(results)


def test_the_turn_of_a_match():
    chances = [(0.5, 0.5), (0.3, 0.7), (0.1, 0.9), (0.75, 0.25), (1.0, 0.0)]
    assert largest_swing(chances) == Swing(2, 0, pytest.approx(0.65))
    assert [swing.side for swing in swings(chances)] == [1, 1, 0, 0]
    assert comeback(chances, 0) == 0.1
    assert largest_swing([(0.5, 0.5)]) is None


@given(CHANCES)
def test_a_swing_is_what_the_winner_of_it_gained(chances):
    for deal, side, gain in swings(chances):
        assert gain == pytest.approx(chances[deal + 1][side] - chances[deal][side])
        assert gain >= 0
    assert comeback(chances, 0) <= chances[0][0]


@pytest.mark.parametrize(
    ("gain", "loss", "needed"),
    [(2, 4, 2 / 3), (1, 1, 0.5), (1, 3, 0.75), (0, 0, None), (5, 10, 2 / 3), (1, 0, 0.0)],
)
def test_break_even(gain: float, loss: float, needed: float | None) -> None:
    """A ten of Boomke Wies: +2 when made; when not -2 and 2 for the others, a difference of 4: 4 / (2 + 4)."""
    assert break_even(gain, loss) == needed


@given(st.floats(0.1, 9), st.floats(0.1, 9))
def test_at_break_even_nothing_is_gained(gain, loss):
    needed = break_even(gain, loss)
    assert needed * gain - (1 - needed) * loss == pytest.approx(0, abs=1e-9)
