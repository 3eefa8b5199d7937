"""The catalogues in translations/: what is read from them, and the part that the phone gets."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.pofile import read_po

FOLDER = Path(__file__).parents[1] / "translations"


class Message(NamedTuple):
    """A text with its form for more than one, or nothing; its translations; where it is said; notes and flags."""

    one: str
    more: str
    words: tuple[str, ...]
    places: tuple[str, ...]
    notes: tuple[str, ...]
    flags: tuple[str, ...]


def read(code: str) -> list[Message]:
    """Every message of a catalogue in the order in which it stands there."""
    with (FOLDER / f"{code}.po").open("rb") as file:
        found = read_po(file, abort_invalid=True)
    return [message_of(message) for message in found if message.id]


def message_of(found: Any) -> Message:
    """One message of a catalogue."""
    one, more = found.id if found.pluralizable else (found.id, "")
    words = tuple(found.string) if found.pluralizable else (found.string,)
    places = tuple(place for place, _ in found.locations)
    return Message(one, more, words, places, tuple(found.auto_comments), tuple(sorted(found.flags)))


def texts_of(messages: list[Message]) -> dict[str, Any]:
    """English texts and their translations, a list of forms where a number chooses; untranslated ones are left out."""
    return {
        message.one: list(message.words) if message.more else message.words[0]
        for message in messages
        if all(message.words)
    }
