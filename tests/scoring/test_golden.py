"""Golden cases: every worked example of the rule book, and more, against the scorer."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from scoring import score_match
from scoring.games import games
from tests.support.golden import FOLDER, cases, differences


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    """The scorer says what the card players wrote down."""
    if "call" in case:
        module, name = case["call"].split(":")
        assert getattr(importlib.import_module(module), name)(*case["args"]) == case["expect"]
        return
    scored = score_match(case["match"])
    if "last" in case["expect"]:
        scored["last"] = scored["lines"][-1]
    assert differences(case["expect"], scored) == []


def test_every_game_has_its_golden_file() -> None:
    """A game without golden cases is not finished."""
    assert {file.stem for file in FOLDER.glob("*.json")} == set(games())
