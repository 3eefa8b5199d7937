"""Golden cases: every worked example of the rule book, and more, against the scorer."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from scoring import score_match
from scoring.games import games
from tests.support.golden import FOLDER, cases, differences


def wrong(case: dict[str, Any]) -> list[str]:
    """Where the scorer does not say what the card players wrote down."""
    if "call" in case:
        module, name = case["call"].split(":")
        return differences(case["expect"], getattr(importlib.import_module(module), name)(*case["args"]))
    scored = score_match(case["match"])
    if "last" in case["expect"]:
        scored["last"] = scored["lines"][-1]
    return differences(case["expect"], scored)


@pytest.mark.parametrize("file", sorted(file.stem for file in FOLDER.glob("*.json")))
def test_the_scorer_says_what_card_players_wrote_down(file: str) -> None:
    assert {case["id"]: found for case in cases(file) if (found := wrong(case))} == {}


def test_every_game_has_its_golden_file() -> None:
    """A game without golden cases is not finished."""
    assert {file.stem for file in FOLDER.glob("*.json")} == set(games())
