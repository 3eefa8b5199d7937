"""Every text of the sources that must be translated, with where it stands and what it is in its game."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from jinja2 import Environment
from jinja2.ext import InternationalizationExtension, extract_from_ast

from scoring.game import Game
from scoring.games import games
from scoring.wording import COMMON
from scoring.words import Field

if TYPE_CHECKING:
    from scoring.words import Wording

ROOT = Path(__file__).parents[1]
PYTHON = ("scoring", "models", "drawing", "web")
PLAIN, COUNTED = ("message", "gettext", "marked", "_"), ("plural_message", "ngettext")
NOTES = {
    "D": "the letter in the dealer's ring",
    "{first} & {last}": "two partners",
    ", ": "between names and the like",
    "; ": "between two remarks",
}


class Text(NamedTuple):
    """A text (and its form for more than one, or nothing) with its places and what is told to translators."""

    one: str
    more: str
    places: list[str]
    notes: list[str]


def texts() -> dict[str, Text]:
    """Every text by its English, in the order of the sources."""
    found: dict[str, Text] = {}
    for place, one, more in marked_texts():
        text = found.setdefault(one, Text(one, more, [], []))
        if more and not text.more:
            text = found[one] = text._replace(more=more)
        if place not in text.places:
            text.places.append(place)
    for one, note in notes():
        if one in found and note not in found[one].notes:
            found[one].notes.append(note)
    return found


def marked_texts() -> Iterator[tuple[str, str, str]]:
    """The place, the text and its plural of every mark in the sources."""
    for room in PYTHON:
        for path in sorted((ROOT / room).rglob("*.py"), key=lambda path: (len(path.parts), path)):
            for one, more in of_python(path.read_text(encoding="utf-8")):
                yield path.relative_to(ROOT).as_posix(), one, more
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for one, more in of_template(path.read_text(encoding="utf-8")):
            yield path.relative_to(ROOT).as_posix(), one, more


def of_python(source: str) -> Iterator[tuple[str, str]]:
    """The texts of a Python source in their order, each with its plural or nothing."""
    for node in in_order(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in PLAIN and node.args:
            yield from ((text, "") for text in constants(node.args[0]))
        elif name in COUNTED and len(node.args) > 1:
            yield from zip(constants(node.args[0]), constants(node.args[1]), strict=True)


def in_order(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree as one reads them."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        yield from in_order(child)


def constants(node: ast.expr) -> Iterator[str]:
    """A text that stands there, or both of "this if so else that"."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def of_template(source: str) -> Iterator[tuple[str, str]]:
    """The texts of a template."""
    env = Environment(extensions=[InternationalizationExtension])  # noqa: S701  nothing is rendered
    for _, name, found in extract_from_ast(env.parse(source), (*PLAIN, *COUNTED)):
        words = [found] if isinstance(found, str) else [word for word in found or () if word]
        if words:
            yield words[0], words[1] if name in COUNTED else ""


def notes() -> Iterator[tuple[str, str]]:
    """A text of a game and what it is there."""
    for game in games().values():
        for one, what in of_game(game):
            yield one, f"{game.name}: {what}"
    yield from ((forms(words)[0], f"every game: sentence {code}") for code, words in COMMON.items())
    yield from NOTES.items()


def of_game(game: Game) -> Iterator[tuple[str, str]]:
    """The texts of one game and what each is."""
    yield from (
        (game.name, "name of the game"),
        (game.tagline, "what it is, in a line"),
        (game.begin, "button that begins it"),
    )
    for option in game.options:
        yield option.label, "house rule"
        yield option.help, f"help on the house rule “{option.label}”"
        for choice in option.choices:
            yield choice.label, f"choice of the house rule “{option.label}”"
            yield choice.help, f"help on a choice of the house rule “{option.label}”"
    for _, label, _ in game.presets:
        yield label, "name of a set of house rules"
    for code, words in game.sentences.items():
        yield forms(words)[0], f"sentence {code}"
    yield from of_fields(game)


def of_fields(game: Game) -> Iterator[tuple[str, str]]:
    """The words beside what is written down for a deal."""
    for field in fields_of(game):
        yield field.label, "what is written down"
        yield field.help, f"help on “{field.label}”"
        for choice in field.choices:
            yield choice.label, f"choice for “{field.label}”"
            yield choice.help, f"help on a choice for “{field.label}”"


def fields_of(game: Game) -> Iterator[Field]:
    """Every field that a module of the game's package holds; one that several of them import comes several times."""
    package = type(game).__module__
    modules = [module for name, module in sorted(sys.modules.items()) if f"{name}.".startswith(f"{package}.")]
    for value in [value for module in modules for value in vars(module).values()]:
        if isinstance(value, tuple):
            yield from (field for field in (value, *value) if hasattr(field, "optional") and hasattr(field, "label"))


def forms(words: Wording) -> tuple[str, ...]:
    """A wording as its forms."""
    return (words,) if isinstance(words, str) else words
