"""Tables for page tests, made without pages: a circle whose link the browser has, its people, what they say."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from models.access import SCORE, make_grant
from models.base import db, new_uid
from models.evenings import Evening
from models.log import append
from models.matches import find_match, start_match
from models.people import Circle, Player
from models.reading import read
from models.writing import writing

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from models.folds import Reading

FOUR = ("Ann", "Bob", "Cem", "Dee")


def sit_together(
    app: Flask,
    client: FlaskClient | None,
    game: str = "boomke_wies",
    names: tuple[str, ...] = FOUR,
    rules: dict[str, Any] | None = None,
    first_dealer: int = 0,
) -> str:
    """The uid of a new match in a circle of its own; the client, where one is given, belongs to that circle."""
    with app.app_context():
        with writing():
            circle = Circle(name="Friends")
            evening = Evening(circle=circle, date=date(2026, 11, 20))
            players = [Player(circle=circle, name=name) for name in names]
            db.session.add_all([circle, evening, *players])
            grant = make_grant(circle, SCORE, "Ann’s phone")[0]
            uid = start_match(evening, game, players, rules, first_dealer).uid
        if client is not None:
            with client.session_transaction() as cookie:
                cookie["grant"] = grant.id
        return uid


def say(app: Flask, match: str, kind: str, body: dict[str, Any]) -> str:
    """The uid of a new saying in a match."""
    with app.app_context():
        found, uid = find_match(match), new_uid()
        append(found, kind, uid, body, read(found).version)
        return uid


def reading_of(app: Flask, match: str) -> Reading:
    """The match as it stands."""
    with app.app_context():
        return read(find_match(match))


def play(app: Flask, match: str, *entries: dict[str, Any]) -> list[str]:
    """The uids of deals recorded one after the other."""
    return [say(app, match, "deal", entry) for entry in entries]


def sealed(version: int, **more: Any) -> dict[str, Any]:
    """A form with its own saying's id and the version it was made on."""
    return {"uid": new_uid(), "after": str(version), **more}
