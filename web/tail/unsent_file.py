"""A file of what was only on a phone (static/table/unsent_notice.js): matches that began there, tails of records."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from models.tail.branches import TailRecord
from models.tail.receive import Tail
from web.http.requests import NotReadable, read_json
from web.i18n.locale import gettext
from web.new_match.begun import SentMatch, parse_begun
from web.tail.tail_json import MAX_CLOCK, Text, Version

MOST_ROWS, MOST_RECORDS = 2_000, 1_000  # in a file, and of one match
Path = Annotated[str, Meta(pattern=r"^/m/[0-9a-z]{1,40}$")]


class Base(Struct):
    """The version and hash on which the phone went on; without a hash where the match began on it."""

    version: Version
    hash: Text = ""
    last: Text | None = None


UNKNOWN = Base(-1, "none")  # of a record that the phone would have sent as a form: people settle it


class Row(Struct):
    """A match that began on the phone (begin), or a record of the match at a path."""

    table: Path
    begin: dict[str, Any] | None = None
    uid: Text = ""
    record: tuple[Text, dict[str, Any]] | None = None
    base: Base | None = None
    made: Annotated[int, Meta(ge=-MAX_CLOCK, le=MAX_CLOCK)] | None = None


class File(Struct):
    """The file; its rows are in the order in which they were made."""

    tallystick: Literal["unsent"]
    rows: Annotated[list[Row], Meta(min_length=1)]


class Unsent(NamedTuple):
    """What a file holds: matches that began on the phone, and by uid the tails of matches."""

    begun: list[SentMatch]
    tails: dict[str, Tail]


class NotTaken(Exception):  # noqa: N818
    """The file cannot be taken in: why, in a sentence."""


def parse_file(data: bytes) -> Unsent:
    """What a file holds; NotTaken where it is no such file, or holds too much."""
    try:
        rows = msgspec.convert(read_json(data), File).rows
        begun = [parse_begun(row.begin) for row in rows if row.begin is not None]
        tails = tails_of(rows)
    except (msgspec.ValidationError, NotReadable, ValueError):
        raise NotTaken(gettext("This is not a file of deals from a phone. Nothing was recorded.")) from None
    if len(rows) > MOST_ROWS or any(len(tail.records) > MOST_RECORDS for tail in tails.values()):
        raise NotTaken(gettext("This is too much to send at once. Nothing was recorded."))
    return Unsent(begun, tails)


def tails_of(rows: list[Row]) -> dict[str, Tail]:
    """The records in rows as one tail a match, on what the phone knew when it made the first."""
    found: dict[str, list[TailRecord]] = {}
    bases: dict[str, Base] = {}
    for row in rows:
        if row.record is None:
            continue
        uid = row.table.removeprefix("/m/")
        bases.setdefault(uid, row.base or UNKNOWN)
        found.setdefault(uid, []).append(TailRecord(row.uid, *row.record, row.made))
    return {uid: Tail(bases[uid].version, bases[uid].hash, records, bases[uid].last) for uid, records in found.items()}
