"""Both interpreters say the same: golden and random matches through CPython and MicroPython, whole answers compared."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Browser

import scoring.match
from tests.interpreters import boards, screens
from tests.interpreters.harness import second_interpreter
from tests.support.engine_questions import end_questions, questions
from tests.support.golden import cases
from tests.support.random_matches import random_matches
from tests.support.random_sheets import GAMES, tables
from tests.support.sizes import ALL

pytestmark = pytest.mark.browser

RANDOM = int(os.environ.get("TALLYSTICK_SECOND", "150"))
NOT_MATCHES = ["", "{", "[1, 2]", "null", '"é😀۵"', "7.0", '{"players": ["é", "😀", "۵", 7.0]}', "[" * 100]


def lines(values: list[Any]) -> list[str]:
    """Each value as a line of JSON, letters unescaped as a phone writes them."""
    return [json.dumps(value, ensure_ascii=False) for value in values]


def answered_alike(browser: Browser, texts: list[str], module: ModuleType) -> list[str]:
    """What both answer to each line, of which no answer differs; keys have no order, true and 1 differ."""
    name = module.__name__ if module is scoring.match else module.__name__.rpartition(".")[2]
    more = {} if module is scoring.match else {f"{name}.py": Path(str(module.__file__)).read_text(encoding="utf-8")}
    second = second_interpreter(browser, texts, more, name)
    for text, answer in zip(texts, second, strict=True):
        first = json.dumps(json.loads(module.score_text(text)), sort_keys=True)
        assert json.dumps(json.loads(answer), sort_keys=True) == first, text
    return second


def test_matches_and_lines_that_are_none(chromium):
    golden = [case["match"] for case in cases() if "match" in case]
    answered_alike(chromium, [*lines(golden), *lines(random_matches(42, RANDOM)), *NOT_MATCHES], scoring.match)


def test_boards_while_a_deal_is_written_and_of_whole_tables(chromium):
    """With rulings among the deals, a bid pending and a half-made draft."""
    whole = [table for key in GAMES for table in tables(key)[: None if ALL else 10]]
    answered_alike(chromium, lines(random_matches(43, RANDOM // 4) + whole), boards)


SELDOM: dict[str, Any] = {  # boards are compared of all games
    **dict.fromkeys(("clobyosh", "knockout_whist"), pytest.mark.thorough),
    **dict.fromkeys(("texas_42", "zwanzig_ab"), pytest.mark.full),
}


@pytest.mark.parametrize("key", [pytest.param(key, marks=SELDOM.get(key, ())) for key in GAMES])
def test_screens_and_ends_of_whole_tables(chromium, key):
    """The trees of the table while something is half made, after sayings, refusals, undo and redo; what was counted.

    The end after the last deal and its redo, the table after its undo; closed and opened again; the history.
    """
    seen = "".join(answered_alike(chromium, lines(questions(key) + end_questions(key)), screens))
    for words in ('"counted"', '"status": 422', '"class": "answer"', '"class": "chart"', '"class": "wrap at-table"'):
        assert words in seen
