"""Golden evenings for review: matches of one deal each, so that every number can be worked out by hand."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from models.base import db, new_uid, now
from models.log.append import append
from models.log.read import read
from models.matches import start_match
from models.tables import Circle, Evening, Player
from models.transaction import write_transaction
from tests.support.records import play
from tests.support.tables import make_circle, start

TEN = (0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
"""Who won the ten matches of ten_matches(): Ann and Cem (0) eight, Bob and Dee (1) two."""
CALLS = [7, "pass", "pass", 8, 9, "pass"]  # by Bob, Cem, Dee, Ann, Bob, Ann
LOST = {"declarer": 1, "contract": 9, "tricks": 7, "trump": "hearts", "calls": CALLS}


def boom(seat: int) -> dict[str, int]:
    """A Boom that is made: five points, and with them a match to five."""
    return {"declarer": seat, "contract": 13, "tricks": 13}


def ten_matches(app: Flask, client: FlaskClient) -> list[str]:
    """Ten matches of Boomke Wies on one evening of a new circle, each won by a Boom of Ann or of Bob."""
    make_circle(client)
    return [one_deal(app, client, side) for side in TEN]


def one_deal(app: Flask, client: FlaskClient, side: int, *names: str) -> str:
    """A match to five that the first of a side wins with a Boom."""
    uid = start(client, "boomke_wies", *names, length="points", length_value=5)
    play(app, uid, boom(side))
    return uid


def evening_on(app: Flask, day: date, *won: tuple[str, ...]) -> str:
    """The uid of a closed evening of the one circle: a match to five each, four names, which the first's side wins.

    The first and the third are partners.
    """
    rules = {"length": "points", "length_value": 5}
    return night_on(app, day, *[("boomke_wies", names, rules, [boom(0)]) for names in won])


ANN_CEM, BOB_DEE = ("Ann", "Bob", "Cem", "Dee"), ("Bob", "Ann", "Dee", "Cem")


def two_years(app: Flask, client: FlaskClient) -> dict[str, str]:
    """Ann and Cem win eight of ten on two evenings of 2020; in 2021 Ann wins once with Bob. Uids of people by name."""
    make_circle(client)
    evening_on(app, date(2020, 3, 6), ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM)
    evening_on(app, date(2020, 3, 13), BOB_DEE, ANN_CEM, ANN_CEM, ANN_CEM, BOB_DEE)
    evening_on(app, date(2021, 3, 6), ("Ann", "Cem", "Bob", "Dee"))
    with app.app_context():
        return dict(db.session.execute(select(Player.name, Player.uid)).all())


MEETING = {"declarer": 2, "contract": 8, "tricks": 9}
"""Cem bids eight and makes nine: one point for Ann and Cem."""


def two_matches(app: Flask, client: FlaskClient) -> list[str]:
    """An evening of a new circle that Ann and Cem win twice: 5-0 by Ann's Boom, then 6-5 after Bob's Boom.

    In the second match Bob and Dee are one point from the end when Ann makes a Boom; Cem's eight decides it.
    """
    make_circle(client)
    return [one_deal(app, client, 0), turned(app, client)]


def turned(app: Flask, client: FlaskClient) -> str:
    """A match to six: Bob's Boom, Ann's Boom, Cem's eight: 6-5 for Ann and Cem."""
    uid = start(client, "boomke_wies", length="points", length_value=6)
    play(app, uid, boom(1), boom(0), MEETING)
    return uid


class Golden(NamedTuple):
    """Uids: of the finished match and its two deals, and of the match that goes on."""

    match: str
    lost: str
    boom: str
    other: str


def golden_evening(app: Flask, client: FlaskClient, *names: str) -> Golden:
    """Ann and Cem beat Bob and Dee at Boomke Wies, 20 down goes on; names: others than these, of a new circle."""
    make_circle(client, *names)
    match = start(client, "boomke_wies", *names, length="points", length_value=5)
    lost, won = play(app, match, LOST, boom(0))
    other = start(client, "zwanzig_ab", *names)
    play(app, other, {"tricks": [2, 1, 1, 1], "trump": "clubs"})
    return Golden(match, lost, won, other)


Said = dict[str, Any] | tuple[str, dict[str, Any]]
"""A deal, or another saying with its kind."""


def night_on(app: Flask, day: date, *played: tuple[str, tuple[str, ...], dict[str, Any], list[Said]]) -> str:
    """The uid of a closed evening of the one circle, with matches: game, who sits, rules, what is said."""
    with app.app_context():
        with write_transaction() as session:
            circle = session.scalars(select(Circle)).one()
            evening = Evening(circle=circle, date=day, closed_at=now())
            session.add(evening)
        people = {player.name: player for player in circle.players}
        for game, names, rules, sayings in played:
            with write_transaction():
                match = start_match(evening, game, [people[name] for name in names], rules)
            for saying in sayings:
                kind, body = saying if isinstance(saying, tuple) else ("deal", saying)
                append(match, kind, new_uid(), body, read(match).version)
        return evening.uid
