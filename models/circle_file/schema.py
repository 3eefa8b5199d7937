"""The shape of a circle's file: what must stand in each part. Sums are no part of it: they are looked at before."""

# ruff: noqa: TC003  msgspec reads annotations at run time
from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal
from unicodedata import category

from msgspec import Meta, Raw, Struct

from models.column_types import DIRECTIONS, FILLERS, JOINERS, MARK, YEARS
from models.limits import MATCHES, PLAYERS, RECORDS
from models.log.validate import UID
from scoring.game import allowed

if TYPE_CHECKING:
    from scoring.game import Game

UNSEEN = ("Cc", "Cs", "Zl", "Zp")
LATEST = 32_503_680_000_000  # the year 3000 in milliseconds since 1970
FAR = 2**62
Uid = Annotated[str, Meta(pattern=rf"^{UID.pattern}\Z")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Short = Annotated[str, Meta(max_length=40)]
Mark = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=100)]
At = Annotated[int, Meta(ge=0, le=LATEST)]


class Shape(Struct, forbid_unknown_fields=True):
    """A part of the file: what it holds, and no more."""


class Person(Shape):
    """A player."""

    uid: Uid
    name: Name
    retired: bool
    created_at: At
    merged_into: Uid | None = None

    def __post_init__(self) -> None:
        check_name(self.name)


class House(Shape):
    """House rules."""

    game: Short
    name: Annotated[str, Meta(max_length=200)]
    rules: dict[str, Any]
    created_at: At

    def __post_init__(self) -> None:
        check_name(self.name)


class Circle(Shape):
    """The circle with its people."""

    uid: Uid
    name: Annotated[str, Meta(max_length=2000)]
    created_at: At
    players: Annotated[list[Person], Meta(max_length=PLAYERS)]
    house_rules: Annotated[list[House], Meta(max_length=10_000)]

    def __post_init__(self) -> None:
        check_name(self.name)


class Seat(Shape):
    """Who sat down."""

    player: Uid
    name: Name

    def __post_init__(self) -> None:
        check_name(self.name)


class Saying(Shape):
    """A record; its body is what will be stored."""

    uid: Uid
    kind: Short
    body: Raw
    at: At
    hash: Hash
    grant: Mark | None = None
    device: Mark | None = None
    made_at: Annotated[int, Meta(ge=-FAR, le=FAR)] | None = None  # what a phone's clock says

    def __post_init__(self) -> None:
        for told in (self.grant, self.device):
            if told is not None:
                check_name(told)


class Match(Shape):
    """A match with its log; its rules are what will be stored."""

    uid: Uid
    game: Short
    edition: Annotated[int, Meta(ge=1, le=10**6)]
    rules: Raw
    first_dealer: Annotated[int, Meta(ge=0, le=99)]
    started_at: At
    state: Literal["play", "over", "closed"]
    seal: Hash
    seats: Annotated[list[Seat], Meta(max_length=99)]
    records: Annotated[list[Saying], Meta(max_length=RECORDS)]
    ended_at: At | None = None


class Evening(Shape):
    """An evening with its matches."""

    uid: Uid
    date: date
    place: Annotated[str, Meta(max_length=500)]
    note: Annotated[str, Meta(max_length=5000)]
    created_at: At
    matches: Annotated[list[Match], Meta(max_length=MATCHES)]
    closed_at: At | None = None
    hidden: bool = False

    def __post_init__(self) -> None:
        if self.date.year not in YEARS:
            raise ValueError(self.date)
        check_note(self.place)
        check_note(self.note)


def check_name(value: str) -> None:
    """ValueError unless it can be seen, and one of its characters is a letter, a number or a sign."""
    if value.isascii() and value.isalnum():
        return
    if not (value.isprintable() or all(map(seen, value))) or MARK in value:
        raise ValueError(value)
    if not any(category(letter)[0] in "LNSP" and letter not in FILLERS for letter in value):
        raise ValueError(value)


def check_note(value: str) -> None:
    """ValueError unless it can be seen; it may have lines, and marks of a direction."""
    for letter in value:
        if not (letter == "\n" or letter in DIRECTIONS or seen(letter)) or letter == MARK:
            raise ValueError(value)


def seen(letter: str) -> bool:
    """Whether a letter can be seen, or joins those that can."""
    return letter in JOINERS or category(letter) not in (*UNSEEN, "Cf")


def unturned(value: str) -> bool:
    """Whether nothing in a text turns the direction of its neighbours round; logs of before may hold other signs."""
    return value.isprintable() or all(category(letter) != "Cf" or letter in JOINERS + DIRECTIONS for letter in value)


def check_typed(body: dict[str, Any]) -> None:
    """ValueError unless the name and the note in a record's body, where there are any, are such as people type."""
    player, note = body.get("player"), body.get("note")
    if type(player) is str and player:
        check_name(player)
    if type(note) is str and not unturned(note):
        raise ValueError(note)


def is_possible(game: Game, rules: Any) -> bool:
    """Whether these are rules of this game, each with a value that it can have; how they go together is for a match."""
    options = {option.key: option for option in game.options}
    return type(rules) is dict and all(key in options and allowed(options[key], rules[key]) for key in rules)
