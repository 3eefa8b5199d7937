"""A circle that has met for months: past evenings with winners, and one that goes on with a match of forty deals."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, session

from app import create_app
from models.base import new_uid, now
from models.grants import make_grant
from models.log.append import Receipt, append
from models.log.state import PLAY
from models.matches import find_match
from models.startup import upgrade_database
from models.tables import SCORE, Circle, Evening, Player
from models.transaction import write_transaction
from scoring.games import games
from tests.bench.deals import NAMES, dealt
from tests.bench.scorer import SECRET, SHORT, seats_of
from tests.bench.stored_evenings import ORDINARY, store_match

if TYPE_CHECKING:
    from scoring.words import Entry

EVENINGS = 12
PLACE = "At the corner table"


class Scene:
    """The app on a new database with this circle in it, and the cookie of a browser that may score there."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'scene.sqlite'}"
        self.app = create_app({"SECRET_KEY": SECRET, "DATABASE_URL": self.url})
        upgrade_database(self.app, anew=True)
        with self.app.app_context():
            with write_transaction() as here:
                circle = Circle(name="Corner table", players=[Player(name=name) for name in NAMES])
                here.add(circle)
                here.flush()
                grant = make_grant(circle, SCORE, "scene")[0]
            today = now().date()
            for weeks in range(EVENINGS, 0, -1):
                past_evening(circle, today - timedelta(weeks=weeks), sorted(games())[weeks % len(games())])
            evening = new_evening(circle, today)
            past_match(evening, circle, ORDINARY)
            with write_transaction():
                self.table = store_match(evening.id, ORDINARY, circle.players, dealt(ORDINARY, SHORT)[0])
            self.evening = evening.uid
            self.cookie = let_in(self.app, grant.uid)


def let_in(app: Flask, grant: str) -> str:
    """The cookie of a browser that was let in."""
    with app.test_request_context():
        session["grant"] = grant
        answer = app.make_response("")
        app.session_interface.save_session(app, session, answer)
    return str(answer.headers["Set-Cookie"]).partition(";")[0]


def new_evening(circle: Circle, day: date) -> Evening:
    """An evening of these friends on a day."""
    with write_transaction() as here:
        evening = Evening(circle=circle, date=day, place=PLACE)
        here.add(evening)
    return evening


def past_evening(circle: Circle, day: date, key: str) -> None:
    """An evening that is over, with a match that was ended."""
    past_match(new_evening(circle, day), circle, key)


def past_match(evening: Evening, circle: Circle, key: str) -> None:
    """A match that was played to its end, or until the time was up."""
    with write_transaction():
        told = dealt(key, SHORT)[0]
        uid = store_match(evening.id, key, seats_of(circle, key), told[:-1])
    after = say(uid, "deal", told[-1])
    if after.state.status == PLAY:
        say(uid, "close", {})


def say(uid: str, kind: str, body: Entry) -> Receipt:
    """Record this of a match."""
    match = find_match(uid)
    if match is None:
        raise LookupError(uid)
    return append(match, kind, new_uid(), body, match.last_seq)
