"""Brings the catalogues up to date with the sources: python -m web.i18n.extract [code of a new language …]."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from babel.plural import to_gettext
from jinja2 import Environment
from jinja2.ext import InternationalizationExtension, extract_from_ast

from config import ROOT
from web.i18n.catalog import COUNTED, FOLDER, PLAIN, Message, of_python, read_catalog

PYTHON = ("scoring", "models", "table", "web")


def main(new: list[str]) -> None:
    """Write every catalogue anew: what was translated stays, new texts are empty, texts no longer in use are gone."""
    for code in sorted({path.stem for path in FOLDER.glob("*.po")} | set(new)):
        messages = {message.one: message for message in read_catalog(code)} if (FOLDER / f"{code}.po").exists() else {}
        words = {one: translated(one, more, messages.get(one)) for one, more in texts().items()}
        (FOLDER / f"{code}.po").write_bytes(po_file(code, words))
        missing = sum(not all(forms) for forms in words.values())
        print(f"{code}: {len(words)} texts, {missing} to translate")  # noqa: T201


def translated(one: str, more: str, message: Message | None) -> tuple[str, ...]:
    """The translation that a text has, one string for each of its forms; else as many empty ones."""
    if message and bool(message.more) == bool(more):
        return message.words
    return ("", "") if more else ("",)


def po_file(code: str, words: dict[str, tuple[str, ...]]) -> bytes:
    """A catalogue in gettext's format, in the order of the texts, with these translations."""
    catalog = Catalog()
    catalog.mime_headers = [("Content-Type", "text/plain; charset=UTF-8"), ("Plural-Forms", plural_forms(code))]
    for one, forms in words.items():
        more = texts().get(one)
        catalog.add((one, more) if more else one, forms if more else forms[0])
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


@cache
def texts() -> dict[str, str]:
    """Every text of the sources with its plural or nothing, in the order of letters: two branches seldom meet."""
    plurals: dict[str, str] = {}
    for _, one, more in marked_texts():
        plurals[one] = plurals.get(one) or more
    return dict(sorted(plurals.items()))


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


if __name__ == "__main__":
    main(sys.argv[1:])
