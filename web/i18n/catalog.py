"""The catalogues in translations/, and the part of one that the phone engine gets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.pofile import read_po

from drawing.digits import PERSIAN
from drawing.locale import Language
from drawing.node import LTR, POP
from web.emblems import game_emblems

SIGNED_NUMBER = re.compile(r"[+−](?:[۰-۹٫]+|\{\w+\})")
REVIEW = ("scoring/review/", "scoring/win_chance/")  # which phones do not run, nor these files of a game
REVIEW_FILES = ("/review.py", "/win_chance.py")
FOLDER = Path(__file__).parents[2] / "translations"


class Message(NamedTuple):
    """English text and plural (or empty), translations by plural form, source files."""

    one: str
    more: str
    words: tuple[str, ...]
    places: tuple[str, ...]


@cache
def read_catalog(code: str) -> tuple[Message, ...]:
    """Every message of a catalogue in its order."""
    with (FOLDER / f"{code}.po").open("rb") as file:
        found = read_po(file, abort_invalid=True)
    return tuple(message_of(message) for message in found if message.id)


def message_of(found: Any) -> Message:
    """A message from Babel's."""
    one, more = found.id if found.pluralizable else (found.id, "")
    words = tuple(found.string) if found.pluralizable else (found.string,)
    places = tuple(place for place, _ in found.locations)
    return Message(one, more, words, places)


def translations_of(messages: Iterable[Message], rtl: bool = False) -> dict[str, Any]:
    """Translations by English text, a list of plural forms where there is a plural; untranslated ones are left out."""
    translated = (
        (message, [isolate_signs(words) if rtl else words for words in message.words]) for message in messages
    )
    return {message.one: words if message.more else words[0] for message, words in translated if all(words)}


def isolate_signs(words: str) -> str:
    """A right-to-left text in which signs stay left of their numbers."""
    return SIGNED_NUMBER.sub(rf"{LTR}\g<0>{POP}", words)


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


def phone_catalog(code: str, game: str) -> dict[str, Any]:
    """Data of a phone's Language: the texts of one game, those of every game, and of drawing/; and all emblems."""
    manner = CONVENTIONS.get(code, {})
    speaks = Language(code, **manner)
    found = [message for message in read_catalog(code) if is_needed(message.places, game)] if manner else []
    texts = translations_of(found, speaks.rtl)
    return {
        "code": code,
        "texts": texts,
        "ones": list(speaks.ones),
        "digits": speaks.digits,
        "decimal": speaks.decimal,
        "rtl": speaks.rtl,
        "emblems": game_emblems(),
    }


def is_needed(places: tuple[str, ...], game: str) -> bool:
    """Whether a phone that plays this game needs a text from these files."""
    own = (f"scoring/games/{game}.py", f"scoring/games/{game}/")
    phones = [place for place in places if not place.startswith(REVIEW) and not place.endswith(REVIEW_FILES)]
    return any(place.startswith(("drawing/", *own)) or is_common(place) for place in phones)


def is_common(place: str) -> bool:
    """Whether a file is shared by every game."""
    return place.startswith("scoring/") and not place.startswith("scoring/games/")
