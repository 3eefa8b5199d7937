"""Words: every code that a game can say has an English wording with the values it needs, and none lies about unused."""

from __future__ import annotations

import ast
import functools
import inspect
import json
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring.game import COMMON, Game, english, rules_problems, wording
from scoring.games import games
from scoring.words import Choice
from tests.support.random_sheets import GAMES, boards, golden_boards

every_game = pytest.mark.parametrize("key", GAMES)
SEATS = {"seat", "dealer", "leader", "maker", "chooser", "other", "declarer", "bidder"}


def sayings(key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every code with its values on the boards of a game."""
    for sheet, _draft, shown in boards(key) + golden_boards(key):
        for line in shown["lines"]:
            yield from ((award["why"], award["values"]) for award in line["awards"])
            yield from said(line["problems"], [line.get("head"), line.get("story")])
        choices = [choice for field in shown["fields"] for row in field.get("choices", ()) for choice in row]
        yield from said(shown["prompt"], shown["needs"], [shown["spoken"]])
        yield from said([choice["why_not"] for choice in choices], [choice["hint"] for choice in choices])
        if sheet.outcome:
            yield sheet.outcome.why, sheet.outcome.values


def said(*groups: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The codes and values of what is said at all, and of the sentences within them."""
    for one in [one for group in groups for one in group if one]:
        yield one["code"], one["values"]
        yield from said(*(value for name, value in one["values"].items() if name.endswith("parts")))


@functools.cache
def distinct(key: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """What a game's boards say, each saying once."""
    seen = {json.dumps(saying): saying for saying in sayings(key)}
    return tuple(seen.values())


@every_game
def test_every_code_is_worded_with_the_values_it_has(key):
    for code, values in distinct(key):
        assert english(games()[key], code, values)
        assert isinstance(wording(games()[key], code), str) or type(values["n"]) is int, code


def trees_of(game: Game) -> list[ast.AST]:
    """The syntax trees of a game: of its one file, or of every file of its package."""
    first = Path(inspect.getfile(type(game)))
    paths = sorted(first.parent.rglob("*.py")) if first.name == "__init__.py" else [first]
    return [ast.parse(path.read_text(encoding="utf-8")) for path in paths]


PLACES = {
    "Message": (0, 1),
    "Need": (1, 2),
    "problem": (1, 2),
    "award": (2, 3),
    "Outcome": (1, 2),
}  # of code and values


def literally_said(tree: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """The codes that a source says in so many words, with the names of the values that stand beside them."""
    for node in ast.walk(tree):
        places = PLACES.get(getattr(node.func, "id", "")) if isinstance(node, ast.Call) else None
        if places and len(node.args) > places[0]:
            given = node.args[places[1]] if len(node.args) > places[1] else ast.Dict([], [])
            codes = node.args[places[0]]
            for code in (codes.body, codes.orelse) if isinstance(codes, ast.IfExp) else (codes,):
                if isinstance(code, ast.Constant) and isinstance(given, ast.Dict):
                    yield code.value, {key.value for key in given.keys}


@every_game
def test_what_is_said_in_so_many_words_has_its_values(key):
    """Also what random matches seldom come to."""
    game = games()[key]
    for code, names in [found for tree in trees_of(game) for found in literally_said(tree)]:
        words = wording(game, code)
        for text in (words,) if isinstance(words, str) else words:
            assert {name for _text, name, _form, _how in string.Formatter().parse(text) if name} <= names, code
            assert isinstance(words, str) or "n" in names, code


@every_game
def test_values_are_what_their_names_say(key):
    """By these names the pages show players, sides, gains and money."""
    for code, values in distinct(key):
        for name, value in values.items():
            word = name.rsplit("_", 1)[-1]
            if name in SEATS or word in ("seat", "side"):
                assert value is None or (type(value) is int and 0 <= value < games()[key].seats[1]), (code, values)
            if word in ("gain", "money", "n"):
                assert type(value) is int, (code, values)
            assert word != "seats" or isinstance(value, list), (code, values)


def uses(tree: ast.AST) -> set[str]:
    """The texts in a source, but for the codes that head a wording."""
    wordings = [node for node in ast.walk(tree) if isinstance(node, ast.Dict) and all(map(is_wording, node.values))]
    heads = {id(key) for node in wordings for key in node.keys}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in heads]
    return {node.value for node in texts if isinstance(node.value, str) and len(node.value) > 1} | set(string.digits)


def composed(code: str, texts: set[str]) -> bool:
    """Whether a code stands in a source, or is put together from texts that do."""
    return code in texts or any(code.startswith(text) and composed(code[len(text) :], texts) for text in texts)


def is_wording(node: ast.expr) -> bool:
    """Whether this is message("…") or plural_message("…", "…")."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("message", "plural_message")


def test_no_wording_is_unused():
    sources = Path(scoring.__file__).parent.rglob("*.py")
    used = {code for path in sources for code in uses(ast.parse(path.read_text(encoding="utf-8")))}
    assert set(COMMON) <= used
    for game in games().values():
        own = {text for tree in trees_of(game) for text in uses(tree)}
        heard = {code for code, _values in distinct(game.key)}
        assert {code for code in set(game.sentences) - heard if not composed(code, own)} == set(), game.key
        assert not set(game.sentences) & set(COMMON), game.key


# Options


@every_game
def test_every_option_and_field_is_explained(key):
    game = games()[key]
    assert game.name
    assert game.tagline
    assert len({option.key for option in game.options}) == len(game.options)
    for option in game.options:
        assert option.label, option.key
        assert option.help, option.key
        assert_choices(option.choices)
        assert not rules_problems(game, {option.key: option.default}, game.seats[0]), option.key
    for _name, _label, rules in game.presets:
        assert not rules_problems(game, rules, game.seats[0])


def assert_choices(choices: tuple[Choice, ...]) -> None:
    """Choices differ, and each has a label."""
    assert all(choice.label for choice in choices)
    assert len({json.dumps(choice.value) for choice in choices}) == len(choices)
