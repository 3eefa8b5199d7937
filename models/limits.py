"""Limits of a circle, an evening and a match; the import of a circle file has the same."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, select

from models.base import db
from models.log.errors import Refused
from models.tables.circle import Player
from scoring.words import problem

MAX_PLAYERS = 10_000  # of a circle, including merged ones
MAX_MATCHES = 1_000  # of an evening
MAX_EVENING_RECORDS = 20_000  # of all matches of an evening, checked when a match is started
MAX_RECORDS = 10_000  # of a match
MAX_RECORDS_TO_CONFIRM = MAX_RECORDS // 2  # the rest is reserved for the scorers


def check_player_limit(circle_id: int, more: int = 1) -> None:
    """Refused when this many more players would be too many for the circle."""
    if count_players(Player.circle_id == circle_id) + more > MAX_PLAYERS:
        raise Refused((problem("circle", "circle_full", {"most": MAX_PLAYERS}),))


def count_players(here: ColumnElement[bool]) -> int:
    """Number of players that meet a condition."""
    return db.session.scalar(select(func.count(Player.id)).where(here)) or 0


def check_evening_limit(matches: int, records: int) -> None:
    """Refused when an evening with this many matches and records can have no more."""
    if matches >= MAX_MATCHES or records >= MAX_EVENING_RECORDS:
        raise Refused((problem("evening", "evening_full"),))
