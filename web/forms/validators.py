"""Texts that people type: cleaned, compared, and validated, with what is wrong in words."""

from __future__ import annotations

from typing import Any
from unicodedata import category, normalize

from wtforms.validators import StopValidation

from models.column_types import DIRECTION_MARKS, FILLERS, JOINERS
from web.http.requests import UNSEEN
from web.i18n.locale import gettext

LONGEST = 40
KEPT = "\n" + JOINERS + DIRECTION_MARKS
SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
UNDRAWN = dict.fromkeys((*map(ord, JOINERS + FILLERS), 0x34F, 0x17B4, 0x17B5, *SELECTORS))
"""What is drawn as nothing, or only says how the letter before it is drawn."""
UNSEEN_KINDS = ("Cc", "Cf", "Cs", "Zl", "Zp")
MOST_READ = 400  # characters; to put the accents of a text in order takes long where there are many


def tidy(text: str) -> str:
    """The name with nothing around it and single blanks inside; what cannot be seen stands as a mark of its own."""
    parts = normalize("NFC", text[:MOST_READ]).strip().split(" ")
    return " ".join("".join(map(seen, part)) for part in parts if part)


def seen(letter: str) -> str:
    """A letter, or the mark for one that cannot be seen and belongs in no name."""
    return UNSEEN if category(letter) in UNSEEN_KINDS and letter not in JOINERS else letter


def folded(name: str) -> str:
    """What two spellings of the same name have in common: "ann" is Ann, whatever cannot be seen stands between."""
    return normalize("NFKC", name[:MOST_READ]).translate(UNDRAWN).casefold()


def name_fault(name: str) -> str:
    """What is wrong with a tidied name, in a sentence; empty when nothing is."""
    if not any(category(letter)[0] in "LNSP" and letter not in FILLERS for letter in name):
        return gettext("A name is missing here.")
    if UNSEEN in name:
        return gettext("A name cannot contain control characters.")
    if len(name) > LONGEST:
        return gettext("This name is too long: it can have {most} characters.", most=LONGEST)
    return ""


def twice(names: list[str]) -> str:
    """The first name that stands in the list again, or nothing."""
    seen: set[str] = set()
    for name in names:
        if folded(name) in seen:
            return name
        seen.add(folded(name))
    return ""


def plain_text(text: str) -> str:
    """A note without what cannot be seen or would turn its neighbours round; line ends stay, joiners and directions."""
    shown = text.replace(UNSEEN, "")
    return "".join([letter for letter in shown if letter in KEPT or category(letter) not in UNSEEN_KINDS]).strip()


def is_name(_: Any, field: Any) -> None:
    """Validator of a tidied name: something that can be read, and not too long."""
    fault = name_fault(field.data)
    if fault:
        raise StopValidation(fault)


class AtMost:
    """Validator of a text: at most so many characters."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __call__(self, _: Any, field: Any) -> None:
        """StopValidation, with a sentence, for a longer one."""
        fault = self.fault(field.data)
        if fault:
            raise StopValidation(fault)

    def fault(self, text: str) -> str:
        """The sentence for a longer text; else empty."""
        if len(text) <= self.most:
            return ""
        return gettext("This is too long: {most} characters fit here.", most=self.most)
