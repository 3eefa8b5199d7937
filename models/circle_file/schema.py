"""Format of a circle file (JSON, see docs/export.md): its schema without the checksum, and reasons to refuse one."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal
from unicodedata import category

from msgspec import Meta, Raw, Struct

from models.base import DIRECTION_MARKS, FILLERS, JOINERS, REPLACEMENT_CHARACTER, VALID_YEARS
from models.log.validate import MAX_RECORDS, UID
from models.matches import MAX_MATCHES, MAX_PLAYERS
from scoring.words import message

if TYPE_CHECKING:
    from scoring.words import Wording

FORMAT, VERSION = "tallystick circle", 1
CONTROL_CATEGORIES = ("Cc", "Cs", "Zl", "Zp")
HARMLESS = JOINERS + DIRECTION_MARKS
MAX_TIME = 32_503_680_000_000  # the year 3000 in milliseconds since 1970
MAX_CLOCK = 2**62
MAX_INTEGER = 2**31 - 1
Uid = Annotated[str, Meta(pattern=rf"^{UID.pattern}\Z")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Short = Annotated[str, Meta(max_length=40)]
ShortId = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=100)]
Milliseconds = Annotated[int, Meta(ge=0, le=MAX_TIME)]
Evenings = Annotated[int, Meta(ge=0, le=366)]
Part = dict[str, Any]
SENTENCES: dict[str, Wording] = {
    "not_a_circle": message("This is not the file of a circle."),
    "newer": message("A newer Tallystick wrote this file. Bring this one up to date first."),
    "not_json": message("This file is damaged or cut off: it cannot be read from line {line} on."),
    "too_large": message("This file holds more than any circle can."),
    "shape": message("This is not a file that Tallystick wrote: {what} is not possible."),
    "changed": message("This file was changed after it was written."),
    "damaged_match": message("The match {match} ({game}, {day}) in this file is not what was recorded."),
    "unknown_match": message(
        "The match {match} ({game}, {day}) in this file is of a kind that this Tallystick cannot score."
    ),
    "impossible_record": message(
        "Record {record} of the match {match} ({game}, {day}) in this file is not possible at that point of the match."
    ),
    "impossible_end": message("The match {match} ({game}, {day}) in this file does not end as its records say."),
    "here_already": message("This circle is already here. Ask somebody in it for a link."),
    "partly_here": message("Something in this file is already here, in another circle."),
}
"""Messages by code; day in ISO format, game a key, match a uid, record a number in the log, what a place there."""


class ImportRefused(Exception):  # noqa: N818
    """A file cannot be imported, for the reason of this code; nothing of it is stored."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(f"{code} {values}")
        self.code, self.values = code, values


class StrictStruct(Struct, forbid_unknown_fields=True):
    """Base of all structures: unknown fields are refused."""


class NamedPart(StrictStruct):
    """Base of what has a name that somebody typed."""

    name: Name

    def __post_init__(self) -> None:
        check_name(self.name)


class SentPart(StrictStruct, kw_only=True):
    """Base of what came from a device with a grant."""

    grant: ShortId | None = None
    device: ShortId | None = None

    def __post_init__(self) -> None:
        for value in (self.grant, self.device):
            if value is not None:
                check_name(value)


class PlayerPart(NamedPart):
    """A player."""

    uid: Uid
    retired: bool
    created_at: Milliseconds
    merged_into: Uid | None = None
    unranked: bool = False


class RulesPart(NamedPart):
    """House rules of a game."""

    game: Short
    name: Annotated[str, Meta(max_length=200)]
    rules: dict[str, Any]
    created_at: Milliseconds


class SeasonPart(StrictStruct):
    """A season; the uid is its own, games are keys."""

    uid: Uid
    name: Name
    first: date
    last: date
    games: Annotated[list[Short], Meta(max_length=99)]
    counts: Literal["matches", "places", "points"]
    evenings: Evenings
    best_of: Evenings
    at_least: Evenings
    created_at: Milliseconds

    def __post_init__(self) -> None:
        check_name(self.name)
        if not self.first <= self.last or not {self.first.year, self.last.year} <= {*VALID_YEARS}:
            raise ValueError(self.first)


