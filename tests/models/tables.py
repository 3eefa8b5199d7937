"""Circles, tables and sayings for the tests of what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from itertools import count
from typing import Any

from flask import Flask
from sqlalchemy import select

from models.base import db
from models.database import init_database
from models.log.append import Receipt, append
from models.log.errors import StaleVersion
from models.log.read import read
from models.log.state import MatchState
from models.matches import find_match, start_match
from models.tables import Circle, Evening, Match, Player, StoredRecord
from models.transaction import write_transaction
from scoring.games import games

MADE = {"contract": 8, "declarer": 1, "tricks": 9}  # Bob said 8 and took 9: one for his side
LOST = {"contract": 8, "declarer": 0, "tricks": 6}  # Ann said 8 and took 6: minus one for hers
BOOM = {"contract": 13, "declarer": 1, "tricks": 13}  # five for Bob's side
NAMES = ("Ann", "Bob", "Cem", "Dee")
_uids = (f"uid-{number}" for number in count())


@contextmanager
def opened(url: str) -> Iterator[Flask]:
    """An app that is nothing but the models on this database, in its context; closed at the end."""
    app = Flask("kept")
    app.config["DATABASE_URL"] = url
    init_database(app)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


def new_circle(name: str = "Thursdays") -> Circle:
    """A circle of four."""
    with write_transaction() as session:
        circle = Circle(name=name)
        circle.players = [Player(name=player) for player in NAMES]
        session.add(circle)
    return circle


def new_evening(circle: Circle | None = None) -> Evening:
    """An evening of a circle, of a new one by default."""
    circle = circle or new_circle()
    with write_transaction() as session:
        evening = Evening(circle=circle, date=date(2026, 11, 20))
        session.add(evening)
    return evening


def new_match(game: str = "boomke_wies", evening: Evening | None = None, **rules: Any) -> Match:
    """A match of the four of a circle, or as many of them as can play; rules by key."""
    evening = evening or new_evening()
    with write_transaction():
        return start_match(evening, game, evening.circle.players[: games()[game].seats[1]], rules)


def uid() -> str:
    """A uid that no other record has."""
    return next(_uids)


def say(match: Match, kind: str, body: Any, name: str | None = None) -> Receipt:
    """Record what is said now, by somebody who knows the newest state."""
    return append(match, kind, name or uid(), body, read(match).version)


def totals(state: MatchState) -> tuple[int, ...]:
    """The totals by side."""
    return state.sheet.standing.totals


def stored(match: Match) -> list[StoredRecord]:
    """What the database holds of the log, in order."""
    return list(
        db.session.scalars(select(StoredRecord).where(StoredRecord.match_id == match.id).order_by(StoredRecord.seq))
    )


def insist(match_uid: str, name: str, body: Any, kind: str = "deal") -> int:
    """Record it, learning the news as often as it takes; the seq it got."""
    match = find_match(match_uid)
    after = read(match).version
    while True:
        try:
            return append(match, kind, name, body, after).seq
        except StaleVersion as stale:
            after = stale.version
