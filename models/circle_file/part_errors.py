"""The error for a circle file that cannot be read or was changed: it names the last sound evening or the match."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

from msgspec import MsgspecError
from msgspec.json import Decoder

from models.base import canonical_json
from models.circle_file.format import FORMAT, ImportRefused
from models.circle_file.match import parse_match
from models.circle_file.schema import Match
from models.log.errors import BrokenChain

UNREADABLE = (MsgspecError, ValueError, RecursionError)
MATCH_DECODER = Decoder(Match)
STRICT_JSON = json.JSONDecoder(parse_constant=int)  # ValueError at NaN
CIRCLE_KEY = re.compile(r'"circle"\s*:\s*')
EVENINGS_KEY = re.compile(r'"evenings"\s*:\s*\[\s*')
SEPARATOR = re.compile(r"\s*,\s*")


def unreadable_error(data: bytes) -> ImportRefused:
    """The error for a file that is no JSON: it names the last readable evening."""
    try:
        text = data.decode()
    except UnicodeDecodeError as found:
        text = data[: found.start].decode()  # as if it were cut off there
    if FORMAT not in text:
        return ImportRefused("not_a_circle")
    try:
        STRICT_JSON.decode(text)
    except (ValueError, RecursionError):
        day = _last_readable_date(text)
        return ImportRefused("not_json_after", day=day) if day else ImportRefused("not_json")
    return ImportRefused("changed")  # JSON, but not as the export writes it


def _last_readable_date(text: str) -> str:
    """The ISO date of the last readable evening in a damaged file; "" if there is none."""
    day, circle = "", CIRCLE_KEY.search(text)
    next_one = EVENINGS_KEY.search(text) if circle and _raw_decode(text, circle.end()) else None
    while next_one and (found := _raw_decode(text, next_one.end())):
        evening, end = found
        day, next_one = _date_of(evening), SEPARATOR.match(text, end)
    return day


def _raw_decode(text: str, start: int) -> tuple[Any, int] | None:
    """The JSON value at a position, and its end; None if it cannot be read."""
    try:
        return STRICT_JSON.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None


def _date_of(evening: Any) -> str:
    """The ISO date of an unverified evening; "" if it has none."""
    try:
        return date.fromisoformat(evening["date"]).isoformat()
    except (ValueError, TypeError, KeyError):
        return ""


def changed_error(part: dict[str, Any]) -> ImportRefused:
    """The error for a part with a wrong sum: it names the damaged match if there is one, else the evening."""
    day, found = _date_of(part), part.get("matches")
    for match in found if type(found) is list else ():
        if not _is_sound(match):
            return ImportRefused("damaged_match", **_match_values(match if type(match) is dict else {}, day))
    return ImportRefused("changed_evening", day=day) if day else ImportRefused("changed")


def _is_sound(match: Any) -> bool:
    """Whether a match of the file fits its hashes."""
    try:
        parse_match(MATCH_DECODER.decode(canonical_json(match)))
    except (BrokenChain, *UNREADABLE):
        return False
    return True


def _match_values(match: dict[str, Any], day: str) -> dict[str, str]:
    return {"match": str(match.get("uid"))[:64], "game": str(match.get("game"))[:64], "day": day}
