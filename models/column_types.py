"""Letters and days that may be stored, and what stands in the place of bytes that are no letters."""

from __future__ import annotations

from typing import Any

REPLACEMENT_CHARACTER = "\ufffd"  # in place of bytes that are no UTF-8; no form and no file may contain it
JOINERS = "\u200c\u200d"  # Persian names need the first, emoji the second
DIRECTION_MARKS = "\u200e\u200f\u061c"  # direction marks without an embedding
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters that render as nothing
VALID_YEARS = range(1900, 3000)


def to_text(stored: Any) -> str:
    """A stored value as text, REPLACEMENT_CHARACTER where it cannot be read or is no text at all."""
    if type(stored) is str:
        return stored
    return decode_utf8(stored) if type(stored) is bytes else REPLACEMENT_CHARACTER


def decode_utf8(raw: bytes) -> str:
    """UTF-8 bytes as text, with REPLACEMENT_CHARACTER for invalid ones."""
    return raw.decode("utf-8", "replace")


def is_damaged(text: str) -> bool:
    """Whether a text that was read contains the mark of damage."""
    return REPLACEMENT_CHARACTER in text


def repair_text(text: str) -> str:
    """The readable rest of a damaged text; "?" if nothing is left."""
    return text.replace(REPLACEMENT_CHARACTER, "").strip() or "?"
