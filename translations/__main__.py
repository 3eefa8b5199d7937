"""Brings the catalogues up to date with the sources: python -m translations [code of a new language …]."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from babel.plural import to_gettext
from jinja2 import Environment
from jinja2.ext import InternationalizationExtension, extract_from_ast

from config import ROOT
from scoring.game import COMMON, Game
from scoring.games import games
from scoring.words import Field
from web.i18n.catalog import COUNTED, FOLDER, PLAIN, Message, of_python, read_catalog

if TYPE_CHECKING:
    from scoring.words import Wording

PYTHON = ("scoring", "models", "drawing", "web")
NOTES = {
    "D": "the letter in the dealer's ring",
    "{first} & {last}": "two partners",
    ", ": "between names and the like",
    "; ": "between two remarks",
}


def main(new: list[str]) -> None:
    """Write every catalogue anew: what was translated stays, new texts are empty, texts no longer in use are gone."""
    for code in sorted({path.stem for path in FOLDER.glob("*.po")} | set(new)):
        messages = {message.one: message for message in read_catalog(code)} if (FOLDER / f"{code}.po").exists() else {}
        translations = [(text, translated(text, messages.get(text.one))) for text in texts()]
        (FOLDER / f"{code}.po").write_bytes(po_file(code, translations))
        missing = sum(not all(words) for _, words in translations)
        print(f"{code}: {len(translations)} texts, {missing} to translate")  # noqa: T201


def translated(text: Text, message: Message | None) -> tuple[str, ...]:
    """The translation that a text has, one string for each of its forms; else as many empty ones."""
    if message and bool(message.more) == bool(text.more):
        return message.words
    return ("", "") if text.more else ("",)


def po_file(code: str, translations: list[tuple[Text, tuple[str, ...]]]) -> bytes:
    """A catalogue in gettext's format, in the order of the texts."""
    catalog = Catalog()
    catalog.mime_headers = [("Content-Type", "text/plain; charset=UTF-8"), ("Plural-Forms", plural_forms(code))]
    for text, words in translations:
        ids, strings = ((text.one, text.more), words) if text.more else (text.one, words[0])
        catalog.add(ids, strings, auto_comments=text.notes)
    body = BytesIO()
    write_po(body, catalog, omit_header=True, width=0)
    return (header(code).encode() + body.getvalue()).rstrip() + b"\n"


def header(code: str) -> str:
    """The first entry of a catalogue; Babel's own holds the date, so that it would change without its texts."""
    return (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {code}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {plural_forms(code)}\\n"\n\n'
    )


def plural_forms(code: str) -> str:
    """The rule for plural forms, from Unicode's CLDR as Babel has it."""
    return to_gettext(Locale.parse(code).plural_form)


class Text(NamedTuple):
    """A text, its form for more than one (or nothing), and what is told to translators."""

    one: str
    more: str
    notes: list[str]


@cache
def texts() -> tuple[Text, ...]:
    """Every text of the sources, by the English in the order of letters: branches that add some seldom meet."""
    plurals: dict[str, str] = {}
    for _, one, more in marked_texts():
        plurals[one] = plurals.get(one) or more
    told: dict[str, list[str]] = {one: [] for one in plurals}
    for one, note in notes():
        if one in told and note not in told[one]:
            told[one].append(note)
    return tuple(Text(one, plurals[one], told[one]) for one in sorted(plurals))


def marked_texts() -> Iterator[tuple[str, str, str]]:
    """The place, the text and its plural of every mark in the sources."""
    for room in PYTHON:
        for path in sorted((ROOT / room).rglob("*.py")):
            for one, more in of_python(path.read_text(encoding="utf-8")):
                yield path.relative_to(ROOT).as_posix(), one, more
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for one, more in of_template(path.read_text(encoding="utf-8")):
            yield path.relative_to(ROOT).as_posix(), one, more


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


if __name__ == "__main__":
    main(sys.argv[1:])
