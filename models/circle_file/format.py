"""A circle as one file of JSON: what it is called, what is summed up in it, and why one is not taken.

docs/export.md describes it. A part is the circle with its people, or an evening with its matches; each part holds a sum
over itself and the sum of the part before, so that nothing in the file can change, move or go missing unnoticed.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from models.base import canonical_json
from scoring.words import say

if TYPE_CHECKING:
    from scoring.words import Wording

FORMAT, VERSION = "tallystick circle", 1
Part = dict[str, Any]

SENTENCES: dict[str, Wording] = {
    "not_a_circle": say("This is not the file of a circle."),
    "newer": say("A newer Tallystick wrote this file. Bring this one up to date first."),
    "not_json": say("This file cannot be read: it is damaged or cut off near its beginning."),
    "not_json_after": say("This file cannot be read: it is damaged or cut off after the evening of {day}."),
    "too_large": say("This file holds more at once than any evening can."),
    "shape": say("This is not a file that Tallystick wrote: {what} is not possible."),
    "changed": say("This file was changed after it was written."),
    "changed_evening": say("This file was changed after it was written, in what it says of the evening of {day}."),
    "changed_end": say("This file was changed after it was written: something is missing at its end."),
    "damaged_match": say("The match {match} ({game}, {day}) in this file is not what was recorded."),
    "unknown_match": say(
        "The match {match} ({game}, {day}) in this file is of a kind that this Tallystick cannot score."
    ),
    "here_already": say("This circle is already here. Ask somebody in it for a link."),
    "partly_here": say("Something in this file is already here, in another circle."),
}
"""What is said about each code; day is as 2026-11-20, game the key of one, match and what are names in the file."""


class ImportRefused(Exception):  # noqa: N818
    """Why a file is not taken; nothing of it is kept."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(f"{code} {values}")
        self.code, self.values = code, values


def checksum(before: str, text: str) -> str:
    """The sum of a part that follows the part with the sum before, of its text without its own sum."""
    return sha256((before + text).encode()).hexdigest()


def with_checksum(before: str, part: Part) -> Part:
    """The part with its sum, in the place of one that it may have."""
    rest = {key: value for key, value in part.items() if key != "sum"}
    return part | {"sum": checksum(before, canonical_json(rest))}
