"""Schema of the parts of a circle file (msgspec), without their sums, which are checked before."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal
from unicodedata import category

from msgspec import Meta, Raw, Struct, ValidationError, convert

from models.column_types import DIRECTION_MARKS, FILLERS, JOINERS, REPLACEMENT_CHARACTER, VALID_YEARS
from models.limits import MAX_MATCHES, MAX_PLAYERS, MAX_RECORDS
from models.log.validate import UID
from scoring.game import Game, allowed

CONTROL_CATEGORIES = ("Cc", "Cs", "Zl", "Zp")
MAX_TIME = 32_503_680_000_000  # the year 3000 in milliseconds since 1970
MAX_CLOCK = 2**62
Uid = Annotated[str, Meta(pattern=rf"^{UID.pattern}\Z")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Short = Annotated[str, Meta(max_length=40)]
ShortId = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=100)]
Milliseconds = Annotated[int, Meta(ge=0, le=MAX_TIME)]
Evenings = Annotated[int, Meta(ge=0, le=366)]


class StrictStruct(Struct, forbid_unknown_fields=True):
    """Base of all structures: unknown fields are refused."""


class Player(StrictStruct):
    """A player."""

    uid: Uid
    name: Name
    retired: bool
    created_at: Milliseconds
    merged_into: Uid | None = None
    unranked: bool = False

    def __post_init__(self) -> None:
        check_name(self.name)


class HouseRules(StrictStruct):
    """HouseRules rules."""

    game: Short
    name: Annotated[str, Meta(max_length=200)]
    rules: dict[str, Any]
    created_at: Milliseconds

    def __post_init__(self) -> None:
        check_name(self.name)


class Season(StrictStruct):
    """A season; the uid is its own, games are keys."""

    uid: Uid
    name: Name
    first: date
    last: date
    games: Annotated[list[Short], Meta(max_length=99)]
    counts: Literal["matches", "places", "points", "rating"]
    evenings: Evenings
    best_of: Evenings
    at_least: Evenings
    created_at: Milliseconds

    def __post_init__(self) -> None:
        check_name(self.name)
        if not self.first <= self.last or not {self.first.year, self.last.year} <= {*VALID_YEARS}:
            raise ValueError(self.first)


class Circle(StrictStruct):
    """The circle with its players."""

    uid: Uid
    name: Annotated[str, Meta(max_length=2000)]
    created_at: Milliseconds
    players: Annotated[list[Player], Meta(max_length=MAX_PLAYERS)]
    house_rules: Annotated[list[HouseRules], Meta(max_length=10_000)]
    seasons: Annotated[list[Season], Meta(max_length=10_000)] = []

    def __post_init__(self) -> None:
        check_name(self.name)


class Seat(StrictStruct):
    """A seat at the start of a match."""

    player: Uid
    name: Name

    def __post_init__(self) -> None:
        check_name(self.name)


class Record(StrictStruct):
    """A record; its body stays raw, as it will be stored."""

    uid: Uid
    kind: Short
    body: Raw
    at: Milliseconds
    hash: Hash
    grant: ShortId | None = None
    device: ShortId | None = None
    made_at: Annotated[int, Meta(ge=-MAX_CLOCK, le=MAX_CLOCK)] | None = None  # by a phone's clock

    def __post_init__(self) -> None:
        for value in (self.grant, self.device):
            if value is not None:
                check_name(value)


class Branch(StrictStruct):
    """Records of a phone that are not in the log; the body stays raw, as it will be stored."""

    uid: Hash
    base_seq: Annotated[int, Meta(ge=-MAX_CLOCK, le=MAX_CLOCK)]
    came_at: Milliseconds
    body: Raw
    seal: Hash
    device: ShortId | None = None
    grant: ShortId | None = None
    settled_at: Milliseconds | None = None

    def __post_init__(self) -> None:
        for value in (self.grant, self.device):
            if value is not None:
                check_name(value)


class Match(StrictStruct):
    """A match with its log; its rules stay raw, as they will be stored."""

    uid: Uid
    game: Short
    edition: Annotated[int, Meta(ge=1, le=10**6)]
    rules: Raw
    first_dealer: Annotated[int, Meta(ge=0, le=99)]
    started_at: Milliseconds
    state: Literal["play", "over", "closed"]
    seal: Hash
    seats: Annotated[list[Seat], Meta(max_length=99)]
    records: Annotated[list[Record], Meta(max_length=MAX_RECORDS)]
    ended_at: Milliseconds | None = None
    branches: Annotated[list[Branch], Meta(max_length=MAX_RECORDS)] = []


class Evening(StrictStruct):
    """An evening with its matches."""

    uid: Uid
    date: date
    place: Annotated[str, Meta(max_length=500)]
    note: Annotated[str, Meta(max_length=5000)]
    created_at: Milliseconds
    matches: Annotated[list[Match], Meta(max_length=MAX_MATCHES)]
    closed_at: Milliseconds | None = None
    hidden: bool = False

    def __post_init__(self) -> None:
        if self.date.year not in VALID_YEARS:
            raise ValueError(self.date)
        check_note(self.place)
        check_note(self.note)


def check_name(value: str) -> None:
    """ValueError unless all characters are visible and one is a letter, number, symbol or punctuation."""
    if value.isascii() and value.isalnum():
        return
    if not (value.isprintable() or all(map(is_visible, value))) or REPLACEMENT_CHARACTER in value:
        raise ValueError(value)
    if not any(category(letter)[0] in "LNSP" and letter not in FILLERS for letter in value):
        raise ValueError(value)


def check_note(value: str) -> None:
    """ValueError unless all characters are visible; line breaks and direction marks are allowed."""
    for letter in value:
        if not (letter == "\n" or letter in DIRECTION_MARKS or is_visible(letter)) or letter == REPLACEMENT_CHARACTER:
            raise ValueError(value)


def is_visible(letter: str) -> bool:
    """Whether a character is visible, or joins visible ones."""
    return letter in JOINERS or category(letter) not in (*CONTROL_CATEGORIES, "Cf")


def keeps_direction(value: str) -> bool:
    """Whether no character changes the direction of its neighbours; older logs may hold other invisible ones."""
    harmless = JOINERS + DIRECTION_MARKS
    return value.isprintable() or all(category(letter) != "Cf" or letter in harmless for letter in value)


def check_body_texts(body: dict[str, Any]) -> None:
    """ValueError unless the name and the note in a record's body, if any, are texts that a form accepts."""
    player, note = body.get("player"), body.get("note")
    if type(player) is str and player:
        check_name(player)
    if type(note) is str and not keeps_direction(note):
        raise ValueError(note)


def are_valid_rules(game: Game, rules: Any) -> bool:
    """Whether these are options of this game with possible values; combinations are checked with a match."""
    options = {option.key: option for option in game.options}
    return type(rules) is dict and all(key in options and allowed(options[key], rules[key]) for key in rules)


def is_valid_season(part: dict[str, Any]) -> bool:
    """Whether this can be the part of a season; which games there are is looked at elsewhere."""
    try:
        convert(part, Season)
    except ValidationError:
        return False
    return True
