"""People who sit down: a circle, its cookie and a match, made the way a browser makes them."""

from __future__ import annotations

import json
import re
import secrets
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import select
from werkzeug.test import TestResponse

from models.base import db
from models.matches import find_match
from models.tables import StoredRecord as Row
from scoring.deals import log_state
from scoring.games import games
from scoring.sheet import replay
from scoring.words import Record, Sheet
from tests.support.html import main_of

FOUR = ("Ann", "Bob", "Cem", "Dee")
LONG = ("Maximiliane von Hohenstein-Wittgenstein", "Bob", "علیرضا کریمی‌نژاد", "Donaudampfschifffahrtskapitän")
SEVEN = (*LONG, "Eve", "Fay", "Gus")


def token(client: FlaskClient) -> str:
    """The secret that this browser's forms carry."""
    with client.session_transaction() as session:
        known = session.setdefault("csrf_token", secrets.token_hex(20))
    signer = URLSafeTimedSerializer(client.application.secret_key, salt="wtf-csrf-token")
    return str(signer.dumps(known))


def send(client: FlaskClient, address: str, **form: Any) -> TestResponse:
    """What comes back when a form of this browser is sent."""
    lists = {name: list(value) if isinstance(value, tuple) else value for name, value in form.items()}
    return client.post(address, data={"csrf_token": token(client), **lists})


def make_circle(client: FlaskClient, *names: str) -> None:
    """Let the browser be in a new circle of these players."""
    answer = send(client, "/circle", name=names or FOUR)
    assert answer.status_code == 303, main_of(answer)


def start(client: FlaskClient, game: str, *names: str, dealer: str = "", **rules: Any) -> str:
    """The uid of a new match in the browser's circle; the first name deals first, rules are as typed."""
    seats = names or FOUR
    form = {f"rule.{key}": value for key, value in rules.items()}
    answer = send(client, "/new", game=game, seat=seats, dealer=dealer or seats[0], **form)
    assert answer.status_code == 303, main_of(answer)
    return re.sub(r".*/m/", "", answer.headers["Location"])


def sit_down(client: FlaskClient, game: str, *names: str, dealer: str = "", **rules: Any) -> str:
    """The uid of the first match of a new circle, with the browser in that circle."""
    make_circle(client, *names)
    return start(client, game, *names, dealer=dealer, **rules)


def sheet_of(app: Flask, uid: str) -> Sheet:
    """The match as its log says, scored from the beginning."""
    with app.app_context():
        match = find_match(uid)
        rows = db.session.scalars(select(Row).where(Row.match_id == match.id).order_by(Row.seq))
        said: list[Any] = [Record(row.seq, row.uid, row.kind, json.loads(row.body)) for row in rows]
        game = games()[match.game]
        table = game.table(match.players, match.first_dealer)
        now = log_state(said)
        return replay(game, table, match.rules, now.deals, now.pending)
