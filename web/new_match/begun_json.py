"""A match that a phone began without a network, as JSON, and the answer to it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from models.base import ALPHABET
from models.log.read import read
from models.tables.match import Match
from scoring.games import games
from web.forms.validators import plain_text, tidy
from web.http.json_body import NotReadable
from web.tail.tail_json import MAX_CLOCK, has_unreadable

MAX_SEATS = 30  # more than play any game, so that too many are still said to be too many
MAX_EVENINGS = 60
Uid = Annotated[str, Meta(pattern=f"^[{ALPHABET}]{{12}}$")]
Text = Annotated[str, Meta(max_length=400)]


class SentEvening(Struct):
    """The evening that a phone knows, or the one that it began: then with its day and place.

    closed: those of that day that were closed on the phone; the server may not know it yet.
    """

    uid: Uid
    date: Text = ""
    place: Text = ""
    closed: Annotated[list[Text], Meta(max_length=MAX_EVENINGS)] = msgspec.field(default_factory=list)


class SentSeat(Struct):
    """A player: the uid of a person of the circle, or one that the phone made for a new name."""

    uid: Uid
    name: Text = ""


class SentMatch(Struct):
    """A match that was begun on a phone; started_at by its clock, in milliseconds since 1970."""

    uid: Uid
    circle: Text
    evening: SentEvening
    game: Text
    rules: dict[str, Any]
    first_dealer: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    seats: Annotated[list[SentSeat], Meta(max_length=MAX_SEATS)]
    started_at: Annotated[int, Meta(ge=-MAX_CLOCK, le=MAX_CLOCK)]
    edition: Text = ""

    def __post_init__(self) -> None:
        for seat in self.seats:
            seat.name = tidy(seat.name)
        self.evening.place = plain_text(tidy(self.evening.place))


def parse_begun(sent: Any) -> SentMatch:
    """The match in a JSON body; NotReadable when it is not one."""
    try:
        found = msgspec.convert(sent, SentMatch)
    except (msgspec.ValidationError, RecursionError):
        raise NotReadable from None
    doubled = len({seat.uid for seat in found.seats}) < len(found.seats)
    if doubled or found.game not in games() or has_unreadable(found.rules):
        raise NotReadable
    return found


def answer(match: Match, begun: SentMatch) -> dict[str, Any]:
    """What the phone needs to go on: the hash that its tail begins with, who its people are, the evening."""
    seats = zip(begun.seats, match.seats, strict=True)
    return {
        "uid": match.uid,
        "version": 0,
        "hash": read(match).first,
        "evening": match.evening_uid,
        "people": {sent.uid: {"uid": seat.player.uid, "name": seat.name} for sent, seat in seats},
    }
