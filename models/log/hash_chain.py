"""The chain of hashes over a match: over how it began, over each record and the one before, and a seal over its end.

Whatever bit of it changes, some hash no longer fits. Pure functions of stored values; times in milliseconds since 1970.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from models.base import canonical_json


class Opening(NamedTuple):
    """What a match began with; rules as stored text, seats as (uid of the player, name then) clockwise."""

    uid: str
    game: str
    edition: int
    rules: str
    first_dealer: int
    started_at: int
    seats: tuple[tuple[str, str], ...]


class Trace(NamedTuple):
    """Who wrote a record from which device, when it was made there and when it came in."""

    grant: str | None
    device: str | None
    made_at: int | None
    at: int


def genesis_hash(opening: Opening) -> str:
    """The hash that the first record follows."""
    return _digest(*opening)


def record_hash(previous: str, seq: int, uid: str, kind: str, body: str, trace: Trace) -> str:
    """The hash of a record: of all that is stored of it, and of the one before it."""
    return _digest(previous, seq, uid, kind, body, *trace)


def head_seal(first: str, seq: int, last: str, state: str, ended_at: int | None) -> str:
    """The hash of how a match ends: so that records missing at the end are noticed too."""
    return _digest(first, seq, last, state, ended_at)


def _digest(*values: object) -> str:
    return sha256(canonical_json(values).encode()).hexdigest()
