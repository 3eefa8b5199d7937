"""The catalogues: what each language says for an English text, and how it counts and writes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.pofile import read_po

from table.language import PERSIAN, Language
from table.node import LTR, POP

SIGNED_NUMBER = re.compile(r"[+−](?:[۰-۹٫]+|\{\w+\})")
FOLDER = Path(__file__).parents[2] / "translations"
PLAIN, COUNTED = ("message", "gettext", "marked", "_"), ("plural_message", "ngettext")  # what marks a text


class Message(NamedTuple):
    """English text and plural (or empty), translations by plural form."""

    one: str
    more: str
    words: tuple[str, ...]


@cache
def read_catalog(code: str) -> tuple[Message, ...]:
    """Every message of a catalogue in its order."""
    with (FOLDER / f"{code}.po").open("rb") as file:
        found = read_po(file, abort_invalid=True)
    return tuple(message_of(message) for message in found if message.id)


def message_of(entry: Any) -> Message:
    """A message from Babel's."""
    one, more = entry.id if entry.pluralizable else (entry.id, "")
    return Message(one, more, tuple(entry.string) if entry.pluralizable else (entry.string,))


def translations_of(messages: Iterable[Message], rtl: bool = False) -> dict[str, Any]:
    """Translations by English text, a list of plural forms where there is a plural; untranslated ones are left out.

    In a right-to-left text signs stay left of their numbers.
    """
    translated = (
        (message, [SIGNED_NUMBER.sub(rf"{LTR}\g<0>{POP}", words) if rtl else words for words in message.words])
        for message in messages
    )
    return {message.one: words if message.more else words[0] for message, words in translated if all(words)}


CONVENTIONS: dict[str, dict[str, Any]] = {
    "fa": {"ones": (0, 1), "digits": PERSIAN, "decimal": "٫", "rtl": True},
    "nl": {"decimal": ","},
    "de": {"decimal": ","},
}
"""How each language counts and writes, as far as that is not as in English."""


@cache
def language_of(code: str) -> Language:
    """The language of a code with its whole catalogue, read on first use; English needs none."""
    if code not in CONVENTIONS:
        return Language()
    manner = CONVENTIONS[code]
    return Language(code, translations_of(read_catalog(code), manner.get("rtl", False)), **manner)


def of_python(source: str) -> Iterator[tuple[str, str]]:
    """The texts of a Python source, each with its plural or nothing."""
    return of_tree(ast.parse(source))


def of_tree(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The same of a source that is parsed already."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in PLAIN and node.args:
            yield from ((text, "") for text in constants(node.args[0]))
        elif name in COUNTED and len(node.args) > 1:
            yield from zip(constants(node.args[0]), constants(node.args[1]), strict=True)


def constants(node: ast.expr) -> Iterator[str]:
    """A text that stands there, or both of "this if so else that"."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


NAMES = {"en": "English", "fa": "فارسی", "nl": "Nederlands", "de": "Deutsch"}
"""By its code what each language is called by those who speak it."""
