"""Format of a circle file (JSON, see docs/export.md): its name, the checksums of its parts, reasons to refuse one.

A part is the circle with its players, or an evening with its matches. The "sum" of a part is a checksum over it and the
sum of the part before, so that nothing can be changed, moved or removed unnoticed.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from models.base import canonical_json
from scoring.words import message

if TYPE_CHECKING:
    from scoring.words import Wording

FORMAT, VERSION = "tallystick circle", 1
Part = dict[str, Any]

SENTENCES: dict[str, Wording] = {
    "not_a_circle": message("This is not the file of a circle."),
    "newer": message("A newer Tallystick wrote this file. Bring this one up to date first."),
    "not_json": message("This file cannot be read: it is damaged or cut off near its beginning."),
    "not_json_after": message("This file cannot be read: it is damaged or cut off after the evening of {day}."),
    "too_large": message("This file holds more at once than any evening can."),
    "shape": message("This is not a file that Tallystick wrote: {what} is not possible."),
    "changed": message("This file was changed after it was written."),
    "changed_evening": message("This file was changed after it was written, in what it says of the evening of {day}."),
    "changed_end": message("This file was changed after it was written: something is missing at its end."),
    "damaged_match": message("The match {match} ({game}, {day}) in this file is not what was recorded."),
    "unknown_match": message(
        "The match {match} ({game}, {day}) in this file is of a kind that this Tallystick cannot score."
    ),
    "here_already": message("This circle is already here. Ask somebody in it for a link."),
    "partly_here": message("Something in this file is already here, in another circle."),
}
"""Messages by code; day in ISO format, game the key of one, match a uid, what a place in the file."""


class ImportRefused(Exception):  # noqa: N818
    """A file cannot be imported, for the reason of this code; nothing of it is stored."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(f"{code} {values}")
        self.code, self.values = code, values


def checksum(before: str, text: str) -> str:
    """SHA-256 of the text of a part (without its own sum) after the sum of the part before."""
    return sha256((before + text).encode()).hexdigest()


def with_checksum(before: str, part: Part) -> Part:
    """The part with its sum, which replaces one that it may have."""
    rest = {key: value for key, value in part.items() if key != "sum"}
    return part | {"sum": checksum(before, canonical_json(rest))}
