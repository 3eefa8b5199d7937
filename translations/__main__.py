"""Brings the catalogues up to date with the sources: python -m translations [code of a new language …]."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from io import BytesIO

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from babel.plural import to_gettext

from translations.sources import Text, texts
from web.i18n.catalog import FOLDER, Message, read_catalog


def main(new: list[str]) -> None:
    """Write every catalogue anew: what was translated stays, new texts are empty, texts no longer in use are gone."""
    found = texts()
    for code in sorted({path.stem for path in FOLDER.glob("*.po")} | set(new)):
        known = {message.one: message for message in read_catalog(code)} if (FOLDER / f"{code}.po").exists() else {}
        forms = {one: translated(text, known.get(one)) for one, text in found.items()}
        (FOLDER / f"{code}.po").write_bytes(po_file(code, found.values(), forms))
        missing = sum(not all(words) for words in forms.values())
        print(f"{code}: {len(forms)} texts, {missing} to translate")  # noqa: T201


def translated(text: Text, known: Message | None) -> tuple[str, ...]:
    """The translation of a text that is known, one string for each of its forms; else as many empty ones."""
    if known and bool(known.more) == bool(text.more):
        return known.words
    return ("", "") if text.more else ("",)


def po_file(code: str, found: Iterable[Text], forms: dict[str, tuple[str, ...]]) -> bytes:
    """A catalogue in gettext's format, in the order of the texts."""
    catalog = Catalog()
    catalog.mime_headers = [("Content-Type", "text/plain; charset=UTF-8"), ("Plural-Forms", plural_forms(code))]
    for text in found:
        words = forms[text.one]
        places = [(place, 0) for place in text.places]
        ids, strings = ((text.one, text.more), words) if text.more else (text.one, words[0])
        catalog.add(ids, strings, locations=places, auto_comments=text.notes)
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


if __name__ == "__main__":
    main(sys.argv[1:])
