"""Rows of the three exported tables. Field names are the columns, in their order: docs/export.md tells what they mean.

A field changes its meaning only together with VERSION.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

VERSION = 1


class MatchLine(NamedTuple):
    """A match, finished or not; winners: names, joined by commas; chances in thousandths."""

    match_id: str
    evening_id: str
    day: date
    place: str
    game: str
    state: str
    started_at: datetime
    last_at: datetime
    deals: int
    seconds: int
    corrections: int
    disputes: int
    winners: str
    lowest_chance: int | None
    swing: int | None
    swing_deal_id: str | None


class SeatLine(NamedTuple):
    """A seat of a finished match; another one for whoever came into it later (turn 1, 2, …).

    money: an equal share of the side's, in minor units; None in a match without money, and for who left before the end.
    """

    match_id: str
    day: date
    game: str
    seat: int
    turn: int
    person_id: str | None
    name: str
    side: int
    rank: int | None
    total: int
    won: bool
    deals: int
    money: float | None


class DealLine(NamedTuple):
    """A counted deal; people by name and id, both None for nobody and for a guest."""

    deal_id: str
    match_id: str
    day: date
    game: str
    number: int
    players: int
    dealer: str | None
    dealer_id: str | None
    bidder: str | None
    bidder_id: str | None
    partner: str | None
    partner_id: str | None
    position: int | None
    contract: str
    bid: int | None
    trump: str | None
    tricks: int | None
    made: bool | None
    points: int
    dealer_points: float
    points_dealt: int | None
    points_played: int | None
    auction: bool
    seconds: int | None


Line = MatchLine | SeatLine | DealLine
TABLES: dict[str, type[Line]] = {"matches": MatchLine, "seats": SeatLine, "deals": DealLine}
