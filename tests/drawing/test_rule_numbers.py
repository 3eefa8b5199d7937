"""A form of house rules takes the numbers that options can have, and no others."""

from __future__ import annotations

import pytest

from drawing.house_rules.values import text_of, value_of
from scoring.game import allowed
from scoring.games import games
from scoring.words import LARGEST

OPTIONS = [(key, one) for key, game in games().items() for one in game.options if one.kind in ("number", "money")]


@pytest.mark.parametrize("option", [one for _, one in OPTIONS], ids=[f"{key} {one.key}" for key, one in OPTIONS])
def test_what_an_option_can_have_can_be_typed(option):
    for value in {option.low, option.default, option.high}:
        assert value_of(option, text_of(option, value)) == value
        assert allowed(option, value)
    assert not allowed(option, value_of(option, text_of(option, option.high + 1)))
    assert option.high <= LARGEST == value_of(option, text_of(option, LARGEST))
