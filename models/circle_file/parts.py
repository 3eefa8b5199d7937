"""Parts of a circle file: the circle, then each evening, each checked against its sum and its schema."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any

from msgspec import Raw, ValidationError
from msgspec.json import Decoder, decode

from models.base import canonical_json
from models.circle_file.export import PART_ENCODER
from models.circle_file.format import FORMAT, VERSION, ImportRefused, checksum
from models.circle_file.part_errors import STRICT_JSON, UNREADABLE, changed_error, unreadable_error
from models.circle_file.schema import Circle, Evening

MAX_PART_BYTES = 16 << 20  # bytes of one evening
MAX_VALUES = 2_000_000  # in one evening, about; each takes some 60 bytes of memory, however short it is
MEMBERS = ("format", "version", "circle", "evenings", "sum")


class ParsedFloat(float):
    """A number with a fraction, which PART_ENCODER would write in another way than canonical_json."""


PART_DECODER = Decoder(float_hook=ParsedFloat)
CIRCLE_DECODER, EVENING_DECODER = Decoder(Circle), Decoder(Evening)


def read_parts(data: bytes) -> Iterator[Any]:
    """The circle with the number of evenings, then each of them; ImportRefused when a sum does not fit."""
    data = data.removeprefix(BOM_UTF8)
    try:
        yield from _decode_parts(decode(data, type=dict[str, Raw]))
    except UNREADABLE:
        raise unreadable_error(data) from None


def _decode_parts(members: dict[str, Raw]) -> Iterator[Any]:
    _check_format(members)
    if "circle" not in members:
        raise ImportRefused("shape", what="evenings")
    last, circle = _decode_part("", members["circle"], CIRCLE_DECODER, "circle")
    evenings = decode(members.get("evenings", b"[]"), type=list[Raw])
    yield circle, len(evenings)
    for raw in evenings:
        last, evening = _decode_part(last, raw, EVENING_DECODER, "evening")
        yield evening
    if "sum" not in members or decode(members["sum"]) != last:
        raise ImportRefused("changed_end")


def _check_format(members: dict[str, Raw]) -> None:
    """ImportRefused unless it is a circle file of a known version."""
    if decode(members.get("format", b"null")) != FORMAT:
        raise ImportRefused("not_a_circle")
    version = STRICT_JSON.decode(bytes(members.get("version", b"null")).decode())
    if type(version) is not int or version < 1:
        raise ImportRefused("shape", what="version")
    if version > VERSION:
        raise ImportRefused("newer")
    for key in members:
        if key not in MEMBERS:
            raise ImportRefused("shape", what=key[:40])


def _decode_part(before: str, raw: Raw, shape: Decoder[Any], where: str) -> tuple[str, Any]:
    """The sum of a part and the decoded part; ImportRefused unless it follows the part with the sum `before`."""
    if len(memoryview(raw)) > MAX_PART_BYTES or sum(map(bytes(raw).count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise ImportRefused("too_large")
    part = PART_DECODER.decode(raw)
    if type(part) is not dict:
        raise ImportRefused("changed")
    last = part.pop("sum", None)
    text = _part_text(part)
    if last != checksum(before, text):
        raise changed_error(part)
    try:
        return last, shape.decode(text)
    except ValidationError as found:
        place = re.search(r"at `\$(.*)`", str(found))
        raise ImportRefused("shape", what=where + (re.sub(r"\[.*?\]", "", place[1]) if place else "")) from None


def _part_text(part: dict[str, Any]) -> str:
    """A decoded part as canonical JSON."""
    try:
        return PART_ENCODER.encode(part).decode()
    except TypeError:  # a ParsedFloat
        return canonical_json(part)
