"""Hash chain over a match: SHA-256 of its opening, of each record with the one before, and a seal over its head.

Any changed bit makes some hash not fit. Pure functions of stored values; times in milliseconds since 1970.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from msgspec.json import Encoder

ENCODER = Encoder()  # writes texts, integers and null as canonical_json does, in a fifth of the time


class Opening(NamedTuple):
    """The start of a match; rules as stored JSON text, seats clockwise as (uid of the player, name at that time)."""

    uid: str
    game: str
    edition: int
    rules: str
    first_dealer: int
    started_at: int
    seats: tuple[tuple[str, str], ...]


class Trace(NamedTuple):
    """Where a record came from: grant, device, made_at by the device's clock, at by the server's."""

    grant: str | None
    device: str | None
    made_at: int | None
    at: int


def genesis_hash(opening: Opening) -> str:
    """Hash of the opening, which the first record follows."""
    return _digest(*opening)


def record_hash(previous: str, seq: int, uid: str, kind: str, body: str, trace: Trace) -> str:
    """Hash of a record: of all its columns and the hash of the record before."""
    return _digest(previous, seq, uid, kind, body, *trace)


def head_seal(first: str, seq: int, last: str, state: str, ended_at: int | None) -> str:
    """Seal over the head of a match: reveals records that are missing at the end."""
    return _digest(first, seq, last, state, ended_at)


def _digest(*values: object) -> str:
    """SHA-256 of the values as JSON; TypeError for a float, which none is: infinity would be written as null."""
    if float in map(type, values):
        raise TypeError(values)
    return sha256(ENCODER.encode(values)).hexdigest()