class CirclePart(NamedPart):
    """The circle with its players."""

    uid: Uid
    name: Annotated[str, Meta(max_length=2000)]
    created_at: Milliseconds
    players: Annotated[list[PlayerPart], Meta(max_length=MAX_PLAYERS)]
    house_rules: Annotated[list[RulesPart], Meta(max_length=10_000)]
    seasons: Annotated[list[SeasonPart], Meta(max_length=10_000)] = []


class OpeningSeat(NamedPart):
    """A seat at the start of a match."""

    player: Uid


class LogPart(SentPart):
    """A record; its body stays raw, as it will be stored."""

    uid: Uid
    kind: Short
    body: Raw
    at: Milliseconds
    hash: Hash
    made_at: Annotated[int, Meta(ge=-MAX_CLOCK, le=MAX_CLOCK)] | None = None  # by a phone's clock


class BranchPart(SentPart):
    """Records of a phone that are not in the log; the body stays raw, as it will be stored."""

    uid: Hash
    base_seq: Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]
    came_at: Milliseconds
    body: Raw
    seal: Hash
    settled_at: Milliseconds | None = None


class MatchPart(StrictStruct):
    """A match with its log; its rules stay raw, as they will be stored."""

    uid: Uid
    game: Short
    edition: Annotated[int, Meta(ge=1, le=10**6)]
    rules: Raw
    first_dealer: Annotated[int, Meta(ge=0, le=99)]
    started_at: Milliseconds
    state: Literal["play", "over", "closed"]
    seal: Hash
    seats: Annotated[list[OpeningSeat], Meta(max_length=99)]
    records: Annotated[list[LogPart], Meta(max_length=MAX_RECORDS)]
    ended_at: Milliseconds | None = None
    branches: Annotated[list[BranchPart], Meta(max_length=MAX_RECORDS)] = []


class PaymentPart(StrictStruct):
    """What was paid on an evening, in minor units; payer and payee are uids of players, or names of guests."""

    payer: Name
    payee: Name
    amount: Annotated[int, Meta(ge=1, le=MAX_INTEGER)]
    paid_at: Milliseconds

    def __post_init__(self) -> None:
        check_name(self.payer)
        check_name(self.payee)


class EveningPart(StrictStruct):
    """An evening with its matches and what was paid."""

    uid: Uid
    date: date
    place: Annotated[str, Meta(max_length=500)]
    note: Annotated[str, Meta(max_length=5000)]
    created_at: Milliseconds
    matches: Annotated[list[MatchPart], Meta(max_length=MAX_MATCHES)]
    closed_at: Milliseconds | None = None
    hidden: bool = False
    payments: Annotated[list[PaymentPart], Meta(max_length=10_000)] = []

    def __post_init__(self) -> None:
        if self.date.year not in VALID_YEARS:
            raise ValueError(self.date)
        check_note(self.place)
        check_note(self.note)


class FilePart(StrictStruct):
    """The whole file."""

    format: str
    version: Literal[1]
    circle: CirclePart
    evenings: list[EveningPart] = []


def check_name(value: str) -> None:
    """ValueError unless all characters are visible and one is a letter, number, symbol or punctuation."""
    if value.isascii() and value.isalnum():
        return
    is_visible = all(letter in JOINERS or category(letter) not in (*CONTROL_CATEGORIES, "Cf") for letter in value)
    if not is_visible or REPLACEMENT_CHARACTER in value:
        raise ValueError(value)
    if not any(category(letter)[0] in "LNSP" and letter not in FILLERS for letter in value):
        raise ValueError(value)


def check_note(value: str) -> None:
    """ValueError where a character changes the direction of its neighbours, or marks damage.

    A note of a record may hold other invisible ones, as no form has seen it.
    """
    if REPLACEMENT_CHARACTER in value:
        raise ValueError(value)
    if not value.isprintable() and any(category(letter) == "Cf" and letter not in HARMLESS for letter in value):
        raise ValueError(value)


def check_body_texts(body: dict[str, Any]) -> None:
    """ValueError unless the name and the note in a record's body, if any, are texts that a form accepts."""
    player, note = body.get("player"), body.get("note")
    if type(player) is str and player:
        check_name(player)
    if type(note) is str:
        check_note(note)
