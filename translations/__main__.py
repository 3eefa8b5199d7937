"""Brings the catalogues up to date with the sources: python -m translations [code of a new language …]."""

from __future__ import annotations

import json
import sys

from translations.sources import Text, texts
from web.i18n.catalog import FOLDER, Message, read

HEADS = {"fa": "nplurals=2; plural=(n > 1);"}
USUAL_HEAD = "nplurals=2; plural=(n != 1);"


def main(new: list[str]) -> None:
    """Write every catalogue anew: what was translated stays, new texts are empty, what nobody says is gone."""
    found = texts()
    for code in sorted({path.stem for path in FOLDER.glob("*.po")} | set(new)):
        known = {message.one: message for message in read(code)} if (FOLDER / f"{code}.po").exists() else {}
        messages = [translated(text, known.get(text.one)) for text in found.values()]
        (FOLDER / f"{code}.po").write_text(head(code) + "".join(map(block, messages)), encoding="utf-8")
        missing = sum(not all(message.words) for message in messages)
        print(f"{code}: {len(messages)} texts, {missing} to translate")  # noqa: T201


def translated(text: Text, known: Message | None) -> Message:
    """The message of a text, with the translation that is known."""
    words = known.words if known and bool(known.more) == bool(text.more) else ("", "") if text.more else ("",)
    flags = ("python-brace-format",) if "{" in text.one else ()
    return Message(text.one, text.more, words, tuple(text.places), tuple(text.notes), flags)


def head(code: str) -> str:
    """What a catalogue begins with: no dates, so that it changes only with its texts."""
    return (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {code}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {HEADS.get(code, USUAL_HEAD)}\\n"\n'
    )


def block(message: Message) -> str:
    """A message as it stands in a catalogue, with an empty line before it."""
    lines = ["", *(f"#. {note}" for note in message.notes), *(f"#: {place}" for place in message.places)]
    if message.flags:
        lines.append("#, " + ", ".join(message.flags))
    lines.append(f"msgid {quoted(message.one)}")
    if message.more:
        lines.append(f"msgid_plural {quoted(message.more)}")
        lines += [f"msgstr[{n}] {quoted(words)}" for n, words in enumerate(message.words)]
    else:
        lines.append(f"msgstr {quoted(message.words[0])}")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """A text between quotation marks, as catalogues write it."""
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    main(sys.argv[1:])
