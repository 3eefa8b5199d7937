"""Both interpreters say the same: golden and random matches through CPython and MicroPython, whole answers compared."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from scoring import score_text
from tests.interpreters import boards, screens
from tests.interpreters.harness import second_interpreter
from tests.support.engine_questions import end_questions, questions
from tests.support.golden import cases
from tests.support.random_matches import random_matches
from tests.support.random_sheets import GAMES, tables
from tests.support.sizes import one_in

pytestmark = pytest.mark.browser

RANDOM = int(os.environ.get("TALLYSTICK_SECOND", "500"))
NOT_MATCHES = ["", "{", "[1, 2]", "null", '"é😀۵"', "7.0", '{"players": ["é", "😀", "۵", 7.0]}', "[" * 100]
TOY = {"toy.py": "def score_text(text):\n    return text + ' é😀'"}
SCREENS = {"screens.py": Path(screens.__file__).read_text(encoding="utf-8")}
BOARDS = {"boards.py": Path(boards.__file__).read_text(encoding="utf-8")}


def lines(matches: list[Any]) -> list[str]:
    """Each match as a line of JSON, letters unescaped as a phone writes them."""
    return [json.dumps(match, ensure_ascii=False) for match in matches]


def same(one: str, other: str) -> bool:
    """Whether two answers hold the same JSON; the order of keys is not part of it, true and 1 differ."""
    return json.dumps(json.loads(one), sort_keys=True) == json.dumps(json.loads(other), sort_keys=True)


def differences(texts: list[str], first: Iterable[str], second: list[str]) -> list[tuple[str, str, str]]:
    """Every line that the two interpreters answer differently, with both answers."""
    return [found for found in zip(texts, first, second, strict=True) if not same(found[1], found[2])]


def scored_differently(browser: Browser, texts: list[str]) -> list[tuple[str, str, str]]:
    """Every line that is scored differently."""
    return differences(texts, map(score_text, texts), second_interpreter(browser, texts))


def test_it_runs_what_it_is_given(chromium):
    assert second_interpreter(chromium, ["a", "۵"], TOY, "toy") == ["a é😀", "۵ é😀"]


def test_golden_matches(chromium):
    assert scored_differently(chromium, lines([case["match"] for case in cases() if "match" in case])) == []


def test_random_matches(chromium):
    assert scored_differently(chromium, lines(random_matches(42, RANDOM))) == []


def test_lines_that_are_no_match(chromium):
    assert scored_differently(chromium, NOT_MATCHES) == []


def test_boards_while_a_deal_is_written(chromium):
    texts = lines(random_matches(43, RANDOM // 4))
    second = second_interpreter(chromium, texts, BOARDS, "boards")
    assert differences(texts, map(boards.score_text, texts), second) == []


def test_boards_of_whole_tables(chromium):
    """With rulings among the deals, a bid pending and a half-made draft."""
    texts = lines([table for key in GAMES for table in tables(key)])
    second = second_interpreter(chromium, texts, BOARDS, "boards")
    assert differences(texts, map(boards.score_text, texts), second) == []


@pytest.mark.thorough
@pytest.mark.parametrize("key", one_in(5, GAMES))
def test_screens_of_whole_tables(chromium, key):
    """The trees of the table while something is half made, after sayings, refusals, undo and redo; what was counted."""
    texts = lines(questions(key))
    second = second_interpreter(chromium, texts, SCREENS, "screens")
    assert differences(texts, map(screens.score_text, texts), second) == []
    assert '"counted"' in "".join(second)
    assert '"status": 422' in "".join(second)
    assert '"class": "answer"' in "".join(second)


@pytest.mark.parametrize("key", one_in(5, GAMES))
def test_ends_of_matches(chromium, key):
    """The end after the last deal and its redo, the table after its undo; closed and opened again; the history."""
    texts = lines(end_questions(key))
    second = second_interpreter(chromium, texts, SCREENS, "screens")
    assert differences(texts, map(screens.score_text, texts), second) == []
    assert '"class": "chart"' in "".join(second)
    assert '"class": "wrap at-table"' in "".join(second)
